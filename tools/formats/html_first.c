/* The first screen of the page: what to change first as cards, and the factors of efficiency. */
#include "config.h"

#include "tools/formats/html_parts.h"

#include "record/readable.h"
#include "record/split.h"
#include "record/table_cells.h"

#include <math.h>
#include <string.h>

/* ---- cards */

/* A sentence has its figures first; what to do stands behind a semicolon, outside of brackets. */
static const char *behind_figures(const char *sentence)
{
    int depth = 0;

    for (const char *at = sentence; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0 && at[0] == ';' && at[1] == ' ')
            return at;
    }
    return sentence + strlen(sentence);
}

static void write_card(const char *sentence, FILE *out)
{
    struct mpit_line line = {0};
    const char *remedy;
    size_t figures;

    mpit__append_visible(&line, sentence);
    remedy = behind_figures(line.text);
    figures = (size_t)(remedy - line.text);
    remedy += strspn(remedy, "; ");
    line.text[figures] = '\0';
    tool_html_element("<li><strong>", line.text, "</strong>", out);
    if (*remedy)
        tool_html_element(" <span>", remedy, "</span>", out);
    fputs("</li>\n", out);
}

static void write_cards(const struct mpit_record *record, FILE *out)
{
    if (record->nverdict == 0)
        return;
    fputs("<h2>what to change first</h2>\n<ol class=\"cards\">\n", out);
    for (int i = 0; i < record->nverdict; i++)
        write_card(record->verdict[i].text, out);
    fputs("</ol>\n", out);
}

/* ---- factors */

static void write_factor(const char *name, double share, FILE *out)
{
    char percent[MPIT_READABLE];

    if (!mpit__has_ratio(share, 1) || share < 0)
        return;
    mpit__readable_share(percent, share, 1);
    tool_html_element("<label>", name, " ", out);
    tool_html_number("<meter value=\"", fmin(share, 1), out);
    fprintf(out, "\"></meter> %s</label>\n", percent);
}

static void write_factors(const struct mpit_record *record, FILE *out)
{
    const struct mpit_record_efficiency *its = &record->efficiency;

    if (!mpit__efficiency_is_known(its))
        return;
    fputs("<div class=\"factors\">\n", out);
    write_factor("parallel efficiency", its->parallel, out);
    write_factor("= load balance", its->load_balance, out);
    if (mpit__efficiency_has_both(its)) {
        write_factor("x serialisation", its->serialisation, out);
        write_factor("x transfer", its->transfer, out);
    } else {
        write_factor("x communication", its->communication, out);
    }
    fputs("</div>\n", out);
}

void tool_html_write_first(const struct mpit_record *record, FILE *out)
{
    write_cards(record, out);
    write_factors(record, out);
}
