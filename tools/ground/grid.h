/* A table that is made to fit a screen: columns are narrowed, then left out, never broken. */
#ifndef TOOL_GROUND_GRID_H
#define TOOL_GROUND_GRID_H

#include <stdbool.h>

struct tool_grid_column {
    const char *title;
    bool right; /* of numbers */
    int least;  /* it may be cut down to this; 0: it is shown whole or not at all */
    int leaves; /* where there is no room, columns leave from the highest on; 0: it stays */
};

enum { TOOL_GRID_COLUMNS = 12, TOOL_GRID_LINE = 4096 };

struct tool_grid {
    struct tool_grid_column column[TOOL_GRID_COLUMNS];
    int columns;
    char **cell; /* [rows][columns], NULL for an empty one */
    int rows;
    int width[TOOL_GRID_COLUMNS]; /* 0: left out */
    int gap;
};

void tool_grid_begin(struct tool_grid *grid, const struct tool_grid_column *column, int columns,
                     int rows);
void tool_grid_free(struct tool_grid *grid);

/* Of any text; what a terminal would obey, and what the locale cannot show, is replaced. */
void tool_grid_put(struct tool_grid *grid, int row, int column, const char *text);

/* Makes it fit into so many columns of the screen; 0: lines may be as long as they are. */
void tool_grid_fit(struct tool_grid *grid, int screen);

/* A row, -1 for the titles, without blanks at its end. */
void tool_grid_line(const struct tool_grid *grid, int row, char line[TOOL_GRID_LINE]);

/* Any text so, in a line of at most so many columns (0: any number), cut where it is longer. */
void tool_grid_text(const char *text, int columns, char line[TOOL_GRID_LINE]);

#endif
