/* Taking variables, events and categories from MPI_T. */
#include "config.h"

#include "tools/interface/variables.h"

#include "mpi/late.h"
#include "mpit.h"
#include "tools/ground/tool.h"
#include "tools/interface/categories.h"
#include "tools/interface/mpi.h"
#include "tools/interface/names.h"
#include "tools/interface/text.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* Both functions of mpit.h return their texts like this. */
static char *take_text(int (*get)(const char *, char *, int *), const char *name)
{
    struct tool_text text = {0};

    if (get(name, NULL, &text.length) != MPI_SUCCESS)
        return NULL;
    tool_text_make_room(&text);
    get(name, text.text, &text.length);
    return text.text;
}

/* Whether the vendor's variables are listed.  What the user has said of it is shown, and not what
 * we make of it for our own purposes. */
static const char vendor_switch[] = "mpit_vendor_variables";
static char *users_value, *users_source;

static void switch_vendor(int on)
{
    MPI_T_cvar_handle handle;
    int index, count;

    if (MPI_T_cvar_get_index(vendor_switch, &index) != MPI_SUCCESS ||
        MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS)
        return;
    MPI_T_cvar_write(handle, &on);
    MPI_T_cvar_handle_free(&handle);
}

/* What keeps libmpit out of jobs is not said of this process. */
static void ask_for_libmpit(void)
{
    unsetenv("MPIT_DISABLE");
    setenv("MPIT_INCLUDE", "*", 1);
}

int tool_variables_open(bool vendor)
{
    int provided, code;

    ask_for_libmpit();
    tool_mpi_load();
    code = MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    if (code != MPI_SUCCESS)
        return code;
    users_value = take_text(mpit_cvar_text, vendor_switch);
    users_source = take_text(mpit_cvar_source, vendor_switch);
    switch_vendor(vendor);
    return MPI_SUCCESS;
}

void tool_variables_close(void)
{
    free(users_value);
    free(users_source);
    users_value = users_source = NULL;
    MPI_T_finalize();
}

static void take_items(MPI_T_enum enumeration, struct tool_variable *variable)
{
    struct tool_text name = {0};

    if (MPI_T_enum_get_info(enumeration, &variable->nitem, NULL, &name.length) != MPI_SUCCESS) {
        variable->nitem = 0;
        return;
    }
    tool_text_make_room(&name);
    MPI_T_enum_get_info(enumeration, &variable->nitem, name.text, &name.length);
    variable->enumeration = name.text;
    variable->item = tool_allocate((size_t)variable->nitem, sizeof *variable->item);
    for (int i = 0; i < variable->nitem; i++) {
        struct tool_variable_item *item = &variable->item[i];
        struct tool_text text = {0};

        MPI_T_enum_get_item(enumeration, i, &item->value, NULL, &text.length);
        tool_text_make_room(&text);
        MPI_T_enum_get_item(enumeration, i, &item->value, text.text, &text.length);
        item->name = text.text;
    }
}

static void take_common(struct tool_variable *variable, struct tool_text *name,
                        struct tool_text *description, int verbosity, MPI_Datatype type,
                        MPI_T_enum enumeration, int bind)
{
    const struct tool_type_name *type_name = tool_type_name(type);

    variable->name = name->text;
    variable->description = description->text;
    variable->verbosity = verbosity;
    variable->type = type_name ? type_name->name : "unknown";
    variable->bind = tool_names_of(&tool_binds, bind);
    if (enumeration != MPI_T_ENUM_NULL)
        take_items(enumeration, variable);
}

static const char *item_name(const struct tool_variable *variable, const void *value)
{
    int number;

    memcpy(&number, value, sizeof number);
    for (int i = 0; i < variable->nitem; i++)
        if (variable->item[i].value == number)
            return variable->item[i].name;
    return NULL;
}

static char *print_value(const struct tool_variable *variable, MPI_Datatype type,
                         const char *buffer, int count)
{
    const struct tool_type_name *type_name = tool_type_name(type);

    if (!type_name || count < 1)
        return NULL;
    if (type == MPI_INT && item_name(variable, buffer))
        return tool_print("%s", item_name(variable, buffer));
    return type_name->print(buffer); /* cvars have one element, or are a string */
}

