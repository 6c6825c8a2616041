#include "config.h"

#include "hook/book.h"

#include "profile/block.h"

void mpit__book_use(enum mpit_kind kind, uint64_t key, int slot, uint64_t by)
{
    struct mpit_object *object = mpit__object_find(kind, key);
    struct mpit_block *block =
        object ? mpit__object_block_need(object, key, mpit__thread.shard) : NULL;

    if (block)
        mpit__total_add(&block->slot[slot], by, mpit__thread.shared);
}
