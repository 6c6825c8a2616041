/* The page has the sections of the text, which need no script to be read, and pictures, which the
 * scripts of page/ draw from what html_data.c hands over. */
#include "config.h"

#include "tools/formats/formats.h"

#include "tools/formats/html_parts.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Rows of a list on a page. */
enum { ROWS = 500 };

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
    const char *element = html->in_head && *text ? "th" : "td";

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

static void write_file(const char *open, const unsigned char *text, const char *close, FILE *out)
{
    fputs(open, out);
    fputs((const char *)text, out);
    fputs(close, out);
}

/* The browser is told to load nothing, whatever is in the page. */
static void write_head(struct html *html, const char *title)
{
    fputs(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n",
        html->out);
    tool_html_element("<title>mpit: ", title, "</title>\n", html->out);
    write_file("<style>\n", tool_page_page_css, "</style>\n</head>\n<body>\n<main>\n", html->out);
    tool_html_element("<h1>", title, "</h1>\n", html->out);
}

static void write_script(const unsigned char *script, FILE *out)
{
    write_file("<script>\n", script, "</script>\n", out);
}

int tool_html_write_page(const char *title, mpit_section *lines, tool_html_section *rest,
                         const struct mpit_record *record, FILE *out)
{
    struct html html = {
        {ROWS, write_line, write_title, write_note, write_table, write_row},
        .out = out,
    };

    errno = 0;
    write_head(&html, title);
    fputs("<dl>\n", out);
    lines(&html.renderer, record);
    fputs("</dl>\n", out);
    rest(&html.renderer, record, out);
    write_script(tool_page_tables_js, out);
    fputs("</main>\n</body>\n</html>\n", out);
    return mpit__stream_finish(out);
}

/* The page of a record. */

/* Who ran what where, for whoever asks for it. */
static void write_job(struct mpit_renderer *renderer, const struct mpit_record *record, FILE *out)
{
    fputs("<details>\n<summary>The job</summary>\n<dl>\n", out);
    mpit__section_job(renderer, record);
    fputs("</dl>\n</details>\n", out);
}

/* Where a picture goes, if there is something to draw. */
static void write_places(const char *names, FILE *out)
{
    fprintf(out, "<div class=\"pictures\" data-of=\"%s\"></div>\n", names);
}

static void write_pictures(const struct mpit_record *record, FILE *out)
{
    tool_html_write_data(record, out);
    write_script(tool_page_licence_js, out);
    write_script(tool_page_d3_js, out);
    write_script(tool_page_plot_js, out);
    write_script(tool_page_view_js, out);
    write_script(tool_page_ranks_js, out);
    write_script(tool_page_job_js, out);
    write_script(tool_page_regions_js, out);
    write_script(tool_page_calls_js, out);
}

static void write_rest(struct mpit_renderer *renderer, const struct mpit_record *record, FILE *out)
{
    tool_html_write_first(record, out);
    write_places(record->complete ? "ranks" : "called", out); /* what it did before it died */
    write_places(record->complete ? "called" : "ranks", out);
    write_job(renderer, record, out);
    mpit__section_states(renderer, record);
    mpit__section_last(renderer, record);
    mpit__section_times(renderer, record);
    write_places("time", out);
    mpit__section_phases(renderer, record);
    mpit__section_hosts(renderer, record);
    mpit__section_ranks(renderer, record);
    mpit__section_processors(renderer, record);
    write_places("matrix calls sizes", out);
    mpit__section_waits(renderer, record);
    mpit__section_calls(renderer, record);
    mpit__section_call_ranks(renderer, record);
    mpit__section_sites(renderer, record);
    mpit__section_communicators(renderer, record);
    mpit__section_collectives(renderer, record);
    mpit__section_messages(renderer, record);
    mpit__section_sizes(renderer, record);
    mpit__section_pairs(renderer, record);
    mpit__section_queues(renderer, record);
    mpit__section_files(renderer, record);
    write_places("regions", out);
    mpit__section_regions(renderer, record);
    mpit__section_region_processors(renderer, record);
    mpit__section_series(renderer, record);
    write_places("curves", out);
    write_pictures(record, out);
}

int tool_html_write_record(const struct mpit_record *record, FILE *out)
{
    char command[4 * sizeof record->command];

    mpit__visible(command, sizeof command, record->command);
    return tool_html_write_page(command, mpit__section_brief, write_rest, record, out);
}
