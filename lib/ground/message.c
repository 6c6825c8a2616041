#include "config.h"

#include "ground/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ground/in_force.h"
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

static void say(const char *format, va_list args)
{
    struct mpit_signals held;
    char line[1024];
    int saved = errno;
    int n = message_rank < 0 ? snprintf(line, sizeof line, "mpit: ")
                             : snprintf(line, sizeof line, "mpit: rank %d: ", message_rank);

    n += vsnprintf(line + n, sizeof line - (size_t)n, format, args);
    if (n > (int)sizeof line - 2)
        n = (int)sizeof line - 2;
    hide_controls(line, n);
    line[n++] = '\n';
    mpit__signals_hold(&held);
    /* A message that cannot be written has nowhere else to go. */
    if (write(STDERR_FILENO, line, (size_t)n) < 0)
        errno = saved;
    mpit__signals_release(&held);
    errno = saved;
}

void mpit__message(enum mpit_level level, const char *format, ...)
{
    va_list args;

    if ((int)level > MPIT_IN_FORCE(verbose))
        return;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

static bool another_says_it(void)
{
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK",
                                        "SLURM_PROCID"};

    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        const char *rank = secure_getenv(ranks[i]);
        if (rank)
            return strcmp(rank, "0") != 0;
    }
    return false;
}

void mpit__message_job(enum mpit_level level, const char *format, ...)
{
    va_list args;

    if ((int)level > MPIT_IN_FORCE(verbose) || another_says_it())
        return;
    va_start(args, format);
    say(format, args);
    va_end(args);
}