static char *read_value(const struct tool_variable *variable, int index, MPI_Datatype type)
{
    MPI_T_cvar_handle handle;
    int count = 0;
    char *value = NULL;

    if (MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) != MPI_SUCCESS)
        return NULL;
    char *buffer = tool_allocate(count < 0 ? 1 : (size_t)count + 1, 8);
    if (MPI_T_cvar_read(handle, buffer) == MPI_SUCCESS)
        value = print_value(variable, type, buffer, count);
    free(buffer);
    MPI_T_cvar_handle_free(&handle);
    return value;
}

/* Ours are known without an object to bind to: as what new objects start with. */
static void take_value(int index, MPI_Datatype type, int bind, struct tool_variable *variable)
{
    if (!strcmp(variable->name, vendor_switch) && users_value && users_source) {
        variable->value = tool_print("%s", users_value);
        variable->source = tool_print("%s", users_source);
        return;
    }
    variable->value = take_text(mpit_cvar_text, variable->name);
    if (!variable->value && bind == MPI_T_BIND_NO_OBJECT)
        variable->value = read_value(variable, index, type);
    variable->source = take_text(mpit_cvar_source, variable->name);
}

static void take_cvar(int index, bool values, struct tool_variable *variable)
{
    struct tool_text name = {0}, description = {0};
    int verbosity, bind, scope;
    MPI_Datatype type;
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;

    if (MPI_T_cvar_get_info(index, NULL, &name.length, &verbosity, &type, &enumeration, NULL,
                            &description.length, &bind, &scope) != MPI_SUCCESS)
        return;
    tool_text_make_room(&name);
    tool_text_make_room(&description);
    MPI_T_cvar_get_info(index, name.text, &name.length, &verbosity, &type, &enumeration,
                        description.text, &description.length, &bind, &scope);
    take_common(variable, &name, &description, verbosity, type, enumeration, bind);
    variable->kind = scope;
    if (values)
        take_value(index, type, bind, variable);
}

static void take_pvar(int index, struct tool_variable *variable)
{
    struct tool_text name = {0}, description = {0};
    int verbosity, bind, class;
    MPI_Datatype type;
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;

    variable->is_pvar = true;
    if (MPI_T_pvar_get_info(index, NULL, &name.length, &verbosity, &class, &type, &enumeration,
                            NULL, &description.length, &bind, &variable->readonly,
                            &variable->continuous, &variable->atomic) != MPI_SUCCESS)
        return;
    tool_text_make_room(&name);
    tool_text_make_room(&description);
    MPI_T_pvar_get_info(index, name.text, &name.length, &verbosity, &class, &type, &enumeration,
                        description.text, &description.length, &bind, &variable->readonly,
                        &variable->continuous, &variable->atomic);
    take_common(variable, &name, &description, verbosity, type, enumeration, bind);
    variable->kind = class;
}

const char *tool_variable_kind(const struct tool_variable *variable)
{
    return tool_names_of(variable->is_pvar ? &tool_classes : &tool_scopes, variable->kind);
}

const char *tool_variable_verbosity(const struct tool_variable *variable)
{
    return tool_names_of(&tool_verbosities, variable->verbosity);
}

static int *take_members(int (*get)(int, int, int[]), int index, int *n)
{
    int *members = tool_allocate((size_t)*n, sizeof *members);

    if (get(index, *n, members) != MPI_SUCCESS)
        *n = 0;
    return members;
}

static void take_category(int index, struct tool_category *category)
{
    struct tool_text name = {0}, description = {0};

    if (MPI_T_category_get_info(index, NULL, &name.length, NULL, &description.length,
                                &category->ncvar, &category->npvar,
                                &category->ncategory) != MPI_SUCCESS)
        return;
    tool_text_make_room(&name);
    tool_text_make_room(&description);
    MPI_T_category_get_info(index, name.text, &name.length, description.text, &description.length,
                            &category->ncvar, &category->npvar, &category->ncategory);
    category->name = name.text;
    category->description = description.text;
    category->cvar = take_members(MPI_T_category_get_cvars, index, &category->ncvar);
    category->pvar = take_members(MPI_T_category_get_pvars, index, &category->npvar);
    category->category = take_members(MPI_T_category_get_categories, index, &category->ncategory);
    category->event = tool_category_events(index, &category->nevent);
}

