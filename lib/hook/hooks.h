/* The entry points of the MPI calls; see hooks.c. */
#ifndef MPIT_HOOK_HOOKS_H
#define MPIT_HOOK_HOOKS_H

/* Makes every call look at the watch mask from now on; to be called before the word is set for
 * the first time, and harmless when called again.  Signal safe once mpit__next is resolved. */
void mpit__hooks_arm(void);

/* A request is started, or may have been, that nobody watches.  Signal safe. */
void mpit__hooks_requests_unwatched(void);

/* Takes up what has gone by before we were there. */
void mpit__hooks_catch_up(void);

#endif
