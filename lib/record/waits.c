#include "record/waits.h"

#include <string.h>

enum { ALL_RANKS = -1 };

static double sum_up(const struct mpit_record *record, int rank)
{
    double sum = 0;

    for (int i = 0; i < record->nwait; i++)
        if (!strcmp(record->wait[i].kind, "late_arrival") && record->wait[i].seconds > 0 &&
            (rank == ALL_RANKS || record->wait[i].rank == rank))
            sum += record->wait[i].seconds;
    return sum;
}

double mpit__waits_in_collectives_of(const struct mpit_record *record, int rank)
{
    return sum_up(record, rank);
}

double mpit__waits_in_collectives(const struct mpit_record *record)
{
    return sum_up(record, ALL_RANKS);
}

bool mpit__waits_are_nearly_all(double share, double all)
{
    static const double NEARLY_ALL = 0.9995;

    return share >= NEARLY_ALL * all;
}
