/* How many messages of which sizes were sent and received. */
#include "record/table_cells.h"

static void message_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"bytes", "sent", "of all", "received", "of all"},
                                             {0}};
    double sends = 0, recvs = 0;

    for (int i = 0; i < record->nsize; i++) {
        sends += (double)record->size[i].sends;
        recvs += (double)record->size[i].recvs;
    }
    renderer->row(renderer, &header);
    for (int i = 0; i < record->nsize; i++) {
        const struct mpit_record_size *size = &record->size[i];
        struct mpit_cells cells = {0};

        mpit__put_range(&cells, 0, size->least, size->most);
        mpit__put_count(&cells, 1, size->sends);
        mpit__put_share(&cells, 2, (double)size->sends, sends);
        mpit__put_count(&cells, 3, size->recvs);
        mpit__put_share(&cells, 4, (double)size->recvs, recvs);
        cells.bar[1] = (double)size->sends;
        cells.bar[3] = (double)size->recvs;
        renderer->row(renderer, &cells);
    }
}

void mpit__section_messages(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrr", message_rows};

    if (record->nsize == 0)
        return;
    renderer->title(renderer, "messages by size");
    renderer->table(renderer, &table, record);
}
