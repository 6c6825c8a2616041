#include "record/waits.h"

#include <string.h>

double mpit__waits_in_collectives(const struct mpit_record *record)
{
    double sum = 0;

    for (int i = 0; i < record->nwait; i++)
        if (!strcmp(record->wait[i].kind, "late_arrival") && record->wait[i].seconds > 0)
            sum += record->wait[i].seconds;
    return sum;
}

bool mpit__waits_are_nearly_all(double share, double all)
{
    static const double NEARLY_ALL = 0.9995;

    return share >= NEARLY_ALL * all;
}
