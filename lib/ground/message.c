#include "config.h"

#include "ground/message.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "ground/in_force.h"
#include "ground/launcher.h"
#include "ground/node_ranks.h"
#include "ground/signals.h"

/* A line stays a line, whatever was put into it: names and values come from users. */
static void hide_controls(char *line, int n)
{
    for (int i = 0; i < n; i++)
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7f)
            line[i] = '?';
}

static int message_rank = -1;

void mpit__message_rank(int rank)
{
    message_rank = rank;
}

static void write_line(char *line, int n)
{
    struct mpit_signals held;
    int saved = errno;

    hide_controls(line, n);
    line[n++] = '\n';
    mpit__signals_hold(&held);
    /* A message that cannot be written has nowhere else to go. */
    if (write(STDERR_FILENO, line, (size_t)n) < 0)
        errno = saved;
    mpit__signals_release(&held);
    errno = saved;
}

/* "mpit: [rank N] [on NODE]: …" */
static int begin_line(char *line, size_t size, const char *node)
{
    int n = snprintf(line, size, "mpit: ");

    if (message_rank >= 0)
        n += snprintf(line + n, size - (size_t)n, "rank %d%s", message_rank, *node ? " " : ": ");
    if (*node)
        n += snprintf(line + n, size - (size_t)n, "on %s: ", node);
    return n;
}

static void say(const char *node, const char *format, va_list args)
{
    char line[2 * PATH_MAX]; /* "the report is in …, as … was there before" */
    int n = begin_line(line, sizeof line, node);

    n += vsnprintf(line + n, sizeof line - (size_t)n, format, args);
    if (n > (int)sizeof line - 2)
        n = (int)sizeof line - 2;
    write_line(line, n);
}

void mpit__message(enum mpit_level level, const char *format, ...)
{
    va_list args;

    if ((int)level > MPIT_IN_FORCE(verbose))
        return;
    va_start(args, format);
    say("", format, args);
    va_end(args);
}

/* By the launcher's rank, and once it is known by that in MPI_COMM_WORLD, of which a launcher that
 * the MPI does not know may start several. */
static bool another_says_it(void)
{
    return message_rank > 0 || mpit__launcher_rank() > 0;
}

void mpit__message_job(enum mpit_level level, const char *format, ...)
{
    va_list args;

    if ((int)level > MPIT_IN_FORCE(verbose) || another_says_it())
        return;
    va_start(args, format);
    say("", format, args);
    va_end(args);
}

static void name_node(char *node, size_t size)
{
    node[0] = '\0';
    if (mpit__launcher_here() >= 0 && mpit__launcher_size() > mpit__launcher_here())
        gethostname(node, size - 1);
    node[size - 1] = '\0';
}

void mpit__message_node(enum mpit_level level, const char *topic, const char *format, ...)
{
    char name[512], node[65];
    va_list args;

    snprintf(name, sizeof name, "%s%s", format, topic ? topic : "");
    if ((int)level > MPIT_IN_FORCE(verbose) || !mpit__node_ranks_speaks(name))
        return;
    name_node(node, sizeof node);
    va_start(args, format);
    say(node, format, args);
    va_end(args);
}
