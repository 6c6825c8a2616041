/* The page has the sections of the text, and pictures: bars beside what can be compared, the matrix
 * of who sends to whom, curves of the time series. */
#include "config.h"

#include "formats.h"

#include "html_parts.h"

#include <errno.h>
#include <math.h>
#include <string.h>

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
    ".small{table-layout:fixed}\n"
    ".matrix.small td,.matrix.small th{padding:0;min-width:0;height:1em;text-align:left}\n"
    ".small th{font-size:.7em;overflow:visible}.small th[rowspan]{vertical-align:top}\n"
    ".small thead tr:first-child th:first-child{width:4em}\n"
    ".small thead tr:first-child th:nth-child(2){width:3em}\n"
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

/* The sections. */

static void write_line(struct mpit_renderer *renderer, const char *name, const char *line)
{
    FILE *out = ((struct html *)renderer)->out;

    tool_html_element("<dt>", name, "</dt>", out);
    tool_html_element("<dd>", line, "</dd>\n", out);
}

static void write_title(struct mpit_renderer *renderer, const char *title)
{
    tool_html_element("<h2>", title, "</h2>\n", ((struct html *)renderer)->out);
}

static void write_note(struct mpit_renderer *renderer, const char *note)
{
    tool_html_element("<p>", note, "</p>\n", ((struct html *)renderer)->out);
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

    fprintf(html->out, "<%s%s>", element,
            mpit__align_is_right(html->align[i]) ? "" : " class=\"l\"");
    tool_html_escaped(text, html->out);
    if (isfinite(bar) && bar > 0) {
        tool_html_number("<b style=\"width:", 100 * bar / html->longest[i], html->out);
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
                        const struct mpit_record *record)
{
    struct html *html = (struct html *)renderer;

    html->align = table->align;
    memset(html->longest, 0, sizeof html->longest);
    html->measuring = true;
    table->rows(renderer, record);
    html->measuring = false;
    html->in_head = true;
    fputs("<div class=\"wide\"><table>\n", html->out);
    table->rows(renderer, record);
    fputs("</tbody></table></div>\n", html->out);
}

/* The page. */

static void write_head(struct html *html, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width\"/>\n",
          html->out);
    tool_html_element("<title>mpit: ", title, "</title>\n", html->out);
    fprintf(html->out, "<style>\n%s</style>\n</head>\n<body>\n", style);
    tool_html_element("<h1>", title, "</h1>\n", html->out);
}

int tool_html_write_page(const char *title, mpit_section *lines, tool_html_section *rest,
                         const struct mpit_record *record, FILE *out)
{
    struct html html = {{write_line, write_title, write_note, write_table, write_row}, .out = out};

    errno = 0;
    write_head(&html, title);
    fputs("<dl>\n", out);
    lines(&html.renderer, record);
    fputs("</dl>\n", out);
    rest(&html.renderer, record, out);
    fputs("</body>\n</html>\n", out);
    return mpit__stream_finish(out);
}

/* The page of a record. */

static void write_lines(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    mpit__section_verdicts(renderer, record);
    mpit__section_job(renderer, record);
}

/* Balance: a row a rank, or where that were too many a curve. */
static void write_ranks(struct mpit_renderer *renderer, const struct mpit_record *record, FILE *out)
{
    if (record->nrank <= TOOL_HTML_RANKS) {
        mpit__section_ranks(renderer, record);
        return;
    }
    write_title(renderer, "ranks");
    tool_html_write_rank_curve(record, out);
}

static void write_series(struct mpit_renderer *renderer, const struct mpit_record *record,
                         FILE *out)
{
    if (record->nseries == 0)
        return;
    mpit__section_series(renderer, record);
    tool_html_write_series_curves(record, out);
}

static void write_rest(struct mpit_renderer *renderer, const struct mpit_record *record, FILE *out)
{
    mpit__section_times(renderer, record);
    mpit__section_efficiency(renderer, record);
    mpit__section_states(renderer, record);
    mpit__section_waits(renderer, record);
    mpit__section_calls(renderer, record);
    mpit__section_sites(renderer, record);
    mpit__section_sizes(renderer, record);
    tool_html_write_matrix(renderer, record, out);
    mpit__section_pairs(renderer, record);
    mpit__section_regions(renderer, record);
    write_ranks(renderer, record, out);
    write_series(renderer, record, out);
}

int tool_html_write_record(const struct mpit_record *record, FILE *out)
{
    char command[4 * sizeof record->command];

    mpit__visible(command, sizeof command, record->command);
    return tool_html_write_page(command, write_lines, write_rest, record, out);
}
