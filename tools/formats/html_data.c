/* What the pictures of a page are drawn from: the record by columns, the time series as slices of
 * the job by blocks of ranks, and what things are called.  It is JSON, and data to the browser,
 * whatever texts of the job are in it. */
#include "config.h"

#include "tools/formats/html_parts.h"

#include "ground/number.h"
#include "record/slices.h"
#include "tools/formats/html_fold.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLICES = 120, ROWS = 256 };

/* ---- what is called how */

struct word {
    const char *key, *title;
};

static void write_words(const char *name, const struct word word[], size_t n, FILE *out)
{
    fprintf(out, ",\n\"%s\": [", name);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s[\"%s\", \"%s\"]", i ? ", " : "", word[i].key, word[i].title);
    putc(']', out);
}

static void write_all_words(FILE *out)
{
#define WORD(name, title, ...) {#name, title},
#define STATE(name)            {#name, #name},
    static const struct word parts[] = {MPIT_RECORD_PARTS(WORD)};
    static const struct word states[] = {MPIT_STATES_EACH(STATE)};
    static const struct word levels[] = {MPIT_RECORD_LEVELS(WORD)};
    static const struct word amounts[] = {MPIT_RECORD_AMOUNTS(WORD)};
#undef WORD
#undef STATE

    write_words("parts", parts, sizeof parts / sizeof *parts, out);
    write_words("states", states, sizeof states / sizeof *states, out);
    write_words("levels", levels, sizeof levels / sizeof *levels, out);
    write_words("amounts", amounts, sizeof amounts / sizeof *amounts, out);
}

/* ---- the time series */

struct slices {
    int n;
    double end; /* seconds since the end of MPI_Init */
    bool have_share;
    struct mpit_slice slice[SLICES];
};

static void write_share(const struct mpit_slice *slice, bool known, FILE *out)
{
    if (known && slice->nrank)
        tool_html_number("", slice->share.total / slice->nrank, out);
    else
        fputs("null", out);
}

static void write_processors(const struct mpit_slice *slice, FILE *out)
{
    if (isfinite(slice->processors))
        tool_html_number("", slice->processors, out);
    else
        fputs("null", out);
}

/* Of slices that are as many as the page has; what is written of each is SLICE. */
#define WRITE_EACH(name, slices, SLICE)                                                            \
    do {                                                                                           \
        fprintf(out, ",\n\"%s\": [", name);                                                        \
        for (int i = 0; i < (slices)->n; i++) {                                                    \
            const struct mpit_slice *slice = &(slices)->slice[i];                                  \
                                                                                                   \
            fputs(i ? "," : "", out);                                                              \
            SLICE;                                                                                 \
        }                                                                                          \
        putc(']', out);                                                                            \
    } while (0)

static void write_level(const struct mpit_slice *slice, int level, FILE *out)
{
    if (slice->most[level] < 0)
        fputs("null", out);
    else
        fprintf(out, "%" PRId64, slice->most[level]);
}

static bool was_seen(const struct slices *slices, int state)
{
    for (int i = 0; i < slices->n; i++)
        if (slices->slice[i].seen[state])
            return true;
    return false;
}

/* Looks that have found a state, of each that was found at all. */
static void write_seen(const struct slices *slices, FILE *out)
{
#define STATE(name) "seen_" #name,
    static const char *const names[] = {MPIT_STATES_EACH(STATE)};
#undef STATE

    for (int state = 0; state < MPIT_STATES; state++)
        if (was_seen(slices, state))
            WRITE_EACH(names[state], slices, fprintf(out, "%" PRIu64, slice->seen[state]));
}

