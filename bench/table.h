/* Tables of numbers on standard output: aligned text, or JSON. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdbool.h>

/* Before the first table and after the last one. */
void bench_tables_begin(bool json);
void bench_tables_end(void);

/* A table; `name` is one word, `title` says what is in it, for text.  The columns end in NULL; the
 * first ones are what the others are of. */
void bench_table_begin(const char *name, const char *title, const char *const columns[]);

/* A number for each column; NAN prints as "-". */
void bench_table_row(const double values[]);
void bench_table_end(void);

/* A line below the table. */
__attribute__((format(printf, 1, 2))) void bench_table_note(const char *format, ...);

#endif
