#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../mpib/median.h"

enum { ROUNDS = 'r', CHECK = 'c', JSON = 'j', KERNEL_FILE = 256, LIBRARY_FILE };

static const struct argp_option rows[] = {
    {"rounds", ROUNDS, "N", 0, "Rounds, each with one process a variant (default 15, at least 8)",
     0},
    {"check", CHECK, NULL, 0,
     "Hold the targets against the figures: exit 1 if one is missed, 2 if one stays open", 0},
    {"json", JSON, NULL, 0, "Print JSON", 0},
    {"kernel", KERNEL_FILE, "FILE", 0, "The measured program (default: beside this one)", 0},
    {"library", LIBRARY_FILE, "FILE", 0, "libmpit.so (default: the one of this build)", 0},
    {0},
};

static error_t option_parse(int key, char *arg, struct argp_state *state)
{
    struct bench_options *options = state->input;

    switch (key) {
    case ROUNDS:
        options->rounds =
            bench_options_number("rounds", arg, MPIB_ROUNDS_LEAST, MPIB_ROUNDS_MOST, state);
        return 0;
    case CHECK:
        options->check = true;
        return 0;
    case JSON:
        options->json = true;
        return 0;
    case KERNEL_FILE:
        options->kernel = arg;
        return 0;
    case LIBRARY_FILE:
        options->library = arg;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "%s: there are options only", arg);
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp bench_options_parser = {rows, option_parse, NULL, NULL, NULL, NULL, NULL};

int bench_options_number(const char *option, const char *text, int least, int most,
                         struct argp_state *state)
{
    char *end;
    long number = strtol(text, &end, 10);

    if (*end || number < least || number > most)
        argp_error(state, "--%s %s: a number from %d to %d is needed", option, text, least, most);
    return (int)number;
}

void bench_options_only(char *list, const char *what, int (*find)(const char *name), bool *selected,
                        int n, struct argp_state *state)
{
    char *save = NULL;

    memset(selected, 0, (size_t)n * sizeof *selected);
    for (char *name = strtok_r(list, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
        int i = find(name);

        if (i < 0)
            argp_error(state, "there is no %s %s; --list names them", what, name);
        else
            selected[i] = true;
    }
}
