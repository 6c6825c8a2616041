#include "config.h"

#include "hook/sites.h"

void mpit__sites_book_long(const struct mpit_frame *frame, const struct mpit_base *base,
                           const void *caller)
{
    mpit__sites_book(frame, base, caller);
}
