/* The communication matrix: a row a sender, a column a receiver, shaded by the bytes.  It is never
 * wider than a page: where there are more ranks than cells, a cell is a block of several by
 * several, with the sum of what they sent. */
#include "config.h"

#include "html_parts.h"

#include "tool.h"

#include <stdlib.h>

enum { MOST_CELLS = 64, NUMBER_CELLS = 12 /* up to here there is room for a number */, STEP = 4 };

struct cell {
    bool any; /* messages without a byte are seen too */
    uint64_t messages, bytes;
};

struct matrix {
    int nranks, block; /* ranks; of these in a row or column */
    int n;             /* rows and columns */
    uint64_t most;     /* bytes of a cell */
    struct cell *cell; /* [n][n]: [sender][receiver] */
};

static struct cell *cell_at(const struct matrix *matrix, int sender, int receiver)
{
    return &matrix->cell[sender * matrix->n + receiver];
}

/* There may be pairs with spawned processes, which have no rank here; a damaged record may have
 * others of ranks that are not there. */
static void fill_matrix(const struct mpit_record *record, struct matrix *matrix)
{
    int nranks = record->nranks, block = (nranks - 1) / MOST_CELLS + 1;

    *matrix = (struct matrix){.nranks = nranks, .block = block, .n = (nranks - 1) / block + 1};
    matrix->cell = tool_allocate((size_t)(matrix->n * matrix->n), sizeof *matrix->cell);
    for (int i = 0; i < record->npair; i++) {
        const struct mpit_record_pair *pair = &record->pair[i];
        struct cell *cell;

        if (pair->sender >= nranks || pair->receiver < 0 || pair->receiver >= nranks)
            continue;
        cell = cell_at(matrix, pair->sender / block, pair->receiver / block);
        cell->any = true;
        cell->messages += pair->messages;
        cell->bytes += pair->bytes;
        if (cell->bytes > matrix->most)
            matrix->most = cell->bytes;
    }
}

/* The strongest still lets a number be read. */
static double shade_of(uint64_t bytes, uint64_t most)
{
    return 0.06 + 0.54 * (most ? (double)bytes / (double)most : 0);
}

/* "7", or "16-31" of a block. */
static void write_ranks(const struct matrix *matrix, int row, FILE *out)
{
    int first = row * matrix->block, last = first + matrix->block - 1;

    if (last >= matrix->nranks)
        last = matrix->nranks - 1;
    fprintf(out, "%d", first);
    if (last > first)
        fprintf(out, "-%d", last);
}

static void write_cell(const struct matrix *matrix, int sender, int receiver, FILE *out)
{
    const struct cell *cell = cell_at(matrix, sender, receiver);
    char volume[MPIT_READABLE];

    if (!cell->any) {
        fputs("<td></td>", out);
        return;
    }
    tool_html_number("<td style=\"--a:", shade_of(cell->bytes, matrix->most), out);
    fputs("\" title=\"", out);
    write_ranks(matrix, sender, out);
    fputs(" to ", out);
    write_ranks(matrix, receiver, out);
    fprintf(out, ": %" PRIu64 " messages, %" PRIu64 " bytes\">", cell->messages, cell->bytes);
    if (matrix->n <= NUMBER_CELLS) {
        mpit__readable_volume(volume, cell->bytes);
        fputs(volume, out);
    }
    fputs("</td>", out);
}

/* Where cells are small, each fourth has its first rank beside it.  0: not this one. */
static int labelled(const struct matrix *matrix, int row)
{
    int step = matrix->n <= NUMBER_CELLS ? 1 : STEP;

    if (row % step)
        return 0;
    return matrix->n - row < step ? matrix->n - row : step;
}

static void write_label(const struct matrix *matrix, int row, const char *span, FILE *out)
{
    int cells = labelled(matrix, row);

    if (cells > 1)
        fprintf(out, "<th %s=\"%d\">%d</th>", span, cells, row * matrix->block);
    else if (cells == 1)
        fprintf(out, "<th>%d</th>", row * matrix->block);
}

/* Small cells are about square, and share the width of the page where it is too narrow. */
static void write_begin(const struct matrix *matrix, FILE *out)
{
    fputs("<div class=\"wide\"><table class=\"matrix", out);
    if (matrix->n > NUMBER_CELLS)
        fprintf(out, " small\" style=\"width:min(100%%,%dem)", matrix->n + 8);
    fputs("\">\n", out);
}

static void write_matrix_head(const struct matrix *matrix, FILE *out)
{
    fprintf(out, "<thead><tr><th></th><th></th><th colspan=\"%d\">receiver</th></tr>\n", matrix->n);
    fputs("<tr><th></th><th></th>", out);
    for (int receiver = 0; receiver < matrix->n; receiver++)
        write_label(matrix, receiver, "colspan", out);
    fputs("</tr></thead>\n", out);
}

static void write_matrix_rows(const struct matrix *matrix, FILE *out)
{
    for (int sender = 0; sender < matrix->n; sender++) {
        fputs("<tr>", out);
        if (sender == 0)
            fprintf(out, "<th rowspan=\"%d\">sender</th>", matrix->n);
        write_label(matrix, sender, "rowspan", out);
        for (int receiver = 0; receiver < matrix->n; receiver++)
            write_cell(matrix, sender, receiver, out);
        fputs("</tr>\n", out);
    }
}

static void write_legend(const struct matrix *matrix, FILE *out)
{
    char most[MPIT_READABLE];

    mpit__readable_volume(most, matrix->most);
    fputs("<p>", out);
    if (matrix->block > 1)
        fprintf(out, "a cell is what %d ranks sent to %d; ", matrix->block, matrix->block);
    tool_html_element("the stronger the shade, the more bytes: strongest ", most, "</p>\n", out);
}

void tool_html_write_matrix(struct mpit_renderer *renderer, const struct mpit_record *record,
                            FILE *out)
{
    struct matrix matrix;

    if (record->npair == 0)
        return;
    fill_matrix(record, &matrix);
    renderer->title(renderer, "bytes sent point-to-point, by rank in MPI_COMM_WORLD");
    write_begin(&matrix, out);
    write_matrix_head(&matrix, out);
    fputs("<tbody>\n", out);
    write_matrix_rows(&matrix, out);
    fputs("</tbody></table></div>\n", out);
    write_legend(&matrix, out);
    free(matrix.cell);
}