static void write_levels(const struct slices *slices, FILE *out)
{
#define LEVEL(name, title)                                                                         \
    WRITE_EACH(#name, slices, write_level(slice, MPIT_RECORD_LEVEL_##name, out));
    MPIT_RECORD_LEVELS(LEVEL)
#undef LEVEL
}

/* Of a block of ranks. */
static void write_row(struct slices *slices, const struct mpit_record_series *series, int nseries,
                      FILE *out)
{
    mpit__slices_of(series, nseries, slices->end, slices->n, slices->slice);
    fprintf(out, "{\"first\": %d, \"last\": %d", series[0].rank, series[nseries - 1].rank);
    WRITE_EACH("mpi", slices, write_share(slice, slices->have_share, out));
    write_seen(slices, out);
    write_levels(slices, out);
    putc('}', out);
}

/* Of the whole job. */
static void write_sums(struct slices *slices, const struct mpit_record *record, FILE *out)
{
    mpit__slices(record, slices->n, slices->slice);
    fprintf(out, ",\n\"sums\": {\"slices\": %d", slices->n);
    WRITE_EACH("mpi", slices, write_share(slice, slices->have_share, out));
    WRITE_EACH("processors", slices, write_processors(slice, out));
#define AMOUNT(name, title)                                                                        \
    WRITE_EACH(#name, slices, fprintf(out, "%" PRIu64, slice->amount[MPIT_AMOUNT_##name].count));  \
    WRITE_EACH(#name "_bytes", slices,                                                             \
               fprintf(out, "%" PRIu64, slice->amount[MPIT_AMOUNT_##name].bytes));
    MPIT_RECORD_AMOUNTS(AMOUNT)
#undef AMOUNT
    write_levels(slices, out);
    putc('}', out);
}

static void write_series(const struct mpit_record *record, FILE *out)
{
    int block = (record->nseries - 1) / ROWS + 1;
    struct slices slices = {
        .n = mpit__slices_fit(record, SLICES),
        .end = mpit__series_end(record),
        .have_share = mpit__slices_have_share(record),
    };
    char number[MPIT_NUMBER];

    if (record->nseries == 0)
        return;
    mpit__number_write(number, 'f', 9, slices.end);
    fprintf(out, ",\n\"end\": %s", number);
    write_sums(&slices, record, out);
    fputs(",\n\"rows\": [", out);
    for (int i = 0; i < record->nseries; i += block) {
        int members = i + block < record->nseries ? block : record->nseries - i;

        fputs(i ? ",\n" : "", out);
        write_row(&slices, &record->series[i], members, out);
    }
    putc(']', out);
}

/* ---- when ranks were in regions */

/* The ranks from 0 on whose times there is room for; how many. */
static int ranks_with_room(const struct mpit_record *record)
{
    enum { SPANS = 20000 };
    int *spans = tool_allocate((size_t)record->nranks + 1, sizeof *spans), n = 0, rank = 0;

    for (int i = 0; i < record->nregion; i++)
        for (int k = 0; k < record->region[i].nspan; k++) {
            int of = record->region[i].span[k].rank;

            if (of >= 0 && of < record->nranks)
                spans[of]++;
        }
    while (rank < record->nranks && n + spans[rank] <= SPANS)
        n += spans[rank++];
    free(spans);
    return rank;
}

static void write_moment(double seconds, FILE *out)
{
    char number[MPIT_NUMBER];

    mpit__number_write(number, 'f', 9, isfinite(seconds) ? seconds : 0);
    fputs(number, out);
}

static void write_spans(const struct mpit_record *record, FILE *out)
{
    int ranks = ranks_with_room(record);
    const char *between = "";

    fprintf(out, ",\n\"spans\": [");
    for (int i = 0; i < record->nregion; i++)
        for (int k = 0; k < record->region[i].nspan; k++) {
            const struct mpit_record_span *span = &record->region[i].span[k];

            if (span->rank >= ranks)
                continue;
            fprintf(out, "%s[%d, %d, ", between, i, span->rank);
            write_moment(span->begin, out);
            fputs(", ", out);
            write_moment(span->end, out);
            putc(']', out);
            between = ",\n";
        }
    putc(']', out);
}

/* ---- all of it */

static void write_record(const struct mpit_record *record, FILE *out)
{
    struct mpit_record shown = *record;
    struct tool_fold fold;

    tool_fold(record, &fold);
    shown.pair = fold.pair;
    shown.npair = fold.npair;
    shown.wait = fold.wait;
    shown.nwait = fold.nwait;
    shown.nseries = shown.nsite = shown.nrecorder = shown.nmessage = 0;
    fprintf(out, "{\"pairs_of\": %d, \"waits_of\": %d,\n\"record\": ", fold.pairs, fold.waits);
    mpit__record_write_columns(&shown, out);
    tool_fold_free(&fold);
}

/* A "<" stands in texts alone. */
static void write_without_markup(const char *json, size_t length, FILE *out)
{
    const char *end = json + length, *next;

    for (; (next = memchr(json, '<', (size_t)(end - json))); json = next + 1) {
        fwrite(json, 1, (size_t)(next - json), out);
        fputs("\\u003c", out);
    }
    fwrite(json, 1, (size_t)(end - json), out);
}

void tool_html_write_data(const struct mpit_record *record, FILE *out)
{
    char *text = NULL;
    size_t length;
    FILE *json = open_memstream(&text, &length);
    int error = json ? 0 : errno;

    if (json) {
        write_record(record, json);
        write_all_words(json);
        write_series(record, json);
        write_spans(record, json);
        tool_html_write_calls(record, json);
        putc('}', json);
        error = ferror(json) ? ENOMEM : 0;
        if (fclose(json) && !error)
            error = errno;
    }
    fputs("<script type=\"application/json\" id=\"data\">\n", out);
    if (error)
        fputs("null", out);
    else
        write_without_markup(text, length, out);
    fputs("\n</script>\n", out);
    free(text);
    if (error)
        errno = error; /* as of a failed write */
}
