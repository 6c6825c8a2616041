#include "record/slices.h"

/* In a damaged record they may fall. */
static uint64_t count_between(uint64_t before, uint64_t next, double part)
{
    return next > before ? before + (uint64_t)((double)(next - before) * part) : before;
}

static double between_seconds(double before, double next, double part)
{
    return before + (next - before) * part;
}

/* The first sample at this time or later; nsample: there is none. */
static int first_at(const struct mpit_record_series *series, double time)
{
    int from = 0, to = series->nsample;

    while (from < to) {
        int middle = from + (to - from) / 2;

        if (series->sample[middle].at < time)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* What had happened on a rank at one time. */
static struct mpit_record_sample state_at(const struct mpit_record_series *series, double time)
{
    static const struct mpit_record_sample beginning;
    int i = first_at(series, time);
    const struct mpit_record_sample *before = i ? &series->sample[i - 1] : &beginning, *next;
    struct mpit_record_sample between;
    double part;

    if (i == series->nsample)
        return *before;
    next = &series->sample[i];
    part = next->at > before->at ? (time - before->at) / (next->at - before->at) : 1;
    between = (struct mpit_record_sample){
        .at = time,
        .mpi = between_seconds(before->mpi, next->mpi, part),
        .had.user_time = between_seconds(before->had.user_time, next->had.user_time, part),
        .had.system_time = between_seconds(before->had.system_time, next->had.system_time, part),
    };
    for (int j = 0; j < MPIT_AMOUNTS; j++) {
        const struct mpit_record_amount *from = &before->amount[j], *to = &next->amount[j];

        between.amount[j].count = count_between(from->count, to->count, part);
        between.amount[j].bytes = count_between(from->bytes, to->bytes, part);
    }
    for (int j = 0; j < MPIT_STATES; j++)
        between.seen[j] = count_between(before->seen[j], next->seen[j], part);
    return between;
}

static void raise_levels(struct mpit_slice *slice, const struct mpit_record_series *series)
{
    const struct mpit_record_sample *sample = &series->sample[first_at(series, slice->from)],
                                    *end = &series->sample[series->nsample];

    while (sample < end && sample->at <= slice->from) /* that is the one before's */
        sample++;
    for (; sample < end && sample->at <= slice->to; sample++)
        for (int j = 0; j < MPIT_RECORD_LEVELS_N; j++)
            if (sample->most[j] > slice->most[j])
                slice->most[j] = sample->most[j];
}

static double processor_time(const struct mpit_record_sample *sample)
{
    return sample->had.user_time + sample->had.system_time;
}

static void add_rank(struct mpit_slice *slice, const struct mpit_record_series *series)
{
    struct mpit_record_sample begin = state_at(series, slice->from),
                              end = state_at(series, slice->to);

    if (end.at > begin.at) {
        double share = (end.mpi - begin.mpi) / (end.at - begin.at);

        mpit__spread_add(&slice->share, share < 1 ? share : 1, series->rank);
        slice->processors += (processor_time(&end) - processor_time(&begin)) / (end.at - begin.at);
        slice->nrank++;
    }
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        slice->amount[i].count += end.amount[i].count - begin.amount[i].count;
        slice->amount[i].bytes += end.amount[i].bytes - begin.amount[i].bytes;
    }
    for (int i = 0; i < MPIT_STATES; i++)
        slice->seen[i] += end.seen[i] - begin.seen[i];
    raise_levels(slice, series);
}

double mpit__series_end(const struct mpit_record *record)
{
    double end = 0;

    for (int i = 0; i < record->nseries; i++) {
        const struct mpit_record_series *series = &record->series[i];

        if (series->nsample && series->sample[series->nsample - 1].at > end)
            end = series->sample[series->nsample - 1].at;
    }
    return end;
}

int mpit__slices_fit(const struct mpit_record *record, int most)
{
    int samples = 1;

    for (int i = 0; i < record->nseries; i++)
        if (record->series[i].nsample > samples)
            samples = record->series[i].nsample;
    return samples < most ? samples : most;
}

static struct mpit_slice slice_of(const struct mpit_record_series *series, int nseries, double from,
                                  double to)
{
    struct mpit_slice slice = {.from = from, .to = to, .share = MPIT_SPREAD_NONE};

    for (int i = 0; i < MPIT_RECORD_LEVELS_N; i++)
        slice.most[i] = -1;
    for (int i = 0; i < nseries; i++)
        add_rank(&slice, &series[i]);
    slice.processors /= slice.nrank; /* of none it is no number */
    return slice;
}

void mpit__slices_of(const struct mpit_record_series *series, int nseries, double end, int n,
                     struct mpit_slice slice[])
{
    for (int i = 0; i < n; i++)
        slice[i] = slice_of(series, nseries, end * i / n, i + 1 < n ? end * (i + 1) / n : end);
}

bool mpit__slices_have_share(const struct mpit_record *record)
{
    for (int i = 0; i < record->nrank; i++)
        if (record->rank[i].threads > 1)
            return false;
    return true;
}

static void forget_share(struct mpit_slice *slice)
{
    slice->share = MPIT_SPREAD_NONE;
    slice->nrank = 0;
}

void mpit__slices(const struct mpit_record *record, int n, struct mpit_slice slice[])
{
    mpit__slices_of(record->series, record->nseries, mpit__series_end(record), n, slice);
    for (int i = 0; i < n && !mpit__slices_have_share(record); i++)
        forget_share(&slice[i]);
}

void mpit__slice_between(const struct mpit_record *record, double from, double to,
                         struct mpit_slice *slice)
{
    *slice = slice_of(record->series, record->nseries, from, to);
    if (!mpit__slices_have_share(record))
        forget_share(slice);
}
