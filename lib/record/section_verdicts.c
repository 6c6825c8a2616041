#include "record/table_cells.h"

void mpit__section_verdicts(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    for (int i = 0; i < record->nverdict; i++) {
        struct mpit_line line = {0};

        mpit__append_visible(&line, record->verdict[i].text);
        renderer->line(renderer, "verdict", line.text);
    }
}
