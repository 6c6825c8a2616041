/* `mpit list --sets`: what is there of sets.def, with libmpit and by the MPI library itself. */
#include "config.h"

#include "tools/list/list.h"

#include "tools/ground/json_write.h"
#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

enum kind { PVAR, EVENT };

static const struct member {
    const char *set, *what; /* of a set alone */
    enum kind kind;
    const char *name, *others, *is;
} members[] = {
#define SET(name, what_) {.set = #name, .what = what_},
#define MEMBER(kind_, name_, others_, is_)                                                         \
    {.kind = kind_, .name = #name_, .others = others_, .is = is_},
#include "tools/list/sets.def"
};
enum { MEMBERS = sizeof members / sizeof *members };

static bool is_pvar(const struct tool_variables *all, const char *name, bool own)
{
    for (int i = 0; i < all->npvar; i++)
        if (all->pvar[i].name && all->pvar[i].own == own && strcmp(all->pvar[i].name, name) == 0)
            return true;
    return false;
}

static bool is_event(const struct tool_variables *all, const char *name, bool own)
{
    for (int i = 0; i < all->nevent; i++)
        if (all->event[i].name && all->event[i].own == own && strcmp(all->event[i].name, name) == 0)
            return true;
    return false;
}

static bool is_there(const struct tool_variables *all, enum kind kind, const char *name, bool own)
{
    return kind == PVAR ? is_pvar(all, name, own) : is_event(all, name, own);
}

/* By which names the MPI library has it: "a, b", or "" for none; to be freed. */
static char *vendor_names(const struct tool_variables *all, const struct member *member)
{
    char *words = tool_print("%s", member->others), *rest = words, *names = tool_print("%s", "");

    for (char *word; (word = strtok_r(rest, " ", &rest));)
        if (is_there(all, member->kind, word, false))
            tool_append(&names, "%s%s", *names ? ", " : "", word);
    free(words);
    return names;
}

static const char *kind_name(const struct member *member)
{
    return member->kind == PVAR ? "pvar" : "event";
}

/* ---- text */

void tool_list_write_sets(const struct tool_list *list)
{
    for (int i = 0; i < MEMBERS; i++) {
        const struct member *member = &members[i];
        char *names, *line;

        if (member->set) {
            line = tool_print("%s%s: %s\n", i ? "\n" : "", member->set, member->what);
        } else {
            names = vendor_names(list->all, member);
            line = tool_print("  %-5s  %-23s  %-9s  %s%s%s\n", kind_name(member), member->name,
                              is_there(list->all, member->kind, member->name, true) ? "there"
                                                                                    : "not there",
                              member->is, *names ? "; the MPI library has " : "", names);
            free(names);
        }
        tool_output_text(line);
        free(line);
    }
}

/* ---- JSON */

static json_t *pack_member(const struct tool_variables *all, const struct member *member)
{
    char *names = vendor_names(all, member), *rest = names;
    json_t *vendor = json_array();

    for (char *word; (word = strtok_r(rest, ", ", &rest));)
        json_array_append_new(vendor, tool_json_text(word));
    free(names);
    return json_pack("{s:s, s:s, s:s, s:b, s:o}", "kind", kind_name(member), "name", member->name,
                     "what", member->is, "mpit",
                     (int)is_there(all, member->kind, member->name, true), "vendor", vendor);
}

void tool_list_write_sets_json(const struct tool_list *list)
{
    json_t *sets = json_array(), *all = json_pack("{s:o}", "sets", sets), *last = NULL;

    for (int i = 0; i < MEMBERS; i++)
        if (members[i].set) {
            last = json_array();
            json_array_append_new(sets, json_pack("{s:s, s:s, s:o}", "set", members[i].set, "what",
                                                  members[i].what, "members", last));
        } else {
            json_array_append_new(last, pack_member(list->all, &members[i]));
        }
    tool_json_write_lines(all, stdout);
    json_decref(all);
}
