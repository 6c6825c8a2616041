/* `mpit conform`: whether an MPI library keeps what the standard says of its tool interface. */
#include "config.h"

#include "tools/conform/conform.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const conform_words[] = {
    [CONFORM_NOT_OFFERED] = "not offered", [CONFORM_KEPT] = "kept", [CONFORM_BROKEN] = "broken"};
const char *const conform_libraries[] = {
    [CONFORM_PLAIN] = "plain", [CONFORM_MPIT] = "mpit", [CONFORM_LIBRARIES] = NULL};

const char *const conform_formats[] = {"text", "json", "junit", NULL};
typedef void format_function(const struct conform_rows *rows, FILE *out);
static format_function *const writers[] = {conform_write_text, conform_write_json,
                                           conform_write_junit};
enum { FORMATS = sizeof writers / sizeof *writers };

int conform_count(const struct conform_rows *rows, enum conform_library library,
                  enum conform_verdict verdict)
{
    int n = 0;

    for (int i = 0; i < rows->judged; i++)
        n += rows->row[i].found[library].verdict == verdict;
    return n;
}

/* Beside the back end that was built with the same MPI. */
static char *find_program(void)
{
    char *library = tool_library();
    char *slash = library ? strrchr(library, '/') : NULL;
    char *path =
        slash ? tool_print("%.*s/mpit/%s/conform", (int)(slash - library), library, MPIT_BACK)
              : NULL;

    free(library);
    if (path && access(path, X_OK) == 0)
        return path;
    tool_complain("%s: it is not there; the program that judges is installed beside the back end",
                  path ? path : "conform");
    free(path);
    return NULL;
}

/* False after a message: there is no such group. */
static bool take_group(struct conform_rows *rows, const char *group)
{
    int kept = 0;

    for (int i = 0; i < rows->n; i++) {
        struct conform_row row = rows->row[i];

        if (strcmp(row.group, group) != 0)
            continue;
        rows->row[i] = rows->row[kept];
        rows->row[kept++] = row;
    }
    if (!kept)
        tool_complain("--group %s: there is no such group; mpit conform --format json has them",
                      group);
    rows->judged = kept;
    return kept > 0;
}

static bool is_wanted(const char *only, enum conform_library library)
{
    return !only || strcmp(only, conform_libraries[library]) == 0;
}

/* Broken by the last that was judged: by libmpit, where it was. */
static int code_of(const struct conform_rows *rows)
{
    const enum conform_library last = rows->is_judged[CONFORM_MPIT] ? CONFORM_MPIT : CONFORM_PLAIN;

    return conform_count(rows, last, CONFORM_BROKEN) ? TOOL_FAILED : TOOL_OK;
}

static int judge(const struct conform_program *program, const char *only, const char *group,
                 format_function *format)
{
    struct conform_rows rows = {0};
    int code = TOOL_USAGE;

    if (conform_take_rows(program, &rows) && (!group || take_group(&rows, group)) &&
        (!is_wanted(only, CONFORM_MPIT) || conform_has_libmpit(program))) {
        for (int i = 0; i < CONFORM_LIBRARIES; i++)
            if (is_wanted(only, (enum conform_library)i))
                conform_judge(program, (enum conform_library)i, &rows);
        format(&rows, stdout);
        code = tool_output_finish() == TOOL_OK ? code_of(&rows) : TOOL_USAGE;
    }
    conform_free_rows(&rows);
    return code;
}

static int run(const char *format, const char *only, const char *group, const char *const *launcher)
{
    struct conform_program program = {.launcher = launcher};
    int which = 0, code;

    if (format)
        which =
            tool_options_find(format, "format", conform_formats, FORMATS, "mpit conform --help");
    if (which < 0 || (only && tool_options_find(only, "library", conform_libraries,
                                                CONFORM_LIBRARIES, "mpit conform --help") < 0))
        return TOOL_USAGE;
    while (launcher && launcher[program.launchers])
        program.launchers++;
    program.path = find_program();
    if (!program.path)
        return TOOL_USAGE;
    code = judge(&program, only, group, writers[which]);
    free(program.path);
    return code;
}

int tool_conform_main(int argc, const char **argv)
{
    char *format = NULL, *group = NULL, *only = NULL, *mpi = NULL;
    const struct poptOption table[] = {
        {"format", 'f', POPT_ARG_STRING, &format, 0, "text, json, or junit (default: text)",
         "FORMAT"},
        {"group", 'g', POPT_ARG_STRING, &group, 0, "the rows of this group alone", "GROUP"},
        TOOL_OPTION_MPI(&mpi),
        {"only", 0, POPT_ARG_STRING, &only, 0,
         "plain: the MPI library alone; mpit: with libmpit before it (default: both)", "LIBRARY"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, POPT_CONTEXT_POSIXMEHARDER);
    int code = tool_options_parse(context, table, "[OPTION...] [-- LAUNCHER [ARGUMENT...]]");

    if (code == TOOL_GO_ON)
        code = tool_backs_choose(mpi);
    if (code == TOOL_GO_ON)
        code = run(format, only, group, (const char *const *)poptGetArgs(context));
    free(format);
    free(group);
    free(only);
    free(mpi);
    poptFreeContext(context);
    return code;
}
