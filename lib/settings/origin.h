/* Where the value of a control variable came from. */
#ifndef MPIT_SETTINGS_ORIGIN_H
#define MPIT_SETTINGS_ORIGIN_H

#include <stddef.h>

/* A value of zero is the default. */
struct mpit_origin {
    const char *where; /* file, environment variable or function; NULL: the default */
    int line;          /* in a file, from 1; else 0 */
};

/* Room for what is printed; a longer one is cut. */
enum { MPIT_ORIGIN = 512 };

/* "default", "MPIT_CLOCK", "/etc/mpit.conf:3".  As snprintf. */
int mpit__origin_print(struct mpit_origin origin, char *buffer, size_t size);

/* A copy of the name that lives until mpit__origin_forget; the same for the same name.  NULL
 * without memory.  Called in the set-up of the library alone. */
const char *mpit__origin_name(const char *name, size_t length);

/* For tests that set up more than once. */
void mpit__origin_forget(void);

#endif
