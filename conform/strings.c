/* The convention for strings, by names and descriptions of what there is. */
#include "variables.h"

#include <string.h>

/* Of each kind the first that there is: its name goes through the same three trials. */
static int cvar_name(int index, char *name, int *length)
{
    return MPI_T_cvar_get_info(index, name, length, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}
static int cvar_desc(int index, char *desc, int *length)
{
    return MPI_T_cvar_get_info(index, NULL, NULL, NULL, NULL, NULL, desc, length, NULL, NULL);
}
static int pvar_name(int index, char *name, int *length)
{
    return MPI_T_pvar_get_info(index, name, length, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                               NULL, NULL);
}
static int category_name(int index, char *name, int *length)
{
    return MPI_T_category_get_info(index, name, length, NULL, NULL, NULL, NULL, NULL);
}

static const struct string {
    const char *of;
    int (*get)(int index, char *text, int *length);
    int (*count)(void);
} strings[] = {
    {"name of control variable", cvar_name, count_cvars},
    {"description of control variable", cvar_desc, count_cvars},
    {"name of performance variable", pvar_name, count_pvars},
    {"name of category", category_name, count_categories},
};
enum { STRINGS = sizeof strings / sizeof *strings, FEW = 200 };

/* Those that are longer than a few characters, with their text. */
static bool whole(const struct string *string, int index, char text[TEXT])
{
    int length = TEXT;

    memset(text, 0, TEXT);
    return string->get(index, text, &length) == MPI_SUCCESS && strlen(text) > 4;
}

static void each_string(void (*look)(const struct string *string, int index, const char *text))
{
    static char text[TEXT];
    int looked = 0;

    for (int k = 0; k < STRINGS; k++)
        EACH(i, strings[k].count())
    if (i < FEW && whole(&strings[k], i, text)) {
        look(&strings[k], i, text);
        looked++;
    }
    if (!looked)
        judge_absent("there are no variables and no categories");
}

static void succeeds(const struct string *string, int rc)
{
    CHECK(rc == MPI_SUCCESS, "%s: %s", string->of, judge_code_name(rc));
}

static void is_cut(const struct string *string, int index, const char *text)
{
    char part[8] = "#######";
    int length = 4;

    succeeds(string, string->get(index, part, &length));
    CHECK(strncmp(part, text, 3) == 0 && part[3] == '\0' && part[4] == '#',
          "%s %d, in 4 characters: \"%.7s\"", string->of, index, part);
}
void row_string_is_cut_and_terminated(void)
{
    each_string(is_cut);
}

static void tells_length(const struct string *string, int index, const char *text)
{
    char part[8];
    int length = 4, expected = (int)strlen(text) + 1;

    succeeds(string, string->get(index, part, &length));
    CHECK(length == expected, "%s %d: %d, not %d", string->of, index, length, expected);
}
void row_truncated_string_tells_its_full_length(void)
{
    each_string(tells_length);
}

static void tells_without_room(const struct string *string, int index, const char *text)
{
    char part[4] = "###";
    int length = 0, without = 5, expected = (int)strlen(text) + 1;

    succeeds(string, string->get(index, part, &length));
    CHECK(strcmp(part, "###") == 0, "%s %d: written although there is no room", string->of, index);
    CHECK(length == expected, "%s %d, length 0: %d, not %d", string->of, index, length, expected);
    succeeds(string, string->get(index, NULL, &without));
    CHECK(without == expected, "%s %d, no buffer: %d, not %d", string->of, index, without,
          expected);
}
void row_string_without_room_only_tells_its_length(void)
{
    each_string(tells_without_room);
}

static void is_ignored(const struct string *string, int index, const char *text)
{
    char part[4] = "###";

    (void)text;
    succeeds(string, string->get(index, part, NULL));
    CHECK(strcmp(part, "###") == 0, "%s %d: written without a length", string->of, index);
}
void row_string_without_a_length_is_ignored(void)
{
    each_string(is_ignored);
}

static void negative_is_refused(const struct string *string, int index, const char *text)
{
    char part[4] = "###";
    int length = -1;

    (void)text;
    string->get(index, part, &length);
    CHECK(strcmp(part, "###") == 0, "%s %d: written at length -1", string->of, index);
}
void row_string_of_negative_length_is_refused(void)
{
    each_string(negative_is_refused);
}
