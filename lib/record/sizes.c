/* Messages by their size: a class has those whose number of bytes has as many binary digits. */
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

struct mpit_record_size mpit__record_size_of(unsigned class)
{
    uint64_t least = class ? UINT64_C(1) << (class - 1) : 0;

    return (struct mpit_record_size){.least = least, .most = class ? 2 * least - 1 : 0};
}

/* Those that are there stand in order.  NULL without memory. */
static struct mpit_record_size *need_row(struct mpit_record *record,
                                         const struct mpit_record_size *like)
{
    struct mpit_record_size *grown;
    int at = 0;

    while (at < record->nsize && record->size[at].least < like->least)
        at++;
    if (at < record->nsize && record->size[at].least == like->least)
        return &record->size[at];
    grown = realloc(record->size, sizeof *grown * ((size_t)record->nsize + 1));
    if (!grown)
        return NULL;
    record->size = grown;
    memmove(&grown[at + 1], &grown[at], sizeof *grown * (size_t)(record->nsize - at));
    grown[at] = (struct mpit_record_size){.least = like->least, .most = like->most};
    record->nsize++;
    return &grown[at];
}

bool mpit__record_add_size(struct mpit_record *record, const struct mpit_record_size *more)
{
    struct mpit_record_size *row;

    if (!more->sends && !more->recvs)
        return true;
    row = need_row(record, more);
    if (!row)
        return false;
    row->sends += more->sends;
    row->recvs += more->recvs;
    return true;
}

bool mpit__record_add_sizes(struct mpit_record *record, const uint64_t sends[],
                            const uint64_t recvs[])
{
    for (unsigned i = 0; i < MPIT_RECORD_SIZES; i++) {
        struct mpit_record_size size = mpit__record_size_of(i);

        size.sends = sends[i];
        size.recvs = recvs[i];
        if (!mpit__record_add_size(record, &size))
            return false;
    }
    return true;
}
