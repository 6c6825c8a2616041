#include "judge.h"

#include <stdio.h>
#include <string.h>

#define CODE(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }
const struct judge_code judge_codes[] = {
    CODE(MPI_T_ERR_MEMORY),          CODE(MPI_T_ERR_NOT_INITIALIZED),
    CODE(MPI_T_ERR_CANNOT_INIT),     CODE(MPI_T_ERR_INVALID_INDEX),
    CODE(MPI_T_ERR_INVALID_ITEM),    CODE(MPI_T_ERR_INVALID_HANDLE),
    CODE(MPI_T_ERR_OUT_OF_HANDLES),  CODE(MPI_T_ERR_OUT_OF_SESSIONS),
    CODE(MPI_T_ERR_INVALID_SESSION), CODE(MPI_T_ERR_CVAR_SET_NOT_NOW),
    CODE(MPI_T_ERR_CVAR_SET_NEVER),  CODE(MPI_T_ERR_PVAR_NO_STARTSTOP),
    CODE(MPI_T_ERR_PVAR_NO_WRITE),   CODE(MPI_T_ERR_PVAR_NO_ATOMIC),
    CODE(MPI_T_ERR_INVALID),         CODE(MPI_T_ERR_INVALID_NAME),
};
const int judge_ncodes = sizeof judge_codes / sizeof *judge_codes;

const char *judge_code_name(int code)
{
    static char numbers[4][32];
    static int next;
    char *number = numbers[next++ % 4];

    if (code == MPI_SUCCESS)
        return "MPI_SUCCESS";
    for (int i = 0; i < judge_ncodes; i++)
        if (judge_codes[i].code == code)
            return judge_codes[i].name;
    snprintf(number, sizeof numbers[0], "code %d", code);
    return number;
}

/* The name alone: the arguments are those of the source. */
static int length_of_name(const char *call)
{
    return (int)strcspn(call, "(");
}

bool judge_code(const char *call, int seen, int expected)
{
    if (seen != expected)
        judge_broken("%.*s: %s, not %s", length_of_name(call), call, judge_code_name(seen),
                     judge_code_name(expected));
    return seen == expected;
}

void judge_failure(const char *call, int seen)
{
    if (seen == MPI_SUCCESS)
        judge_broken("%.*s: MPI_SUCCESS, not an error", length_of_name(call), call);
}
