#include "config.h"

#include "report/series.h"

#include <string.h>

static void raise_levels(int64_t most[], const int64_t levels[])
{
    for (int i = 0; i < MPIT_RECORD_LEVELS_N; i++)
        if (levels[i] > most[i])
            most[i] = levels[i];
}

/* Half the samples, at twice the distance.  What runs on is not changed by that; the levels of a
 * sample that goes are handed to the next one. */
static void thin_out(struct mpit_series *series)
{
    for (int i = 0; i < series->n / 2; i++) {
        struct mpit_record_sample *stays = &series->sample[2 * i + 1];

        raise_levels(stays->most, series->sample[2 * i].most);
        series->sample[i] = *stays;
    }
    series->n /= 2;
    series->every *= 2;
}

void mpit__series_add(struct mpit_series *series, const struct mpit_record_sample *now, bool last)
{
    struct mpit_record_sample *kept = &series->sample[series->n];

    if (!series->every)
        series->every = 1;
    if (series->waiting++ == 0)
        memcpy(series->most, now->most, sizeof series->most);
    else
        raise_levels(series->most, now->most);
    if (series->waiting < series->every && !last)
        return;
    *kept = *now;
    memcpy(kept->most, series->most, sizeof kept->most);
    series->waiting = 0;
    if (++series->n == MPIT_SERIES_ROOM)
        thin_out(series);
}
