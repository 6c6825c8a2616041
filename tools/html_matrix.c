/* The communication matrix: a row a sender, a column a receiver, shaded by the bytes. */
#include "config.h"

#include "html_parts.h"

enum { NUMBER_RANKS = 12 }; /* up to here the cells have room for a number */

struct matrix {
    int n;
    uint64_t most;                                                         /* bytes of a cell */
    const struct mpit_record_pair *pair[TOOL_HTML_RANKS][TOOL_HTML_RANKS]; /* [sender][receiver] */
};

/* There may be pairs with spawned processes, which have no rank here; a damaged record may have
 * others of ranks that are not there. */
static void fill_matrix(const struct mpit_record *record, struct matrix *matrix)
{
    *matrix = (struct matrix){.n = record->nranks};
    for (int i = 0; i < record->npair; i++) {
        const struct mpit_record_pair *pair = &record->pair[i];

        if (pair->sender >= matrix->n || pair->receiver < 0 || pair->receiver >= matrix->n)
            continue;
        matrix->pair[pair->sender][pair->receiver] = pair;
        if (pair->bytes > matrix->most)
            matrix->most = pair->bytes;
    }
}

/* Messages without a byte are seen too; the strongest still lets a number be read. */
static double shade_of(uint64_t bytes, uint64_t most)
{
    return 0.06 + 0.54 * (most ? (double)bytes / (double)most : 0);
}

static void write_pair(const struct matrix *matrix, const struct mpit_record_pair *pair, FILE *out)
{
    char volume[MPIT_READABLE];

    if (!pair) {
        fputs("<td></td>", out);
        return;
    }
    tool_html_number("<td style=\"--a:", shade_of(pair->bytes, matrix->most), out);
    fprintf(out, "\" title=\"%d to %d: %" PRIu64 " messages, %" PRIu64 " bytes\">", pair->sender,
            pair->receiver, pair->messages, pair->bytes);
    if (matrix->n <= NUMBER_RANKS) {
        mpit__readable_volume(volume, pair->bytes);
        fputs(volume, out);
    }
    fputs("</td>", out);
}

static void write_matrix_head(int n, FILE *out)
{
    fprintf(out, "<thead><tr><th></th><th></th><th colspan=\"%d\">receiver</th></tr>\n", n);
    fputs("<tr><th></th><th></th>", out);
    for (int receiver = 0; receiver < n; receiver++)
        fprintf(out, "<th>%d</th>", receiver);
    fputs("</tr></thead>\n", out);
}

static void write_matrix_rows(const struct matrix *matrix, FILE *out)
{
    for (int sender = 0; sender < matrix->n; sender++) {
        fputs("<tr>", out);
        if (sender == 0)
            fprintf(out, "<th rowspan=\"%d\">sender</th>", matrix->n);
        fprintf(out, "<th>%d</th>", sender);
        for (int receiver = 0; receiver < matrix->n; receiver++)
            write_pair(matrix, matrix->pair[sender][receiver], out);
        fputs("</tr>\n", out);
    }
}

void tool_html_write_matrix(struct mpit_renderer *renderer, const struct mpit_record *record,
                            FILE *out)
{
    struct matrix matrix;
    char most[MPIT_READABLE];

    if (record->npair == 0 || record->nranks > TOOL_HTML_RANKS)
        return;
    fill_matrix(record, &matrix);
    mpit__readable_volume(most, matrix.most);
    renderer->title(renderer, "bytes sent point-to-point, by rank in MPI_COMM_WORLD");
    fputs("<div class=\"wide\"><table class=\"matrix\">\n", out);
    write_matrix_head(matrix.n, out);
    fputs("<tbody>\n", out);
    write_matrix_rows(&matrix, out);
    fputs("</tbody></table></div>\n", out);
    tool_html_element("<p>the stronger the shade, the more bytes: strongest ", most, "</p>\n", out);
}
