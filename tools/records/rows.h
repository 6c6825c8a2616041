/* A record as rows: one for each rank and quantity, call, pair, region and quantity, sample and
 * quantity.  CSV is these, and two records are compared by them.  Which rows there are, and what
 * stands where, is in the table of the record's fields. */
#ifndef TOOL_RECORDS_ROWS_H
#define TOOL_RECORDS_ROWS_H

#include <stdbool.h>

#include "record/fields.h"

/* What stands in the columns of a row; what its kind does not have is empty. */
struct tool_row {
    struct {
        const struct mpit_field *field; /* NULL: empty */
        const void *thing;              /* that has the member */
    } cell[MPIT_CSV_COLUMNS];
    double mean;    /* of what has a total; no number: none */
    bool is_sample; /* one moment of a time series */
};

/* In the order of the CSV.  `kind` may have the name behind a comma: "rank,wall". */
typedef void tool_row_taker(void *with, const char *kind, const struct tool_row *row);
void tool_rows_each(const struct mpit_record *record, tool_row_taker *take, void *with);

/* What a text column says; "" where it is empty. */
const char *tool_row_text(const struct tool_row *row, enum mpit_csv_column column);

/* What a column of numbers says; no number where it is empty, or not known. */
double tool_row_number(const struct tool_row *row, enum mpit_csv_column column);

#endif
