/* The manual, opened for who reads on a terminal. */
#ifndef TOOL_GROUND_MANUAL_PAGE_H
#define TOOL_GROUND_MANUAL_PAGE_H

/* Shows the page mpit-NAME(1) that was installed with this command, and does not return.  It does
 * where standard output is no terminal, or there is no such page, or nothing to show it with. */
void tool_manual_page(const char *name);

#endif
