/* The command line of `mpit-bench`. */
#include "config.h"

#include "settings.h"

#include "../../tools/ground/options.h"
#include "../../tools/ground/tool.h"
#include "../median.h"
#include "plot.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct method {
    const char *name, *what;
} methods[] = {
#define METHOD(name, what) {#name, what},
#include "methods.def"
#undef METHOD
};

/* As written; what popt has stored. */
struct words {
    char *root, *peer, *min, *max, *method, *compare, *outliers;
    int reps, min_reps, adaptive, json, csv, quiet, rounds, launches, one_of_several;
    double confidence, error;
};

const char *command_operation_name(const struct command_settings *settings)
{
    return settings->operation == COMMAND_P2P ? "p2p" : MPIB_coll_name(settings->operation);
}

const char *command_method_name(const struct command_settings *settings)
{
    return settings->operation == COMMAND_P2P ? "p2p" : methods[settings->method].name;
}

const char *command_compared_name(const struct command_settings *settings, int i)
{
    return methods[settings->compare[i]].name;
}

char *command_compared_names(const struct command_settings *settings)
{
    char *names = tool_print("%s", "");

    for (int i = 0; i < settings->ncompare; i++)
        tool_append(&names, "%s%s", i ? "," : "", command_compared_name(settings, i));
    return names;
}

static const char *const outlier_rules[] = {
    [MPIB_OUTLIERS_KEEP] = "keep", [MPIB_OUTLIERS_TUKEY] = "tukey"};
enum { OUTLIER_RULES = sizeof outlier_rules / sizeof *outlier_rules };

const char *command_outliers_name(const struct command_settings *settings)
{
    return outlier_rules[settings->outliers];
}

/* ---- words ------------------------------------------------------------------------------------
 */

static const char list_of_names[] = "mpit-bench list";

static int read_operation(const char *given, struct command_settings *settings)
{
    int n = MPIB_coll_count();
    const char **names = tool_allocate((size_t)n + 1, sizeof *names);

    names[n] = "p2p";
    for (int i = 0; i < n; i++)
        names[i] = MPIB_coll_name(i);
    int found = tool_options_find(given, "operation", names, n + 1, list_of_names);
    settings->operation = found < n ? found : COMMAND_P2P;
    free(names);
    return found < 0 ? TOOL_USAGE : TOOL_GO_ON;
}

/* A word that was not given leaves *method alone. */
static int read_method(const char *given, int *method)
{
    const char *names[COMMAND_METHODS];

    if (!given)
        return TOOL_GO_ON;
    for (int i = 0; i < COMMAND_METHODS; i++)
        names[i] = methods[i].name;
    *method = tool_options_find(given, "method", names, COMMAND_METHODS, list_of_names);
    return *method < 0 ? TOOL_USAGE : TOOL_GO_ON;
}

/* "all": those that can measure the operation, but for the method itself. */
static void compare_with_all(struct command_settings *s)
{
    const bool is_bcast = !strcmp(MPIB_coll_name(s->operation), "bcast");

    for (int i = 0; i < COMMAND_METHODS; i++)
        if (i != s->method && (i != COMMAND_METHOD_bcast || is_bcast))
            s->compare[s->ncompare++] = i;
}

static int add_compared(const char *word, struct command_settings *s)
{
    int method = 0, code = read_method(word, &method);

    if (code != TOOL_GO_ON)
        return code;
    if (method == s->method) {
        tool_complain("--compare %s: that is the method itself", word);
        return TOOL_USAGE;
    }
    for (int i = 0; i < s->ncompare; i++)
        if (s->compare[i] == method) {
            tool_complain("--compare: %s is there twice", word);
            return TOOL_USAGE;
        }
    s->compare[s->ncompare++] = method;
    return TOOL_GO_ON;
}

/* Words with commas between. */
static int read_compared(const char *given, struct command_settings *s)
{
    char *words, *rest;
    int code = TOOL_GO_ON;

    if (!given || s->operation == COMMAND_P2P)
        return TOOL_GO_ON; /* which has no method: check_method says so */
    rest = words = tool_print("%s", given);
    if (!strcmp(given, "all"))
        compare_with_all(s);
    else
        for (char *word; code == TOOL_GO_ON && (word = strsep(&rest, ","));)
            code = add_compared(word, s);
    free(words);
    return code;
}

