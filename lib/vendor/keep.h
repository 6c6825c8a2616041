/* Memory for what is known of the vendor's variables: kept for ever, since an index never changes
 * its meaning.  Its size is the vendor's, so it does not count against mpit_memory_limit: a tight
 * limit must not take variables away. */
#ifndef MPIT_VENDOR_KEEP_H
#define MPIT_VENDOR_KEEP_H

#include <stddef.h>

/* Zeroed, aligned for any type; NULL without memory.  Under MPIT_LOCK_DISCOVERY. */
void *mpit__keep(size_t bytes);
char *mpit__keep_text(const char *text);

#endif
