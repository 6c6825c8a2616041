/* The page has the sections of the text, and pictures: bars beside what can be compared, the matrix
 * of who sends to whom, curves of the time series. */
#include "config.h"

#include "html.h"

#include "record/sections.h"
#include "record/slices.h"
#include "tool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MATRIX_RANKS = 64, /* more do not fit on a page, nor do more rows of ranks */
    NUMBER_RANKS = 12, /* up to here the cells of the matrix have room for a number */
    SLICES = 100       /* points of a curve */
};

static const char style[] =
    ":root{color-scheme:light dark;--line:#ccc;--bar:#4a86c8;--shade:214 96 20}\n"
    "@media (prefers-color-scheme:dark){:root{--line:#444;--bar:#6ea8e8;--shade:240 140 60}}\n"
    "body{font:15px/1.4 sans-serif;margin:2em auto;max-width:75em;padding:0 1em}\n"
    "h1{font-size:1.4em}h2{font-size:1.05em;margin:2em 0 .5em}\n"
    "h2::first-letter{text-transform:uppercase}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em 1em}\n"
    "dt{font-weight:bold}dd{margin:0;overflow-wrap:anywhere}\n"
    ".wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.15em .6em;text-align:right;vertical-align:top;white-space:nowrap}\n"
    "tr{border-bottom:1px solid var(--line)}.l{text-align:left}\n"
    "td b{display:block;height:.3em;margin-left:auto;background:var(--bar)}\n"
    ".matrix td,.matrix th{border:1px solid var(--line);padding:.15em .3em;min-width:.6em}\n"
    ".matrix td{background:rgb(var(--shade)/var(--a,0))}\n"
    ".curves{display:grid;grid-template-columns:repeat(auto-fill,minmax(20em,1fr));gap:1em}\n"
    "figure{margin:0;break-inside:avoid}figcaption{font-size:.9em}\n"
    "svg{display:block;width:100%;height:6em;border:1px solid var(--line)}\n"
    "polyline{fill:none;stroke:var(--bar);stroke-width:1.5;vector-effect:non-scaling-stroke}\n"
    "@media print{body{font-size:9px;margin:0;max-width:none}.wide{overflow:visible}\n"
    "tr{break-inside:avoid}h2{break-after:avoid}\n"
    "*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";

struct html {
    struct mpit_renderer renderer; /* first: the sections know no more of us */
    FILE *out;
    const char *align;
    bool measuring, in_head;
    double longest[MPIT_COLUMNS]; /* bar of a column */
};

static void write_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            putc(*text, out);
        }
    }
}

static void write_element(const char *open, const char *text, const char *close, FILE *out)
{
    fputs(open, out);
    write_escaped(text, out);
    fputs(close, out);
}

/* A number for an attribute: its point is one in every locale. */
static void write_number(const char *before, double value, FILE *out)
{
    char number[400]; /* the largest double has 309 digits before its point */

    snprintf(number, sizeof number, "%.2f", value);
    mpit__number_use_point(number);
    fprintf(out, "%s%s", before, number);
}

/* The sections. */

static void write_line(struct mpit_renderer *renderer, const char *name, const char *line)
{
    FILE *out = ((struct html *)renderer)->out;

    write_element("<dt>", name, "</dt>", out);
    write_element("<dd>", line, "</dd>\n", out);
}

static void write_title(struct mpit_renderer *renderer, const char *title)
{
    write_element("<h2>", title, "</h2>\n", ((struct html *)renderer)->out);
}

static void write_note(struct mpit_renderer *renderer, const char *note)
{
    write_element("<p>", note, "</p>\n", ((struct html *)renderer)->out);
}

static void measure(struct html *html, const struct mpit_cells *cells)
{
    for (int i = 0; html->align[i]; i++)
        if (isfinite(cells->bar[i]) && cells->bar[i] > html->longest[i])
            html->longest[i] = cells->bar[i];
}

static void write_cell(const struct html *html, int i, const char *text, double bar)
{
    const char *element = html->in_head ? "th" : "td";

    fprintf(html->out, "<%s%s>", element, html->align[i] == 'l' ? " class=\"l\"" : "");
    write_escaped(text, html->out);
    if (isfinite(bar) && bar > 0) {
        write_number("<b style=\"width:", 100 * bar / html->longest[i], html->out);
        fputs("%\"></b>", html->out);
    }
    fprintf(html->out, "</%s>", element);
}

static void write_row(struct mpit_renderer *renderer, const struct mpit_cells *cells)
{
    struct html *html = (struct html *)renderer;

    if (html->measuring) {
        measure(html, cells);
        return;
    }
    fputs(html->in_head ? "<thead><tr>" : "<tr>", html->out);
    for (int i = 0; html->align[i]; i++)
        write_cell(html, i, cells->text[i], cells->bar[i]);
    fputs(html->in_head ? "</tr></thead>\n<tbody>\n" : "</tr>\n", html->out);
    html->in_head = false;
}

