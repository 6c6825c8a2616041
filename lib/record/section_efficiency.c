#include "record/split.h"
#include "record/table_cells.h"

#include <string.h>

/* The efficiency, and what it is the product of. */

static void append_share(struct mpit_line *line, const char *before, double share)
{
    mpit__append(line, "%s", before);
    mpit__append_share(line, share);
}

void mpit__section_efficiency(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct mpit_record_efficiency *its = &record->efficiency;
    struct mpit_line line = {0};

    if (!mpit__efficiency_is_known(its))
        return;
    append_share(&line, "parallel efficiency ", its->parallel);
    append_share(&line, " = load balance ", its->load_balance);
    if (mpit__efficiency_has_both(its)) {
        append_share(&line, " x serialisation ", its->serialisation);
        append_share(&line, " x transfer ", its->transfer);
    } else {
        append_share(&line, " x communication efficiency ", its->communication);
    }
    renderer->title(renderer, line.text);
}

/* "71.1 %  ##############......" */
static void show_bar(struct mpit_renderer *renderer, const char *name, double share)
{
    enum { WIDTH = 40 };
    static const char full[] = "########################################",
                      empty[] = "........................................";
    struct mpit_line line = {0};
    char percent[MPIT_READABLE];
    int filled = share > 1 ? WIDTH : (int)(share * WIDTH + 0.5);

    mpit__readable_share(percent, share, 1);
    mpit__append(&line, "%7s  %.*s%.*s", percent, filled, full, WIDTH - filled, empty);
    renderer->line(renderer, name, line.text);
}

void mpit__section_factors(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct mpit_record_efficiency *its = &record->efficiency;
    struct mpit_line line = {0};

    if (!mpit__efficiency_is_known(its))
        return;
    append_share(&line, "efficiency ", its->parallel);
    mpit__append(&line, mpit__efficiency_has_both(its)
                            ? " = load balance x serialisation x transfer"
                            : " = load balance x communication efficiency");
    renderer->line(renderer, "parallel", line.text);
    show_bar(renderer, "balance", its->load_balance);
    if (mpit__efficiency_has_both(its)) {
        show_bar(renderer, "serial", its->serialisation);
        show_bar(renderer, "transfer", its->transfer);
    } else {
        show_bar(renderer, "comm", its->communication);
    }
}