static int read_outliers(const char *given, struct command_settings *s)
{
    int rule = MPIB_OUTLIERS_KEEP;

    if (given)
        rule = tool_options_find(given, "rule for outliers", outlier_rules, OUTLIER_RULES,
                                 "mpit-bench --help");
    s->outliers = rule == MPIB_OUTLIERS_TUKEY ? MPIB_OUTLIERS_TUKEY : MPIB_OUTLIERS_KEEP;
    return rule < 0 ? TOOL_USAGE : TOOL_GO_ON;
}

/* A whole number, for sizes with K, M or G behind it; absent words leave *number alone. */
static int read_number(const char *option, const char *given, bool is_size, int *number)
{
    static const char units[] = "KMG";
    char *end;

    if (!given)
        return TOOL_GO_ON;
    long long value = strtoll(given, &end, 10);
    const char *unit = is_size && *end ? strchr(units, *end) : NULL;
    if (unit && value <= INT_MAX) {
        value *= 1LL << 10 * (unit - units + 1);
        end++;
    }
    if (end == given || *end || value < 0 || value > INT_MAX) {
        tool_complain("%s %s: expected a whole number from 0 to %d%s", option, given, INT_MAX,
                      is_size ? ", in bytes or with K, M or G" : "");
        return TOOL_USAGE;
    }
    *number = (int)value;
    return TOOL_GO_ON;
}

/* ---- what goes together -----------------------------------------------------------------------
 */

static int check_ranks(const struct command_settings *s, int ranks)
{
    bool p2p = s->operation == COMMAND_P2P;

    if (p2p && ranks < 2)
        tool_complain("p2p needs 2 ranks: mpirun -n 2 mpit-bench p2p");
    else if (s->root >= ranks)
        tool_complain("--root %d: there are %d ranks, from 0", s->root, ranks);
    else if (p2p && (s->peer >= ranks || s->peer == s->root))
        tool_complain("--peer %d: expected a rank below %d, not the root's", s->peer, ranks);
    else
        return TOOL_GO_ON;
    return TOOL_USAGE;
}

static bool is_by(const struct command_settings *s, int method)
{
    bool is = s->method == method;

    for (int i = 0; i < s->ncompare; i++)
        is = is || s->compare[i] == method;
    return is;
}

static int check_method(const struct command_settings *s, const struct words *words)
{
    if (s->operation == COMMAND_P2P && (words->method || words->compare))
        tool_complain("--method is for collectives: p2p has one way to be measured");
    else if (s->operation != COMMAND_P2P && words->peer)
        tool_complain("--peer is for p2p: a collective has all ranks");
    else if (s->operation != COMMAND_P2P && is_by(s, COMMAND_METHOD_bcast) &&
             strcmp(MPIB_coll_name(s->operation), "bcast") != 0)
        tool_complain("--method bcast is for bcast alone; for %s: max, root, global, "
                      "deadline",
                      MPIB_coll_name(s->operation));
    else if (s->operation != COMMAND_P2P && s->outliers != MPIB_OUTLIERS_KEEP &&
             s->method == COMMAND_METHOD_bcast)
        tool_complain("--outliers %s is not for --method bcast, which keeps all repetitions",
                      command_outliers_name(s));
    else
        return TOOL_GO_ON;
    return TOOL_USAGE;
}

static int check_comparison(const struct command_settings *s, const struct words *words,
                            const struct command_wishes *wishes)
{
    if (!words->compare)
        return TOOL_GO_ON;
    if (words->adaptive || wishes->plot)
        tool_complain("--compare has lines of their own: leave --adaptive and --plot out");
    else
        return tool_options_range("--rounds", s->rounds, MPIB_ROUNDS_LEAST, MPIB_ROUNDS_MOST);
    return TOOL_USAGE;
}

static int largest_size(const struct command_settings *s, int ranks)
{
    return s->operation == COMMAND_P2P ? INT_MAX : MPIB_coll_max_size(s->operation, ranks);
}

