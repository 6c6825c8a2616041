/* A program of the MPI that front_library.c stands for: it calls every function twice, each time
 * with other words, and says which did not get them. */
#define FUNCTION(name, formals, actuals) int name formals;
#include "front_functions.h"

#include <stdio.h>

int MPI_Pcontrol(int level, ...);
int PMPI_Pcontrol(int level, ...);

static uintptr_t a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16;

static void choose(uintptr_t first)
{
    uintptr_t *const words[] = {&a1, &a2,  &a3,  &a4,  &a5,  &a6,  &a7,  &a8,
                                &a9, &a10, &a11, &a12, &a13, &a14, &a15, &a16};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        *words[i] = first = first * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
}

static int calls, wrong;

static void check(const char *name, int found, int expected)
{
    calls++;
    if (found == expected)
        return;
    wrong++;
    printf("%s is not called as the program calls it\n", name);
}

int main(void)
{
    for (uintptr_t round = 1; round <= 2; round++) {
#define FUNCTION(name, formals, actuals)                                                           \
    choose((uintptr_t)calls + round);                                                              \
    check(#name, name actuals, FRONT_HASH(#name, actuals));
#include "front_functions.h"
        check("MPI_Pcontrol", MPI_Pcontrol(3, "region"), 1003);
        check("PMPI_Pcontrol", PMPI_Pcontrol(1), 2001);
    }
    printf("%d calls, %d wrong\n", calls, wrong);
    return wrong != 0;
}