/* Twice over the rows, first to measure the bars. */
static void write_table(struct mpit_renderer *renderer, const struct mpit_table *table,
                        const struct mpit_report *report)
{
    struct html *html = (struct html *)renderer;

    html->align = table->align;
    memset(html->longest, 0, sizeof html->longest);
    html->measuring = true;
    table->rows(renderer, report);
    html->measuring = false;
    html->in_head = true;
    fputs("<div class=\"wide\"><table>\n", html->out);
    table->rows(renderer, report);
    fputs("</tbody></table></div>\n", html->out);
}

/* The communication matrix. */

struct matrix {
    int n;
    uint64_t most;                                                   /* bytes of a cell */
    const struct mpit_report_pair *pair[MATRIX_RANKS][MATRIX_RANKS]; /* [sender][receiver] */
};

/* A damaged record may have pairs of ranks that are not there. */
static void fill_matrix(const struct mpit_report *report, struct matrix *matrix)
{
    *matrix = (struct matrix){.n = report->nranks};
    for (int i = 0; i < report->npair; i++) {
        const struct mpit_report_pair *pair = &report->pair[i];

        if (pair->sender >= matrix->n || pair->receiver >= matrix->n)
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

static void write_pair(const struct matrix *matrix, const struct mpit_report_pair *pair, FILE *out)
{
    char volume[MPIT_READABLE];

    if (!pair) {
        fputs("<td></td>", out);
        return;
    }
    write_number("<td style=\"--a:", shade_of(pair->bytes, matrix->most), out);
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

static void write_matrix(struct html *html, const struct mpit_report *report)
{
    struct matrix matrix;
    char most[MPIT_READABLE];

    if (report->npair == 0 || report->nranks > MATRIX_RANKS)
        return;
    fill_matrix(report, &matrix);
    mpit__readable_volume(most, matrix.most);
    write_title(&html->renderer, "bytes sent point-to-point, by rank in MPI_COMM_WORLD");
    fputs("<div class=\"wide\"><table class=\"matrix\">\n", html->out);
    write_matrix_head(matrix.n, html->out);
    fputs("<tbody>\n", html->out);
    write_matrix_rows(&matrix, html->out);
    fputs("</tbody></table></div>\n", html->out);
    write_element("<p>the stronger the shade, the more bytes: strongest ", most, "</p>\n",
                  html->out);
}

/* Curves. */

/* Values that are not finite have no point. */
static void write_points(const double *y, int n, double most, FILE *out)
{
    for (int i = 0; i < n; i++) {
        if (!isfinite(y[i]))
            continue;
        write_number(" ", 100 * (i + 0.5) / n, out);
        write_number(",", 95 - (most > 0 ? 90 * y[i] / most : 0), out);
    }
}

/* From 0 at the bottom to `most` near the top; `x` says what goes from left to right. */
static void write_curve(const char *what, const char *most_text, const char *x, const double *y,
                        int n, double most, FILE *out)
{
    fputs("<figure><svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\">"
          "<polyline points=\"",
          out);
    write_points(y, n, most, out);
    fputs("\"/></svg><figcaption>", out);
    write_escaped(what, out);
    write_element(", at most ", most_text, "; ", out);
    write_element("", x, "</figcaption></figure>\n", out);
}

static double most_of(const double *y, int n)
{
    double most = NAN;

    for (int i = 0; i < n; i++)
        most = fmax(most, y[i]); /* of a number and none: the number */
    return most;
}

/* The slices of the job that all its curves are about. */
struct curves {
    struct mpit_slice slice[SLICES];
    char x[MPIT_READABLE]; /* caption of the time */
    FILE *out;
};

static double length_of(const struct mpit_slice *slice)
{
    return slice->to > slice->from ? slice->to - slice->from : NAN;
}

static void write_share_curve(const struct curves *curves)
{
    double share[SLICES];
    char most[MPIT_READABLE];

    for (int i = 0; i < SLICES; i++) {
        const struct mpit_slice *slice = &curves->slice[i];
        share[i] = slice->nrank ? slice->share.total / slice->nrank : NAN;
    }
    mpit__readable_share(most, most_of(share, SLICES), 1);
    write_curve("in MPI, mean of the ranks", most, curves->x, share, SLICES, 1, curves->out);
}

enum rate { COUNT_RATE, BYTES_RATE };

static void write_rate_curve(const struct curves *curves, const char *title, int amount,
                             enum rate kind)
{
    double rate[SLICES], most;
    char what[MPIT_READABLE], most_text[MPIT_READABLE];

    for (int i = 0; i < SLICES; i++) {
        const struct mpit_report_amount *happened = &curves->slice[i].amount[amount];
        uint64_t number = kind == BYTES_RATE ? happened->bytes : happened->count;

        rate[i] = (double)number / length_of(&curves->slice[i]);
    }
    most = most_of(rate, SLICES);
    if (!(most > 0))
        return;
    snprintf(what, sizeof what, kind == BYTES_RATE ? "%s, bytes a second" : "%s a second", title);
    if (kind == BYTES_RATE)
        mpit__readable_volume(most_text, most < 1e18 ? (uint64_t)most : UINT64_MAX);
    else
        snprintf(most_text, sizeof most_text, "%.0f", most);
    write_curve(what, most_text, curves->x, rate, SLICES, most, curves->out);
}

static void write_level_curve(const struct curves *curves, const char *title, int level)
{
    double value[SLICES], most;
    char what[MPIT_READABLE], most_text[MPIT_READABLE];

    for (int i = 0; i < SLICES; i++)
        value[i] = curves->slice[i].most[level] < 0 ? NAN : (double)curves->slice[i].most[level];
    most = most_of(value, SLICES);
    if (!isfinite(most))
        return; /* nobody watched */
    snprintf(what, sizeof what, "%s, most on a rank", title);
    snprintf(most_text, sizeof most_text, "%.0f", most);
    write_curve(what, most_text, curves->x, value, SLICES, most, curves->out);
}

static void write_series(struct html *html, const struct mpit_report *report)
{
    struct curves curves = {.out = html->out};
    char end[MPIT_READABLE];

    if (report->nseries == 0)
        return;
    mpit__slices(report, SLICES, curves.slice);
    mpit__readable_seconds(end, curves.slice[SLICES - 1].to);
    snprintf(curves.x, sizeof curves.x, "from 0 to %.64s", end);
    mpit__section_series(&html->renderer, report);
    fputs("<div class=\"curves\">\n", html->out);
    write_share_curve(&curves);
#define AMOUNT(name, title)                                                                        \
    write_rate_curve(&curves, title, MPIT_AMOUNT_##name, COUNT_RATE);                              \
    write_rate_curve(&curves, title, MPIT_AMOUNT_##name, BYTES_RATE);
    MPIT_REPORT_AMOUNTS(AMOUNT)
#undef AMOUNT
#define LEVEL(name, title) write_level_curve(&curves, title, MPIT_REPORT_LEVEL_##name);
    MPIT_REPORT_LEVELS(LEVEL)
#undef LEVEL
    fputs("</div>\n", html->out);
}

/* Balance: a row a rank, or where that were too many a curve. */
static void write_ranks(struct html *html, const struct mpit_report *report)
{
    char most[MPIT_READABLE], x[MPIT_READABLE];

    if (report->nrank <= MATRIX_RANKS) {
        mpit__section_ranks(&html->renderer, report);
        return;
    }
    double *share = tool_allocate((size_t)report->nrank, sizeof *share);
    for (int i = 0; i < report->nrank; i++) {
        const struct mpit_report_rank *rank = &report->rank[i];
        share[i] = mpit__has_ratio(rank->mpi, rank->wall) ? rank->mpi / rank->wall : NAN;
    }
    mpit__readable_share(most, most_of(share, report->nrank), 1);
    snprintf(x, sizeof x, "from rank %d to %d", report->rank[0].rank,
             report->rank[report->nrank - 1].rank);
    write_title(&html->renderer, "ranks");
    write_curve("in MPI", most, x, share, report->nrank, 1, html->out);
    free(share);
}

/* The page. */

static void write_head(struct html *html, const struct mpit_report *report)
{
    char command[4 * sizeof report->command];

    mpit__visible(command, sizeof command, report->command);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width\"/>\n",
          html->out);
    write_element("<title>mpit: ", command, "</title>\n", html->out);
    fprintf(html->out, "<style>\n%s</style>\n</head>\n<body>\n", style);
    write_element("<h1>", command, "</h1>\n<dl>\n", html->out);
    mpit__section_job(&html->renderer, report);
    fputs("</dl>\n", html->out);
}

int tool_html_write_report(const struct mpit_report *report, FILE *out)
{
    struct html html = {{write_line, write_title, write_note, write_table, write_row}, .out = out};

    errno = 0;
    write_head(&html, report);
    mpit__section_times(&html.renderer, report);
    mpit__section_calls(&html.renderer, report);
    mpit__section_sizes(&html.renderer, report);
    write_matrix(&html, report);
    mpit__section_pairs(&html.renderer, report);
    mpit__section_regions(&html.renderer, report);
    write_ranks(&html, report);
    write_series(&html, report);
    fputs("</body>\n</html>\n", out);
    return mpit__stream_finish(out);
}
