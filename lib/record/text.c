/* The record as text: readable times and volumes, exact counts and bytes.
 *
 * A table is printed by walking its rows twice, first to measure the columns, then to print them:
 * so columns align whatever the numbers are, and nothing is allocated. */
#include "record/sections.h"

#include <errno.h>
#include <string.h>

struct text {
    struct mpit_renderer renderer; /* first: the sections know no more of us */
    FILE *out;
    const char *align;
    bool measuring;
    int width[MPIT_COLUMNS];
};

static void print_line(struct mpit_renderer *renderer, const char *name, const char *line)
{
    fprintf(((struct text *)renderer)->out, "%-9s%s\n", name, line);
}

static void print_title(struct mpit_renderer *renderer, const char *title)
{
    fprintf(((struct text *)renderer)->out, "\n%s\n", title);
}

static void print_note(struct mpit_renderer *renderer, const char *note)
{
    fprintf(((struct text *)renderer)->out, "%s\n", note);
}

static void measure(struct text *text, const struct mpit_cells *cells)
{
    for (int i = 0; text->align[i]; i++) {
        int width = (int)strlen(cells->text[i]);

        if (width > text->width[i])
            text->width[i] = width;
    }
}

static void print_cells(const struct text *text, const struct mpit_cells *cells)
{
    for (int i = 0; text->align[i]; i++) {
        bool last = !text->align[i + 1];

        fputs(i ? "  " : "", text->out);
        if (text->align[i] == 'r')
            fprintf(text->out, "%*s", text->width[i], cells->text[i]);
        else /* no blanks at the line's end */
            fprintf(text->out, "%-*s", last ? 0 : text->width[i], cells->text[i]);
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

static void print_table(struct mpit_renderer *renderer, const struct mpit_table *table,
                        const struct mpit_record *record)
{
    struct text *text = (struct text *)renderer;

    text->align = table->align;
    memset(text->width, 0, sizeof text->width);
    text->measuring = true;
    table->rows(renderer, record);
    text->measuring = false;
    table->rows(renderer, record);
}

static struct text text_on(FILE *out)
{
    return (struct text){{print_line, print_title, print_note, print_table, print_row}, .out = out};
}

int mpit__record_write_end(const struct mpit_record *record, FILE *out)
{
    struct text text = text_on(out);

    errno = 0;
    mpit__section_end(&text.renderer, record);
    return mpit__stream_finish(out);
}

int mpit__record_write_text(const struct mpit_record *record, FILE *out)
{
    struct text text = text_on(out);

    errno = 0;
    mpit__section_job(&text.renderer, record);
    putc('\n', out);
    mpit__section_times(&text.renderer, record);
    mpit__section_calls(&text.renderer, record);
    mpit__section_regions(&text.renderer, record);
    mpit__section_series(&text.renderer, record);
    mpit__section_pairs(&text.renderer, record);
    return mpit__stream_finish(out);
}
