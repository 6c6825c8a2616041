/* Tables of numbers on standard output: aligned text, or JSON. */
#ifndef MPIT_BENCH_TABLE_H
#define MPIT_BENCH_TABLE_H

#include <stdbool.h>

enum { MPIT_TABLE_COLUMNS = 8 };

/* Before the first table and after the last one. */
void mpit__tables_begin(bool json);
void mpit__tables_end(void);

/* A table; `name` is one word, `title` says what is in it, for text.  The columns end in NULL; the
 * first ones are what the others are of. */
void mpit__table_begin(const char *name, const char *title, const char *const columns[]);

/* A number for each column; NAN prints as "-". */
void mpit__table_row(const double values[]);
void mpit__table_end(void);

/* A line below the table. */
__attribute__((format(printf, 1, 2))) void mpit__table_note(const char *format, ...);

#endif