static int check_sizes(struct command_settings *s, const struct words *words, int ranks)
{
    int largest = largest_size(s, ranks);

    if (largest == 0 && (words->min || words->max || words->adaptive)) {
        tool_complain("%s moves no data: leave --min, --max and --adaptive out",
                      command_operation_name(s));
        return TOOL_USAGE;
    }
    if (largest == 0)
        s->sizes.min_size = s->sizes.max_size = 0;
    if (s->sizes.min_size > s->sizes.max_size)
        tool_complain("--min %d is more than --max %d", s->sizes.min_size, s->sizes.max_size);
    else if (s->sizes.max_size > largest)
        tool_complain("--max %d: %s on %d ranks takes %d at most", s->sizes.max_size,
                      command_operation_name(s), ranks, largest);
    else
        return TOOL_GO_ON;
    return TOOL_USAGE;
}

static int check_precision(const struct command_settings *s)
{
    const MPIB_precision *p = &s->precision;

    if (p->max_reps < 1 || p->min_reps < 1)
        tool_complain("--reps and --min-reps: expected at least 1");
    else if (p->min_reps > p->max_reps)
        tool_complain("--min-reps %d is more than --reps %d", p->min_reps, p->max_reps);
    else if (!(p->cl > 0 && p->cl < 1))
        tool_complain("--confidence %g: expected a number between 0 and 1, as 0.95", p->cl);
    else if (!(p->eps > 0))
        tool_complain("--error %g: expected a number above 0, as 0.025", p->eps);
    else
        return TOOL_GO_ON;
    return TOOL_USAGE;
}

static int check_output(const struct command_settings *s, const struct words *words,
                        const struct command_wishes *wishes)
{
    if (words->json && words->csv)
        tool_complain("--json and --csv exclude each other; give one");
    else if (wishes->plot && s->sizes.min_size == s->sizes.max_size)
        tool_complain("--plot draws time over size: there is one size only");
    else
        return wishes->plot ? command_plot_check(wishes->plot) : TOOL_GO_ON;
    return TOOL_USAGE;
}

/* ---- all of it --------------------------------------------------------------------------------
 */

static int settle_values(const struct words *words, int ranks, struct command_settings *s)
{
    int code = TOOL_GO_ON;

    s->sizes =
        (MPIB_msgset){.max_size = 1 << 20, .max_diff = words->adaptive ? 0.1 : 0, .min_stride = 64};
    s->method = 0;
    s->ncompare = 0;
    s->rounds = words->rounds;
    s->precision = (MPIB_precision){words->min_reps, words->reps, words->confidence, words->error};
    if (s->precision.min_reps < 0)
        s->precision.min_reps = words->reps < 5 ? words->reps : 5;
    if (code == TOOL_GO_ON)
        code = read_number("--root", words->root, false, &s->root);
    s->peer = ranks > 1 ? (s->root + 1) % ranks : 0;
    if (code == TOOL_GO_ON)
        code = read_number("--peer", words->peer, false, &s->peer);
    if (code == TOOL_GO_ON)
        code = read_number("--min", words->min, true, &s->sizes.min_size);
    if (code == TOOL_GO_ON)
        code = read_number("--max", words->max, true, &s->sizes.max_size);
    if (code == TOOL_GO_ON)
        code = read_method(words->method, &s->method);
    if (code == TOOL_GO_ON)
        code = read_compared(words->compare, s);
    if (code == TOOL_GO_ON)
        code = read_outliers(words->outliers, s);
    return code;
}

static int settle(const char *operation, const struct words *words, int ranks,
                  struct command_settings *s, struct command_wishes *wishes)
{
    int code = read_operation(operation, s);

    if (code == TOOL_GO_ON)
        code = settle_values(words, ranks, s);
    if (code == TOOL_GO_ON)
        code = check_ranks(s, ranks);
    if (code == TOOL_GO_ON)
        code = check_method(s, words);
    if (code == TOOL_GO_ON)
        code = check_comparison(s, words, wishes);
    if (code == TOOL_GO_ON)
        code = check_sizes(s, words, ranks);
    if (code == TOOL_GO_ON)
        code = check_precision(s);
    if (code == TOOL_GO_ON)
        code = check_output(s, words, wishes);
    wishes->is_one_of_several = words->one_of_several;
    wishes->format = words->json || words->one_of_several ? COMMAND_JSON
                     : words->csv                         ? COMMAND_CSV
                                                          : COMMAND_TEXT;
    wishes->quiet = words->quiet || words->one_of_several;
    return code;
}

