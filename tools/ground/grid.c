#include "config.h"

#include "tools/ground/grid.h"

#include "tools/ground/tool.h"

#include "record/readable.h"
#include "record/utf8.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static const char CUT[] = "...";

/* ---- text that can be shown */

/* Columns of the character at `text`, which is well-formed; 0: this locale cannot show it. */
static int columns_of(const char *text, int length)
{
    unsigned number = mpit__utf8_number((const unsigned char *)text, length);
    int columns;

    if (length == 1)
        return 1;
    columns = strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? wcwidth((wchar_t)number) : 0;
    return columns > 0 ? columns : 0;
}

/* Visible, and with a ? for each character that cannot be shown; to be freed. */
static char *show(const char *text)
{
    size_t size = 4 * strlen(text) + sizeof "\\xNN";
    char *shown = tool_allocate(1, size), *to = shown;

    mpit__visible(shown, size, text);
    for (const char *from = shown; *from;) {
        int length = mpit__utf8_length((const unsigned char *)from);

        length = length ? length : 1;
        if (columns_of(from, length)) {
            memmove(to, from, (size_t)length);
            to += length;
        } else {
            *to++ = '?';
        }
        from += length;
    }
    *to = '\0';
    return shown;
}

/* Of what is shown: bytes of its beginning that fit, and their columns. */
static int fit(const char *shown, int most, int *columns)
{
    int bytes = 0;

    for (*columns = 0; shown[bytes];) {
        int length = mpit__utf8_length((const unsigned char *)shown + bytes);
        int wide = columns_of(shown + bytes, length);

        if (*columns + wide > most)
            break;
        *columns += wide;
        bytes += length;
    }
    return bytes;
}

static int wide(const char *shown)
{
    int columns;

    fit(shown, TOOL_GRID_LINE, &columns);
    return columns;
}

/* Appends it, cut to `most` columns and filled up with blanks on one side. */
static void append(char *line, const char *shown, int most, bool right)
{
    size_t at = strlen(line);
    int columns = wide(shown), bytes = (int)strlen(shown);
    const char *end = "";

    if (columns > most) {
        int dots = most > (int)strlen(CUT) ? (int)strlen(CUT) : 0;

        bytes = fit(shown, most - dots, &columns);
        end = dots ? CUT : "";
        columns += dots;
    }
    snprintf(line + at, TOOL_GRID_LINE - at, "%*s%.*s%s%*s", right ? most - columns : 0, "", bytes,
             shown, end, right ? 0 : most - columns, "");
}

static void end_line(char *line)
{
    size_t n = strlen(line);

    while (n && line[n - 1] == ' ')
        line[--n] = '\0';
}

void tool_grid_text(const char *text, int columns, char line[TOOL_GRID_LINE])
{
    char *shown = show(text);
    int all = wide(shown);

    line[0] = '\0';
    append(line, shown, columns && columns < all ? columns : all, false);
    end_line(line);
    free(shown);
}

/* ---- the table */

void tool_grid_begin(struct tool_grid *grid, const struct tool_grid_column *column, int columns,
                     int rows)
{
    *grid = (struct tool_grid){.columns = columns, .rows = rows};
    memcpy(grid->column, column, sizeof *column * (size_t)columns);
    grid->cell = tool_allocate((size_t)rows * (size_t)columns, sizeof *grid->cell);
}

void tool_grid_free(struct tool_grid *grid)
{
    for (int i = 0; i < grid->rows * grid->columns; i++)
        free(grid->cell[i]);
    free(grid->cell);
    *grid = (struct tool_grid){0};
}

static char **cell_at(const struct tool_grid *grid, int row, int column)
{
    return &grid->cell[row * grid->columns + column];
}

void tool_grid_put(struct tool_grid *grid, int row, int column, const char *text)
{
    free(*cell_at(grid, row, column));
    *cell_at(grid, row, column) = show(text);
}

static const char *text_at(const struct tool_grid *grid, int row, int column)
{
    const char *text = row < 0 ? grid->column[column].title : *cell_at(grid, row, column);

    return text ? text : "";
}

/* A column without anything in it is left out. */
static int natural_width(const struct tool_grid *grid, int column)
{
    int most = 0, title = (int)strlen(grid->column[column].title);

    for (int row = 0; row < grid->rows; row++) {
        int columns = wide(text_at(grid, row, column));

        most = columns > most ? columns : most;
    }
    if (most == 0 && grid->column[column].leaves)
        return 0;
    return most > title ? most : title;
}

static int width_of(const struct tool_grid *grid)
{
    int sum = -grid->gap;

    for (int i = 0; i < grid->columns; i++)
        sum += grid->width[i] ? grid->width[i] + grid->gap : 0;
    return sum;
}

/* Of those that may be cut the widest, cell by cell. */
static bool narrow(struct tool_grid *grid)
{
    int widest = -1;

    for (int i = 0; i < grid->columns; i++)
        if (grid->column[i].least && grid->width[i] > grid->column[i].least &&
            (widest < 0 || grid->width[i] > grid->width[widest]))
            widest = i;
    if (widest >= 0)
        grid->width[widest]--;
    return widest >= 0;
}

static bool leave_out(struct tool_grid *grid)
{
    int last = -1;

    for (int i = 0; i < grid->columns; i++)
        if (grid->width[i] && grid->column[i].leaves &&
            (last < 0 || grid->column[i].leaves > grid->column[last].leaves))
            last = i;
    if (last >= 0)
        grid->width[last] = 0;
    return last >= 0;
}

void tool_grid_fit(struct tool_grid *grid, int screen)
{
    for (int i = 0; i < grid->columns; i++)
        grid->width[i] = natural_width(grid, i);
    grid->gap = 2;
    if (screen && width_of(grid) > screen)
        grid->gap = 1;
    while (screen && width_of(grid) > screen && (narrow(grid) || leave_out(grid)))
        continue;
}

void tool_grid_line(const struct tool_grid *grid, int row, char line[TOOL_GRID_LINE])
{
    int used = 0;

    line[0] = '\0';
    for (int i = 0; i < grid->columns; i++) {
        if (!grid->width[i])
            continue;
        if (used++)
            append(line, "", grid->gap, false);
        append(line, text_at(grid, row, i), grid->width[i], grid->column[i].right);
    }
    end_line(line);
}
