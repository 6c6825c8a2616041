/* The record as text: readable times and volumes, exact counts and bytes.
 *
 * A table is printed by walking its rows several times, first to measure the columns, then to print
 * them: so columns align whatever the numbers are, and nothing is allocated.  On a terminal that is
 * too narrow, a table goes on below with its first column and those that had no room.  Elsewhere a
 * row is a line, and sentences are broken as on a terminal. */
#include "record/screen.h"
#include "record/sections.h"

#include <errno.h>
#include <string.h>

enum { BETWEEN = 2, NAME = 9, ELSEWHERE = 100, WIDEST_CELL = 40 };

struct text {
    struct mpit_renderer renderer; /* first: the sections know no more of us */
    FILE *out;
    int screen; /* columns; 0: rows are as long as they are */
    int lines;  /* that have been written */
    int most;   /* of these; 0: any number */
    const char *align;
    bool measuring;
    int width[MPIT_COLUMNS];
    int key, from, to; /* columns to print: those before `key`, and from `from` to before `to` */
};

static bool has_room(const struct text *text, int lines)
{
    return text->most == 0 || text->lines + lines <= text->most;
}

static int line_width(const struct text *text)
{
    return text->screen ? text->screen : ELSEWHERE;
}

/* The lines of a paragraph, or one more. */
static int lines_of(const struct text *text, int indent, const char *line)
{
    int columns = mpit__shown_columns(line, (int)strlen(line)), room = line_width(text) - indent;

    return room > 0 ? 1 + (columns + columns / 8) / room : 1;
}

static void print_paragraph(struct text *text, const char *name, const char *line)
{
    int indent = *name ? NAME : 0;
    struct mpit_paragraph paragraph = {text->out, line_width(text), indent, 0};

    text->lines += lines_of(text, indent, line);
    if (*name)
        paragraph.column = fprintf(text->out, "%-*s", NAME, name);
    mpit__paragraph_write(&paragraph, line);
    putc('\n', text->out);
}

static void print_line(struct mpit_renderer *renderer, const char *name, const char *line)
{
    struct text *text = (struct text *)renderer;

    if (has_room(text, lines_of(text, NAME, line)))
        print_paragraph(text, name, line);
}

static void print_title(struct mpit_renderer *renderer, const char *title)
{
    struct text *text = (struct text *)renderer;

    if (!has_room(text, 1 + lines_of(text, 0, title)))
        return;
    putc('\n', text->out);
    text->lines++;
    print_paragraph(text, "", title);
}

static void print_note(struct mpit_renderer *renderer, const char *note)
{
    struct text *text = (struct text *)renderer;

    if (has_room(text, lines_of(text, 0, note)))
        print_paragraph(text, "", note);
}

/* Tables. */

static int columns_of(const char *cell)
{
    return mpit__shown_columns(cell, (int)strlen(cell));
}

/* A row is not as wide as the names in it; they are whole in the JSON. */
static const char *shorten(const struct text *text, const char *cell, char room[MPIT_READABLE])
{
    int most =
        text->screen / 2 > 0 && text->screen / 2 < WIDEST_CELL ? text->screen / 2 : WIDEST_CELL;

    snprintf(room, MPIT_READABLE, "%s", cell);
    mpit__shown_shorten(room, most);
    return room;
}

static void measure(struct text *text, const struct mpit_cells *cells)
{
    char room[MPIT_READABLE];

    for (int i = 0; text->align[i]; i++) {
        int width = columns_of(shorten(text, cells->text[i], room));

        if (width > text->width[i])
            text->width[i] = width;
    }
}

/* Where a label has to give way, it is what it begins with. */
static void print_cell(const struct text *text, const char *whole, int column, bool last)
{
    char room[MPIT_READABLE];
    const char *cell = shorten(text, whole, room);
    int blanks = text->width[column] - columns_of(cell), length = (int)strlen(cell);
    bool right = mpit__align_is_right(text->align[column]), cut = blanks < 0;

    if (cut) {
        cell = whole;
        length = mpit__shown_cut(cell, (int)strlen(cell), text->width[column]);
        blanks = text->width[column] - mpit__shown_columns(cell, length) - (int)strlen("...");
    }
    if (right && blanks > 0)
        fprintf(text->out, "%*s", blanks, "");
    fprintf(text->out, "%.*s%s", length, cell, cut ? "..." : "");
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
    else if (has_room(text, 1))
        print_cells(text, cells);
    text->lines += !text->measuring && has_room(text, 1);
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

/* What stands in it. */

enum { SHORT = 1, FULL = 2, BOTH = SHORT | FULL };
static const struct {
    mpit_section *section;
    unsigned in;
    bool gap;
} sections[] = {
#define SECTION(name, in, gap) {mpit__section_##name, in, gap},
#include "record/sections.def"
#undef SECTION
};

static void write_sections(struct mpit_renderer *renderer, const struct mpit_record *record,
                           unsigned in)
{
    struct text *text = (struct text *)renderer;

    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        int before = text->lines;

        if (!(sections[i].in & in))
            continue;
        sections[i].section(renderer, record);
        if (in == FULL && sections[i].gap && text->lines > before)
            putc('\n', text->out);
    }
}

static void write_full(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    write_sections(renderer, record, FULL);
}

/* What there is no room for is left out; the line that says where more is has some. */
static void write_short(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    enum { SCREEN = 24, REST = 4 };
    struct text *text = (struct text *)renderer;

    text->most = SCREEN - REST;
    write_sections(renderer, record, SHORT);
    text->most = 0;
    putc('\n', text->out);
    mpit__section_rest(renderer, record);
}

int mpit__record_write_text(const struct mpit_record *record, FILE *out)
{
    return mpit__sections_write_text(write_full, record, out);
}

int mpit__record_write_short(const struct mpit_record *record, FILE *out)
{
    return mpit__sections_write_text(write_short, record, out);
}
