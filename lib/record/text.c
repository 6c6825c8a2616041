/* The record as text: readable times and volumes, exact counts and bytes.
 *
 * A table is printed by walking its rows several times, first to measure the columns, then to print
 * them: so columns align whatever the numbers are, and nothing is allocated.  On a terminal that is
 * too narrow, a table goes on below with its first column and those that had no room. */
#include "record/screen.h"
#include "record/sections.h"

#include <errno.h>
#include <string.h>

enum { BETWEEN = 2, NAME = 9 };

struct text {
    struct mpit_renderer renderer; /* first: the sections know no more of us */
    FILE *out;
    int screen; /* columns; 0: lines are as long as they are */
    const char *align;
    bool measuring;
    int width[MPIT_COLUMNS];
    int key, from, to; /* columns to print: those before `key`, and from `from` to before `to` */
};

static void print_paragraph(const struct text *text, int begun, int indent, const char *line)
{
    struct mpit_paragraph paragraph = {text->out, text->screen, indent, begun};

    mpit__paragraph_write(&paragraph, line);
    putc('\n', text->out);
}

static void print_line(struct mpit_renderer *renderer, const char *name, const char *line)
{
    struct text *text = (struct text *)renderer;

    print_paragraph(text, fprintf(text->out, "%-*s", NAME, name), NAME, line);
}

static void print_title(struct mpit_renderer *renderer, const char *title)
{
    putc('\n', ((struct text *)renderer)->out);
    print_paragraph((struct text *)renderer, 0, 0, title);
}

static void print_note(struct mpit_renderer *renderer, const char *note)
{
    print_paragraph((struct text *)renderer, 0, 0, note);
}

/* Tables. */

static int columns_of(const char *cell)
{
    return mpit__shown_columns(cell, (int)strlen(cell));
}

static void measure(struct text *text, const struct mpit_cells *cells)
{
    for (int i = 0; text->align[i]; i++) {
        int width = columns_of(cells->text[i]);

        if (width > text->width[i])
            text->width[i] = width;
    }
}

static void print_cell(const struct text *text, const char *cell, int column, bool last)
{
    int blanks = text->width[column] - columns_of(cell), length = (int)strlen(cell);
    bool right = mpit__align_is_right(text->align[column]);

    if (blanks < 0)
        length = mpit__shown_cut(cell, length, text->width[column]);
    if (right && blanks > 0)
        fprintf(text->out, "%*s", blanks, "");
    fprintf(text->out, "%.*s%s", length, cell, blanks < 0 ? "..." : "");
    if (blanks < 0)
        blanks = text->width[column] - mpit__shown_columns(cell, length) - (int)strlen("...");
    if (!right && !last && blanks > 0) /* no blanks at the line's end */
        fprintf(text->out, "%*s", blanks, "");
}

static void print_cells(const struct text *text, const struct mpit_cells *cells)
{
    for (int i = 0; i < text->to; i = i + 1 == text->key ? text->from : i + 1) {
        fputs(i ? "  " : "", text->out);
        print_cell(text, cells->text[i], i, i + 1 == text->to);
    }
    putc('\n', text->out);
}

static void print_row(struct mpit_renderer *renderer, const struct mpit_cells *cells)
{
    struct text *text = (struct text *)renderer;

    if (text->measuring)
        measure(text, cells);
    else
        print_cells(text, cells);
}

/* Behind the columns that stay with the one at `from`. */
static int end_of_group(const struct text *text, int from)
{
    int to = from + 1;

    while (text->align[to] && mpit__align_stays(text->align[to]))
        to++;
    return to;
}

static int width_of(const struct text *text, int from, int to)
{
    int width = 0;

    for (int i = from; i < to; i++)
        width += text->width[i] + (i ? BETWEEN : 0);
    return width;
}

/* A label leaves room for the widest of what may stand beside it. */
static void narrow_label(struct text *text)
{
    enum { LEAST = 12 };
    int most = 0;

    if (!text->screen || mpit__align_is_right(text->align[0]))
        return;
    for (int from = text->key, to; text->align[from]; from = to) {
        to = end_of_group(text, from);
        if (width_of(text, from, to) > most)
            most = width_of(text, from, to);
    }
    most = text->screen - most > LEAST ? text->screen - most : LEAST;
    if (text->width[0] > most)
        text->width[0] = most;
}

/* Up to where columns from `from` have room beside the key; one group always has. */
static int end_of_part(const struct text *text, int from)
{
    int used = width_of(text, 0, text->key), to = from;

    while (text->align[to]) {
        int end = end_of_group(text, to);

        used += width_of(text, to, end);
        if (text->screen && to > from && used > text->screen)
            break;
        to = end;
    }
    return to;
}

static void print_table(struct mpit_renderer *renderer, const struct mpit_table *table,
                        const struct mpit_record *record)
{
    struct text *text = (struct text *)renderer;

    text->align = table->align;
    memset(text->width, 0, sizeof text->width);
    text->measuring = true;
    table->rows(renderer, record);
    text->measuring = false;
    text->key = end_of_group(text, 0);
    narrow_label(text);
    for (text->from = text->key; text->align[text->from]; text->from = text->to) {
        if (text->from > text->key)
            putc('\n', text->out);
        text->to = end_of_part(text, text->from);
        table->rows(renderer, record);
    }
}

int mpit__sections_write_text(mpit_section *sections, const struct mpit_record *record, FILE *out)
{
    struct text text = {{0, print_line, print_title, print_note, print_table, print_row},
                        .out = out,
                        .screen = mpit__screen_columns(out)};

    errno = 0;
    sections(&text.renderer, record);
    return mpit__stream_finish(out);
}

int mpit__record_write_end(const struct mpit_record *record, FILE *out)
{
    return mpit__sections_write_text(mpit__section_end, record, out);
}

static void write_all(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    FILE *out = ((struct text *)renderer)->out;

    mpit__section_verdicts(renderer, record);
    if (record->nverdict)
        putc('\n', out);
    mpit__section_job(renderer, record);
    putc('\n', out);
    mpit__section_times(renderer, record);
    mpit__section_efficiency(renderer, record);
    mpit__section_states(renderer, record);
    mpit__section_ranks(renderer, record);
    mpit__section_waits(renderer, record);
    mpit__section_calls(renderer, record);
    mpit__section_call_ranks(renderer, record);
    mpit__section_communicators(renderer, record);
    mpit__section_collectives(renderer, record);
    mpit__section_messages(renderer, record);
    mpit__section_sites(renderer, record);
    mpit__section_pairs(renderer, record);
    mpit__section_queues(renderer, record);
    mpit__section_files(renderer, record);
    mpit__section_regions(renderer, record);
    mpit__section_series(renderer, record);
}

int mpit__record_write_text(const struct mpit_record *record, FILE *out)
{
    return mpit__sections_write_text(write_all, record, out);
}
