/* The report as text: on one screen, or with all tables where somebody asks for them. */
#ifndef TOOL_FORMATS_TEXT_FULL_H
#define TOOL_FORMATS_TEXT_FULL_H

#include <stdbool.h>
#include <stdio.h>

#include "record/record.h"

/* By the option --full, else by MPIT_REPORT_FULL in the environment, which a value given instead
 * stands for; NULL: none is. */
void tool_text_ask(bool option, const char *setting);

bool tool_text_is_full(void);

/* 0 or the errno of the failed write. */
int tool_text_write(const struct mpit_record *record, FILE *out);

#endif
