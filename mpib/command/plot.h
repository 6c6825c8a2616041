/* Curves by gnuplot. */
#ifndef COMMAND_PLOT_H
#define COMMAND_PLOT_H

#include "../mpib.h"

/* Before the measurement: could a curve be drawn into this file?  TOOL_GO_ON, or an exit code after
 * having said why not. */
int command_plot_check(const char *path);

/* TOOL_OK, or TOOL_FAILED after having said why.  `results` ascend in size, from 2 on. */
int command_plot_draw(const char *path, const char *title, const MPIB_result *results, int n);

#endif
