/* `mpit top`: its two tables. */
#ifndef TOOL_TOP_TABLES_H
#define TOOL_TOP_TABLES_H

#include "tools/ground/grid.h"
#include "tools/top/top.h"

/* A row a job; a row a rank of a job. */
void tool_top_jobs(const struct tool_top_look *look, struct tool_grid *grid);
void tool_top_ranks(const struct tool_top_look *look, const struct tool_top_job *job,
                    struct tool_grid *grid);

/* The command without the folders of its program. */
const char *tool_top_command(const struct tool_top_job *job);

#endif