static int show_list(void)
{
    puts("Operations:\n  p2p");
    for (int i = 0; i < MPIB_coll_count(); i++)
        printf("  %s\n", MPIB_coll_name(i));
    puts("Methods for collectives:");
    for (int i = 0; i < COMMAND_METHODS; i++)
        printf("  %-10s%s\n", methods[i].name, methods[i].what);
    return tool_output_finish();
}

static int read_operands(poptContext context, const struct words *words, int ranks,
                         struct command_settings *settings, struct command_wishes *wishes)
{
    const char *operation = poptGetArg(context);
    const char *stray = poptGetArg(context);

    if (!operation) {
        tool_complain("no operation; mpit-bench list shows them");
        return TOOL_USAGE;
    }
    if (stray) {
        tool_complain("%s: one operation is measured at a time", stray);
        return TOOL_USAGE;
    }
    if (!strcmp(operation, "list"))
        return show_list();
    return settle(operation, words, ranks, settings, wishes);
}

static void words_free(struct words *words)
{
    free(words->root);
    free(words->peer);
    free(words->min);
    free(words->max);
    free(words->method);
    free(words->compare);
    free(words->outliers);
}

void command_settings_read(int argc, const char **argv, int ranks,
                           struct command_settings *settings, struct command_wishes *wishes)
{
    struct words w = {
        .reps = 100, .min_reps = -1, .confidence = 0.95, .error = 0.025, .rounds = 25};
    const struct poptOption table[] = {
        {"root", 'r', POPT_ARG_STRING, &w.root, 0, "the root; of p2p the measuring rank (0)",
         "RANK"},
        {"peer", 'p', POPT_ARG_STRING, &w.peer, 0, "of p2p: the other rank (the next)", "RANK"},
        {"min", 0, POPT_ARG_STRING, &w.min, 0, "smallest message, bytes (0)", "SIZE"},
        {"max", 0, POPT_ARG_STRING, &w.max, 0, "largest message (1M)", "SIZE"},
        {"adaptive", 'a', POPT_ARG_NONE, &w.adaptive, 0,
         "besides powers of two, more sizes where the curve bends", NULL},
        {"method", 'm', POPT_ARG_STRING, &w.method, 0, "max, root, global, deadline, bcast (max)",
         "METHOD"},
        {"compare", 0, POPT_ARG_STRING, &w.compare, 0,
         "by these methods too, or all, by turns: exit 1 where one does not agree with --method's",
         "METHOD,..."},
        {"rounds", 0, POPT_ARG_INT, &w.rounds, 0, "of --compare (25)", "N"},
        {"reps", 'n', POPT_ARG_INT, &w.reps, 0, "most repetitions of a size (100)", "N"},
        {"min-reps", 0, POPT_ARG_INT, &w.min_reps, 0, "fewest repetitions (5)", "N"},
        {"confidence", 'c', POPT_ARG_DOUBLE, &w.confidence, 0,
         "level of the confidence interval (0.95)", "LEVEL"},
        {"error", 'e', POPT_ARG_DOUBLE, &w.error, 0,
         "stop when the interval is within this fraction of the mean (0.025)", "FRACTION"},
        {"outliers", 0, POPT_ARG_STRING, &w.outliers, 0,
         "keep them, or drop what lies beyond Tukey's fences (keep)", "keep|tukey"},
        {"launches", 0, POPT_ARG_INT, &w.launches, 0,
         "before the launcher: so many jobs, one after the other: OPERATION ... --launches N -- "
         "mpirun -n 4",
         "N"},
        {"one-of-several", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &w.one_of_several, 0, NULL,
         NULL},
        {"json", 0, POPT_ARG_NONE, &w.json, 0, "as JSON", NULL},
        {"csv", 0, POPT_ARG_NONE, &w.csv, 0, "as comma-separated values", NULL},
        {"plot", 0, POPT_ARG_STRING, &wishes->plot, 0,
         "draw the curve, by gnuplot: FILE.png, .svg or .pdf", "FILE"},
        {"quiet", 'q', POPT_ARG_NONE, &w.quiet, 0, "no progress on standard error", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);

    settings->exit_code =
        tool_options_parse(context, table, "OPERATION [OPTION...] (operations: mpit-bench list)");
    if (settings->exit_code == TOOL_GO_ON)
        settings->exit_code = read_operands(context, &w, ranks, settings, wishes);
    poptFreeContext(context);
    words_free(&w);
}
