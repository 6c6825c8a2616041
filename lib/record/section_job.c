#include "record/cells.h"

#include <string.h>

enum { HOSTS_SHOWN = 4 };

static void show_text(struct mpit_renderer *renderer, const char *name, const char *text)
{
    struct mpit_line line = {0};

    mpit__append_visible(&line, *text ? text : "-");
    renderer->line(renderer, name, line.text);
}

static bool host_is_new(const struct mpit_record *record, int i)
{
    if (i > 0 && !strcmp(record->rank[i].host, record->rank[i - 1].host))
        return false;
    for (int before = 0; before < i; before++)
        if (!strcmp(record->rank[i].host, record->rank[before].host))
            return false;
    return true;
}

static void show_hosts(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};
    int nhost = 0, shown = 0;

    for (int i = 0; i < record->nrank; i++)
        nhost += host_is_new(record, i);
    mpit__append(&line, "%d on %d host%s", record->nrank, nhost, nhost == 1 ? "" : "s");
    for (int i = 0; i < record->nrank && shown < HOSTS_SHOWN; i++) {
        if (!host_is_new(record, i))
            continue;
        mpit__append(&line, "%s", shown++ ? ", " : ": ");
        mpit__append_visible(&line, record->rank[i].host);
    }
    if (nhost > shown)
        mpit__append(&line, " and %d more", nhost - shown);
    renderer->line(renderer, "ranks", line.text);
}

static void show_partial(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_line line = {0};

    mpit__append(&line, "written ");
    if (*record->reason) {
        mpit__append(&line, "at ");
        mpit__append_visible(&line, record->reason);
        mpit__append(&line, ", ");
    }
    mpit__append(&line, "before the end of the job");
    if (record->nrank == 1)
        mpit__append(&line, ": rank %d alone, of %d", record->rank[0].rank, record->nranks);
    renderer->line(renderer, "partial", line.text);
}

static void show_lost(struct mpit_renderer *renderer, uint64_t lost)
{
    struct mpit_line line = {0};

    mpit__append(&line, "%" PRIu64 " objects went unrecorded: raise mpit_memory_limit", lost);
    renderer->line(renderer, "lost", line.text);
}

void mpit__section_job(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    show_text(renderer, "mpit", record->mpit);
    show_text(renderer, "vendor", record->vendor);
    show_text(renderer, "command", record->command);
    show_hosts(renderer, record);
    show_text(renderer, "start", record->start);
    if (!record->complete)
        show_partial(renderer, record);
    if (record->lost_records)
        show_lost(renderer, record->lost_records);
}
