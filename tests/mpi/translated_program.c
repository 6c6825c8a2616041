/* A program of translated.h: sends round a ring, adds up, splits, writes a file, and prints what it
 * got. */
#include <stdio.h>

#include "translated.h"

int main(int argc, char **argv)
{
    int rank, size, sum = 0, got = 0, part = 0, opened, written;
    own_comm half, parent;
    own_request request;
    own_file file;
    struct own_status status;

    own_Init(&argc, &argv);
    own_Comm_rank(OWN_COMM_WORLD, &rank);
    own_Comm_size(OWN_COMM_WORLD, &size);
    own_Comm_get_parent(&parent);
    for (int round = 0; round < 100; round++) {
        int value = rank * 1000 + round;

        own_Isend(&value, 1, OWN_INT, (rank + 1) % size, round, OWN_COMM_WORLD, &request);
        own_Recv(&got, 1, OWN_INT, (rank + size - 1) % size, round, OWN_COMM_WORLD, &status);
        own_Wait(&request, &status);
        own_Allreduce(&got, &sum, 1, OWN_INT, OWN_SUM, OWN_COMM_WORLD);
    }
    own_Comm_split(OWN_COMM_WORLD, rank % 2, rank, &half);
    own_Allreduce(&rank, &part, 1, OWN_INT, OWN_SUM, half);
    own_Comm_free(&half);
    opened = own_File_open(OWN_COMM_WORLD, "file", &file);
    written = opened ? opened : own_File_write_all(file, &rank, 1, OWN_INT);
    if (opened == 0)
        own_File_close(&file);
    own_Barrier(OWN_COMM_WORLD);
    printf("rank %d of %d: %d, sum %d, part %d, written %d, %s, %s\n", rank, size, got, sum, part,
           written, parent == OWN_COMM_NULL ? "no parent" : "a parent",
           half == OWN_COMM_NULL ? "freed" : "not freed");
    return own_Finalize();
}
