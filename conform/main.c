/* conform: judges the MPI library that it runs with.  README has what it prints. */
#include "judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum state { NOTHING, INTERFACE, MPI };

static const struct row {
    const char *name, *demand, *where, *what;
    void (*judge)(void);
    const char *group, *process;
    enum state state;
} rows[] = {
#define GROUP(name, state, process) {#name, NULL, NULL, NULL, NULL, #name, #process, state},
#define ROW(name, demand, where, what)                                                             \
    {#name, #demand, where, what, row_##name, NULL, NULL, NOTHING},
#include "rows.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ---- what a row says */

enum { FINDINGS = 3, ROOM = 1024 };

static char findings[ROOM];
static int nfindings;
static jmp_buf is_absent;

/* In one piece each: those of several ranks come through one launcher. */
static void say(char sign, const char *row, const char *text)
{
    char line[2 * ROOM];
    int length = snprintf(line, sizeof line, "%c%s%s%s\n", sign, row, *text ? " " : "", text);

    for (char *each = line; *each && each < line + length - 1; each++)
        if ((unsigned char)*each < ' ')
            *each = ' ';
    if (write(STDOUT_FILENO, line, (size_t)length) != length)
        _exit(2);
}

void judge_broken(const char *format, ...)
{
    size_t used = strlen(findings);
    char finding[ROOM / FINDINGS];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(finding, sizeof finding, format, arguments);
    va_end(arguments);
    if (strstr(findings, finding)) /* the same again */
        return;
    if (nfindings++ < FINDINGS)
        snprintf(findings + used, sizeof findings - used, "%s%s", used ? "; " : "", finding);
}

void judge_absent(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(findings, sizeof findings, format, arguments);
    va_end(arguments);
    longjmp(is_absent, 1);
}

void judge_at(const char *what)
{
    say('@', what, "");
}

static void judge(const struct row *row)
{
    char text[ROOM + 64];

    findings[0] = '\0';
    nfindings = 0;
    say('?', row->name, "");
    if (setjmp(is_absent)) {
        say('-', row->name, findings);
        return;
    }
    row->judge();
    snprintf(text, sizeof text, "%s", findings);
    if (nfindings > FINDINGS)
        snprintf(text + strlen(text), sizeof text - strlen(text), "; and %d more",
                 nfindings - FINDINGS);
    say(nfindings ? '!' : '+', row->name, text);
}

/* ---- */

/* The group of a row in hand, with its demand, section and text. */
static int list(void)
{
    const struct row *group = rows;

    for (int i = 0; i < ROWS; i++) {
        if (rows[i].group)
            group = &rows[i];
        else
            printf("%s\t%s\t%s\t%s\t%s\t%s\n", group->name, group->process, rows[i].name,
                   rows[i].demand, rows[i].where, rows[i].what);
    }
    return 0;
}

/* Its first line: some have many. */
static int version(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
    int length;

    MPI_Get_library_version(text, &length);
    text[strcspn(text, "\n")] = '\0';
    puts(text);
    return 0;
}

/* Whether there is a control variable of that name. */
static int has(const char *name)
{
    int index, provided;

    return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS ||
           MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS;
}

static int find(const char *name, bool is_group)
{
    for (int i = 0; i < ROWS; i++)
        if (!rows[i].group != is_group && strcmp(rows[i].name, name) == 0)
            return i;
    fprintf(stderr, "conform: no such %s: %s\n", is_group ? "group" : "row", name);
    exit(2);
}

static void begin(enum state state)
{
    int provided;

    if (state == MPI)
        MPI_Init(NULL, NULL);
    if (state != NOTHING)
        MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
}

/* A process that has no MPI to finalize just ends: what rows have broken may not survive more. */
static void end(enum state state)
{
    say('.', "", "");
    if (state == MPI)
        MPI_Finalize();
    _exit(0);
}

int main(int argc, char **argv)
{
    int group, first;

    if (argc == 2 && strcmp(argv[1], "--rows") == 0)
        return list();
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return version();
    if (argc == 3 && strcmp(argv[1], "--has") == 0)
        return has(argv[2]);
    if (argc != 2 && argc != 3) {
        fputs("usage: conform --rows | --version | --has VARIABLE | GROUP [ROW]\n", stderr);
        return 2;
    }
    group = find(argv[1], true);
    first = argc == 3 ? find(argv[2], false) : group + 1;
    begin(rows[group].state);
    for (int i = first; i < ROWS && !rows[i].group; i++) {
        judge(&rows[i]);
        if (strcmp(rows[group].process, "EACH") == 0)
            break;
    }
    end(rows[group].state);
}
