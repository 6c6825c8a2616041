/* The processors of the node that this process may run on. */
#ifndef MPIT_REPORT_PROCESSORS_H
#define MPIT_REPORT_PROCESSORS_H

#include <stddef.h>

/* As "0-3,8"; empty where the system does not say, or where they do not fit. */
void mpit__processors_list(char *list, size_t size);

#endif
