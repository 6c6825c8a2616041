/* The call sites of a process. */
#include "config.h"

#include "tools/live/part_of.h"

#include "tools/ground/tool.h"
#include "tools/records/join.h"

#include <stdlib.h>
#include <string.h>

/* The module with a number, NULL where there is none. */
static const struct mpit_live_module *module_of(const struct tool_segment *segment, uint32_t number)
{
    for (int i = 0; number && i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_MODULE &&
            segment->piece[i].item.object == number)
            return (const struct mpit_live_module *)segment->piece[i].data;
    return NULL;
}

static void take_site(const struct tool_segment *segment, const struct mpit_live_site *its,
                      const struct mpit_live_site_of *of, struct mpit_record_site *site)
{
    const struct mpit_live_module *module = module_of(segment, of->module);

    *site = (struct mpit_record_site){.offset = of->offset,
                                      .count = its->count,
                                      .bytes = its->bytes,
                                      .seconds = tool_segment_seconds(segment, its->ticks),
                                      .waited = tool_segment_seconds(segment, of->waited)};
    if (!tool_segment_call_name(segment, of->call, site->call))
        strcpy(site->call, MPIT_SITES_OTHER);
    if (!module)
        return;
    memcpy(site->module, module->path, sizeof site->module - 1);
    memcpy(site->build_id, module->build_id, sizeof site->build_id - 1);
}

static void add_table(const struct tool_segment *segment, const struct tool_piece *piece,
                      struct mpit_record *part)
{
    const struct mpit_live_site *site = (const struct mpit_live_site *)piece->data;
    const struct mpit_live_site_of *of = (const struct mpit_live_site_of *)(site + piece->item.n);
    struct mpit_record_site *taken = tool_allocate(piece->item.n, sizeof *taken);
    int n = 0;

    for (uint32_t i = 0; i < piece->item.n; i++)
        if (site[i].key && site[i].count)
            take_site(segment, &site[i], &of[i], &taken[n++]);
    tool_record_add_sites(part, taken, n);
    free(taken);
}

void tool_live_sites(const struct tool_segment *segment, struct mpit_record *part)
{
    for (int i = 0; i < segment->npiece; i++)
        if (segment->piece[i].item.kind == MPIT_LIVE_SITES && segment->piece[i].item.object)
            add_table(segment, &segment->piece[i], part);
}
