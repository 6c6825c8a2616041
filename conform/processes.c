/* What several processes say of the same variables. */
#include "variables.h"

#include <stdlib.h>
#include <string.h>

static int rank, ranks;

static void need_others(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks < 2)
        judge_absent("there is one process: mpit conform -- mpirun -n 2 has two");
}

/* What is to be alike, as bytes: numbers of constants, of the datatype which it is. */
struct metadata {
    char name[NAME];
    int numbers[7];
};

static int type_number(MPI_Datatype datatype)
{
    const MPI_Datatype all[] = {MPI_INT,   MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG,
                                MPI_COUNT, MPI_CHAR,     MPI_DOUBLE};

    for (int i = 0; i < (int)(sizeof all / sizeof *all); i++)
        if (all[i] == datatype)
            return i;
    return -1;
}

static bool take_cvar(int index, struct metadata *of)
{
    static struct cvar cvar;

    memset(of, 0, sizeof *of);
    if (get_cvar(index, &cvar) != MPI_SUCCESS)
        return false;
    memcpy(of->name, cvar.name, NAME);
    memcpy(of->numbers,
           (int[7]){cvar.verbosity, cvar.bind, cvar.scope, type_number(cvar.datatype),
                    cvar.enumtype != MPI_T_ENUM_NULL, 0, 0},
           sizeof of->numbers);
    return true;
}

static bool take_pvar(int index, struct metadata *of)
{
    static struct pvar pvar;

    memset(of, 0, sizeof *of);
    if (get_pvar(index, &pvar) != MPI_SUCCESS)
        return false;
    memcpy(of->name, pvar.name, NAME);
    memcpy(of->numbers,
           (int[7]){pvar.verbosity, pvar.bind, pvar.class, type_number(pvar.datatype),
                    pvar.readonly, pvar.continuous, pvar.atomic},
           sizeof of->numbers);
    return true;
}

/* Each process looks for those of rank 0 among its own, by name (and class). */
static void are_alike(int n, bool (*take)(int index, struct metadata *of), int key)
{
    struct metadata *own, theirs;
    int all = n;

    MPI_Bcast(&all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    own = calloc((size_t)n + 1, sizeof *own);
    for (int i = 0; own && i < n; i++)
        take(i, &own[i]);
    for (int i = 0; i < all; i++) {
        if (rank == 0 && own)
            theirs = own[i];
        MPI_Bcast(&theirs, (int)sizeof theirs, MPI_BYTE, 0, MPI_COMM_WORLD);
        for (int k = 0; own && k < n && theirs.name[0]; k++)
            if (strcmp(own[k].name, theirs.name) == 0 &&
                (key < 0 || own[k].numbers[key] == theirs.numbers[key]))
                CHECK(memcmp(own[k].numbers, theirs.numbers, sizeof theirs.numbers) == 0,
                      "%s of rank %d is not as that of rank 0", theirs.name, rank);
    }
    free(own);
}

void row_cvars_are_alike_in_all_processes(void)
{
    need_others();
    are_alike(count_cvars(), take_cvar, -1);
}

void row_pvars_are_alike_in_all_processes(void)
{
    int most, n = count_pvars();

    need_others();
    MPI_Allreduce(&n, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (!most)
        judge_absent("there are no performance variables");
    are_alike(n, take_pvar, 2);
}
