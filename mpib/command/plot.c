/* Time over message size, both on logarithmic axes, drawn by gnuplot from a script on its input. */
#include "config.h"

#include "plot.h"

#include "../../tools/ground/quoted.h"
#include "../../tools/ground/tool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct terminal {
    const char *suffix, *setting;
} terminals[] = {
    {".png", "pngcairo size 960,640"},
    {".svg", "svg size 960,640"},
    {".pdf", "pdfcairo"},
};

static const struct terminal *terminal_of(const char *path)
{
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof terminals / sizeof *terminals; i++)
        if (!strcmp(dot, terminals[i].suffix))
            return &terminals[i];
    return NULL;
}

static bool gnuplot_is_there(void)
{
    const char *path = getenv("PATH");
    bool found = false;

    while (path && *path && !found) {
        int length = (int)strcspn(path, ":");
        char *program = tool_print("%.*s/gnuplot", length, path);
        found = access(program, X_OK) == 0;
        free(program);
        path += length + (path[length] == ':');
    }
    return found;
}

/* Opened to append: what stands there now is lost only when there is a curve to take its place. */
static int writing_error(const char *path)
{
    FILE *file = fopen(path, "a");

    if (!file)
        return errno;
    fclose(file);
    return 0;
}

int command_plot_check(const char *path)
{
    if (!terminal_of(path)) {
        tool_complain("--plot %s: a curve is a .png, a .svg or a .pdf", path);
        return TOOL_USAGE;
    }
    if (!gnuplot_is_there()) {
        tool_complain("--plot %s: gnuplot is missing: install gnuplot-nox, or leave --plot out",
                      path);
        return TOOL_FAILED;
    }
    int error = writing_error(path);
    if (error) {
        tool_complain("--plot %s: %s; nothing was measured: name a file that can be written", path,
                      strerror(error));
        return TOOL_USAGE;
    }
    return TOOL_GO_ON;
}

/* A logarithmic axis has no place for size 0: its time stands in the title. */
static void write_script(FILE *script, const char *path, const char *title,
                         const MPIB_result *results, int n)
{
    char *zero =
        results[0].M == 0 ? tool_print(" (0 bytes: %.3g s)", results[0].T) : tool_print("%s", "");
    char *whole = tool_print("%s%s", title, zero);

    fprintf(script, "set terminal %s\nset output ", terminal_of(path)->setting);
    tool_write_quoted('\'', path, script);
    fputs("\nset title ", script);
    tool_write_quoted('\'', whole, script);
    fputs(" noenhanced\n"
          "set xlabel 'message size, bytes'\nset ylabel 'time, seconds'\n"
          "set logscale x 2\nset logscale y 10\nset format y '%.0e'\nset grid\nset nokey\n"
          "$measured << END\n",
          script);
    for (int i = 0; i < n; i++)
        if (results[i].M > 0 && results[i].T > 0)
            fprintf(script, "%d %.9g %.9g\n", results[i].M, results[i].T, results[i].ci);
    fputs("END\nplot $measured with yerrorlines pointtype 7 pointsize 0.5\n", script);
    free(whole);
    free(zero);
}

int command_plot_draw(const char *path, const char *title, const MPIB_result *results, int n)
{
    signal(SIGPIPE, SIG_IGN); /* a gnuplot that ends early is told by its status */
    FILE *script = popen("gnuplot", "w");
    int status = -1;

    if (script) {
        write_script(script, path, title, results, n);
        status = pclose(script);
    }
    if (status != 0) {
        tool_complain("--plot %s: gnuplot did not draw it (status %d); what it said stands above",
                      path, status);
        return TOOL_FAILED;
    }
    return TOOL_OK;
}
