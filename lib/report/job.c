#include "config.h"

#include "report/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cvar/cvar.h"
#include "ground/memory.h"
#include "live/process.h"
#include "settings/foreign.h"

/* Of more different programs the first ones are named: a job whose ranks each have an argument of
 * their own may have as many as ranks. */
enum { PROGRAMS = 16 };

static struct mpit_record_setting *add_setting(struct mpit_record *report, const char *name,
                                               struct mpit_origin origin)
{
    struct mpit_record_setting *grown =
        realloc(report->setting, sizeof *grown * ((size_t)report->nsetting + 1));

    if (!grown) {
        mpit__memory_miss(1);
        return NULL;
    }
    report->setting = grown;
    grown += report->nsetting++;
    memset(grown, 0, sizeof *grown);
    snprintf(grown->name, sizeof grown->name, "%s", name);
    mpit__origin_print(origin, grown->source, sizeof grown->source);
    return grown;
}

static void add_own(struct mpit_record *report, const struct mpit_cvar *cvar)
{
    struct mpit_record_setting *setting = add_setting(report, cvar->name, *cvar->origin);
    union mpit_value value;

    if (!setting)
        return;
    mpit__cvar_get(cvar, NULL, &value);
    mpit__cvar_print(cvar, &value, setting->value, sizeof setting->value);
}

void mpit__job_settings(struct mpit_record *report)
{
    const struct mpit_cvar *cvar;

    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++)
        if (cvar->origin->where)
            add_own(report, cvar);
    for (const struct mpit_foreign *its = mpit__foreign_first(); its; its = its->next) {
        struct mpit_record_setting *setting =
            its->refused ? NULL : add_setting(report, its->name, its->origin);

        if (setting)
            snprintf(setting->value, sizeof setting->value, "%s", its->value);
    }
}

/* The program of one rank; the ranks come in order. */
static void take_program(void *context, int rank, const void *row, int n)
{
    struct mpit_record *report = context;
    const struct mpit_record_program *its = row;
    struct mpit_record_program *program = report->program;

    if (n == 0)
        return;
    for (int i = 0; i < report->nprogram; i++)
        if (strcmp(program[i].command, its->command) == 0) {
            program[i].nranks++;
            return;
        }
    if (report->nprogram == PROGRAMS)
        return;
    if (!program && !(program = calloc(PROGRAMS, sizeof *program))) {
        mpit__memory_miss(1);
        return;
    }
    report->program = program;
    program[report->nprogram] = *its;
    program[report->nprogram++].first = rank;
}

bool mpit__job_programs(struct mpit_record *report, struct mpit_gather *gather)
{
    static struct mpit_record_program mine;
    bool ok;

    mine.nranks = 1;
    mpit__process_command(mine.command, sizeof mine.command);
    ok = mpit__gather_rows(gather, &mine, 1, sizeof mine, take_program, report);
    if (ok && report->nprogram == 1) {
        free(report->program);
        report->program = NULL;
        report->nprogram = 0;
    }
    return ok;
}
