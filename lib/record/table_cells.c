#include "record/table_cells.h"

#include "ground/number.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

void mpit__put_text(struct mpit_cells *cells, int column, const char *text)
{
    mpit__visible(cells->text[column], MPIT_READABLE, text);
}

void mpit__put_count(struct mpit_cells *cells, int column, uint64_t count)
{
    snprintf(cells->text[column], MPIT_READABLE, "%" PRIu64, count);
}

void mpit__put_rank(struct mpit_cells *cells, int column, int rank)
{
    if (rank < 0)
        mpit__put_text(cells, column, "-");
    else
        snprintf(cells->text[column], MPIT_READABLE, "%d", rank);
}

void mpit__put_seconds(struct mpit_cells *cells, int column, double seconds)
{
    mpit__readable_seconds(cells->text[column], seconds);
}

void mpit__put_volume(struct mpit_cells *cells, int column, uint64_t bytes)
{
    mpit__readable_volume(cells->text[column], bytes);
}

void mpit__put_range(struct mpit_cells *cells, int column, uint64_t least, uint64_t most)
{
    char text[2 * MPIT_NUMBER + 8];

    if (least == most)
        snprintf(text, sizeof text, "%" PRIu64, least);
    else
        snprintf(text, sizeof text, "%" PRIu64 " to %" PRIu64, least, most);
    mpit__put_text(cells, column, text);
}

void mpit__put_mean_volume(struct mpit_cells *cells, int column, uint64_t bytes, uint64_t count)
{
    if (count)
        mpit__put_volume(cells, column, (uint64_t)((double)bytes / (double)count + 0.5));
    else
        mpit__put_text(cells, column, "-");
}

void mpit__put_mean(struct mpit_cells *cells, int column, double total, int n)
{
    char number[MPIT_NUMBER];

    mpit__number_write(number, 'f', 1, n ? total / n : 0);
    snprintf(cells->text[column], MPIT_READABLE, "%.64s", number);
}

void mpit__put_share(struct mpit_cells *cells, int column, double part, double whole)
{
    mpit__readable_share(cells->text[column], part, whole);
}

void mpit__put_spread(struct mpit_cells *cells, int column, const struct mpit_spread *spread,
                      int nrank)
{
    mpit__put_seconds(cells, column, nrank ? spread->total / nrank : NAN);
    mpit__put_seconds(cells, column + 1, spread->min);
    mpit__put_rank(cells, column + 2, spread->min_rank);
    mpit__put_seconds(cells, column + 3, spread->max);
    mpit__put_rank(cells, column + 4, spread->max_rank);
}

void mpit__put_extreme_shares(struct mpit_cells *cells, int column, const struct mpit_spread *share)
{
    mpit__put_share(cells, column, share->min, share->min_rank < 0 ? 0 : 1);
    mpit__put_rank(cells, column + 1, share->min_rank);
    mpit__put_share(cells, column + 2, share->max, share->max_rank < 0 ? 0 : 1);
    mpit__put_rank(cells, column + 3, share->max_rank);
}

void mpit__append(struct mpit_line *line, const char *format, ...)
{
    size_t room = sizeof line->text - line->length;
    va_list arguments;

    va_start(arguments, format);
    int written = vsnprintf(line->text + line->length, room, format, arguments);
    va_end(arguments);
    if (written > 0)
        line->length += (size_t)written < room ? (size_t)written : room - 1;
}

void mpit__append_visible(struct mpit_line *line, const char *text)
{
    char *end = line->text + line->length;

    mpit__visible(end, sizeof line->text - line->length, text);
    line->length += strlen(end);
}

void mpit__append_seconds(struct mpit_line *line, double seconds)
{
    char text[MPIT_READABLE];

    mpit__readable_seconds(text, seconds);
    mpit__append(line, "%s", text);
}

/* In a sentence nothing stands below each other: one blank before the unit. */
void mpit__append_seconds_inline(struct mpit_line *line, double seconds)
{
    char text[MPIT_READABLE];
    char *blank;

    mpit__readable_seconds(text, seconds);
    blank = strstr(text, "  ");
    if (blank)
        memmove(blank, blank + 1, strlen(blank));
    mpit__append(line, "%s", text);
}

void mpit__append_share(struct mpit_line *line, double share)
{
    char text[MPIT_READABLE];

    mpit__readable_share(text, share, 1);
    mpit__append(line, "%s", text);
}