/* Own is what stands in or below `mpit`, but for `vendor`, which hangs there too. */
static void mark_own(struct tool_variables *all)
{
    int root = tool_category_find(all, "mpit");

    if (root < 0)
        return;
    struct tool_members *own = tool_members_take(all, root, "vendor");
    for (int i = 0; i < all->ncvar; i++)
        all->cvar[i].own = own->cvar[i];
    for (int i = 0; i < all->npvar; i++)
        all->pvar[i].own = own->pvar[i];
    for (int i = 0; i < all->nevent; i++)
        all->event[i].own = own->event[i];
    for (int i = 0; i < all->ncategory; i++)
        all->category[i].own = own->category[i];
    tool_members_free(own);
}

struct tool_variables *tool_variables_take(bool values)
{
    struct tool_variables *all = tool_allocate(1, sizeof *all);

    MPI_T_cvar_get_num(&all->ncvar);
    MPI_T_pvar_get_num(&all->npvar);
    MPI_T_category_get_num(&all->ncategory);
    all->nevent = tool_events_count();
    all->cvar = tool_allocate((size_t)all->ncvar, sizeof *all->cvar);
    all->pvar = tool_allocate((size_t)all->npvar, sizeof *all->pvar);
    all->event = tool_allocate((size_t)all->nevent, sizeof *all->event);
    all->category = tool_allocate((size_t)all->ncategory, sizeof *all->category);
    for (int i = 0; i < all->ncvar; i++)
        take_cvar(i, values, &all->cvar[i]);
    for (int i = 0; i < all->npvar; i++)
        take_pvar(i, &all->pvar[i]);
    for (int i = 0; i < all->nevent; i++)
        tool_event_take(i, &all->event[i]);
    for (int i = 0; i < all->ncategory; i++)
        take_category(i, &all->category[i]);
    mark_own(all);
    return all;
}

static void variable_free(struct tool_variable *variable)
{
    for (int i = 0; i < variable->nitem; i++)
        free(variable->item[i].name);
    free(variable->item);
    free(variable->enumeration);
    free(variable->name);
    free(variable->description);
    free(variable->value);
    free(variable->source);
}

static void category_free(struct tool_category *category)
{
    free(category->name);
    free(category->description);
    free(category->cvar);
    free(category->pvar);
    free(category->category);
    free(category->event);
}

void tool_variables_free(struct tool_variables *all)
{
    for (int i = 0; i < all->ncvar; i++)
        variable_free(&all->cvar[i]);
    for (int i = 0; i < all->npvar; i++)
        variable_free(&all->pvar[i]);
    for (int i = 0; i < all->nevent; i++)
        tool_event_free(&all->event[i]);
    for (int i = 0; i < all->ncategory; i++)
        category_free(&all->category[i]);
    free(all->cvar);
    free(all->pvar);
    free(all->event);
    free(all->category);
    free(all);
}

int tool_variables_show(bool vendor, bool values,
                        int (*show)(const struct tool_variables *all, void *context), void *context)
{
    struct tool_variables *all;
    int code;

    code = tool_variables_open(vendor);
    if (code != MPI_SUCCESS) {
        tool_complain("MPI_T_init_thread failed with code %d; is another MPI's library first in "
                      "LD_LIBRARY_PATH?",
                      code);
        return TOOL_FAILED;
    }
    all = tool_variables_take(values);
    code = show(all, context);
    tool_variables_free(all);
    tool_variables_close();
    return code;
}

const char *tool_cvar_nearest(const struct tool_variables *all, const char *name)
{
    const char **names = tool_allocate((size_t)all->ncvar, sizeof *names);
    int n = 0;

    for (int i = 0; i < all->ncvar; i++)
        if (all->cvar[i].name)
            names[n++] = all->cvar[i].name;
    const char *meant = mpit__nearest(name, names, n);
    free(names);
    return meant;
}

bool tool_name_matches(const char *name, const char *glob)
{
    return !glob || fnmatch(glob, name, 0) == 0;
}
