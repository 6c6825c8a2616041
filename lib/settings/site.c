#include "config.h"

#include "settings/site.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define EXCLUDE "mpit_exclude"
#define INCLUDE "mpit_include"
#define MPI     "mpit_mpi"

struct program {
    char path[PATH_MAX]; /* the file itself, links followed */
    const char *name;    /* of it */
    const char *called;  /* the name by which it was started: python3 for python3.11 */
};

bool mpit__site_is_off(void)
{
    static const char *const off[] = {"", "0", "off", "no", "false"};
    const char *value = getenv("MPIT_DISABLE");

    if (!value)
        return false;
    for (size_t i = 0; i < sizeof off / sizeof *off; i++)
        if (strcasecmp(value, off[i]) == 0)
            return false;
    return true;
}

static bool is_of_programs(const char *name)
{
    return strcmp(name, EXCLUDE) == 0 || strcmp(name, INCLUDE) == 0;
}

bool mpit__site_has(const char *name)
{
    return is_of_programs(name) || strcmp(name, MPI) == 0;
}

/* Where a segment would be is nothing by itself. */
bool mpit__site_asks_for_nothing(const struct mpit_settings *list)
{
    for (const struct mpit_setting *one = list->first; one; one = one->next)
        if (!one->name || (!mpit__site_has(one->name) && strcmp(one->name, "mpit_live_dir") != 0))
            return false;
    return true;
}

const char *mpit__site_mpi(const struct mpit_settings *list)
{
    const char *said = "";

    for (const struct mpit_setting *one = list->first; one; one = one->next)
        if (one->name && strcmp(one->name, MPI) == 0)
            said = one->value;
    return said;
}

static void look_at_program(struct program *program)
{
    ssize_t n = readlink("/proc/self/exe", program->path, sizeof program->path - 1);
    const char *slash;

    program->path[n > 0 ? n : 0] = '\0';
    slash = strrchr(program->path, '/');
    program->name = slash ? slash + 1 : program->path;
    program->called = program_invocation_short_name;
}

static bool is_meant(const struct program *program, const char *pattern)
{
    if (strchr(pattern, '/'))
        return fnmatch(pattern, program->path, 0) == 0;
    return fnmatch(pattern, program->name, 0) == 0 || fnmatch(pattern, program->called, 0) == 0;
}

static bool is_among(const struct program *program, const char *patterns)
{
    static const char blanks[] = " \t\n";
    char pattern[PATH_MAX];

    while (*(patterns += strspn(patterns, blanks))) {
        int length = (int)strcspn(patterns, blanks);

        if (snprintf(pattern, sizeof pattern, "%.*s", length, patterns) < (int)sizeof pattern &&
            is_meant(program, pattern))
            return true;
        patterns += length;
    }
    return false;
}

bool mpit__site_leaves_out(const struct mpit_settings *list)
{
    struct program program;
    bool out = false;

    look_at_program(&program);
    for (const struct mpit_setting *one = list->first; one; one = one->next)
        if (one->name && is_of_programs(one->name) && is_among(&program, one->value))
            out = strcmp(one->name, EXCLUDE) == 0;
    return out;
}
