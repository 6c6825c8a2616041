#include "config.h"

#include "vendor/take.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enum/enum.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "ground/nearest.h"
#include "handle/event.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"
#include "vendor/handles.h"
#include "vendor/keep.h"
#include "vendor/quirk.h"

/* Texts are taken into buffers that no vendor fills: some return the shortened length where the
 * standard wants the whole one, so they cannot be asked for it. */
static char name[1 << 14], description[1 << 16], label[1 << 14];

static struct mpit_vendor_variable *taken;

struct mpit_vendor_variable *mpit__taken(void)
{
    return taken;
}

/* ---- names */

static bool is_taken(const struct mpit_registry *registry, const char *tried, int class)
{
    return (registry == &mpit__pvars ? mpit__pvar_index(tried, class)
                                     : mpit__registry_find(registry, tried, INT_MAX)) >= 0;
}

/* The name itself or, where another thing has it already, with the first number that is free. */
static const char *unique(const struct mpit_registry *registry, const char *wanted, int class)
{
    char tried[sizeof name + 16];

    if (!is_taken(registry, wanted, class))
        return mpit__keep_text(wanted);
    for (int i = 2;; i++) {
        snprintf(tried, sizeof tried, "%s_%d", wanted, i);
        if (!is_taken(registry, tried, class))
            break;
    }
    mpit__message_node(MPIT_DEBUG, NULL, "a second %s of " MPIT_VENDOR_NAME " is listed as %s",
                       wanted, tried);
    return mpit__keep_text(tried);
}

static int add(struct mpit_registry *registry, const char *listed, void *thing)
{
    int index;

    mpit__lock(MPIT_LOCK_INTERFACE);
    index = mpit__registry_add(registry, listed, thing);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return index < 0 ? MPIT_TAKE_LATER : index;
}

static int refuse(const char *kind, const char *why)
{
    mpit__message_node(MPIT_DEBUG, NULL, "the %s %s of " MPIT_VENDOR_NAME " is not listed: %s",
                       kind, name, why);
    return MPIT_TAKE_NEVER;
}

/* ---- enumerations */

static bool has_item(const struct mpit_item *items, int n, const char *wanted)
{
    for (int i = 0; i < n; i++)
        if (strcmp(items[i].name, wanted) == 0)
            return true;
    return false;
}

/* Item i of the vendor's; one without a name, or with another one's, is named by its value. */
static bool take_item(MPI_T_enum theirs, int i, struct mpit_item *items)
{
    int length = sizeof label;

    label[0] = '\0';
    if (!mpit__vendor_mpit_enter())
        return false;
    if (mpit__next.PMPI_T_enum_get_item(theirs, i, &items[i].value, label, &length) != MPI_SUCCESS)
        label[0] = '\0';
    mpit__vendor_mpit_leave();
    if (!label[0] || has_item(items, i, label))
        snprintf(label, sizeof label, "%d", items[i].value);
    items[i].name = mpit__keep_text(label);
    return items[i].name != NULL;
}

static bool is_same(const struct mpit_enum *a, const char *name_of_b, const struct mpit_item *items,
                    int n)
{
    if (a->n != n || strcmp(a->name, name_of_b) != 0)
        return false;
    for (int i = 0; i < n; i++)
        if (a->items[i].value != items[i].value || strcmp(a->items[i].name, items[i].name) != 0)
            return false;
    return true;
}

static struct mpit_enum *list_enum(const char *wanted, const struct mpit_item *items, int n)
{
    int index = mpit__registry_find(&mpit__enums, wanted, INT_MAX);
    struct mpit_enum *known = mpit__registry_at(&mpit__enums, index), *made;

    if (known && is_same(known, wanted, items, n))
        return known;
    made = mpit__keep(sizeof *made);
    if (!made || !(made->name = unique(&mpit__enums, wanted, 0)))
        return NULL;
    made->n = n;
    made->items = items;
    mpit__lock(MPIT_LOCK_INTERFACE);
    made->index = mpit__registry_count(&mpit__enums);
    index = mpit__registry_add(&mpit__enums, made->name, made);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return index < 0 ? NULL : made;
}

/* The vendor's enumeration among ours; NULL if it has no items, without which it is none
 * (14.3.5). */
static struct mpit_enum *take_enum(MPI_T_enum theirs)
{
    int n = 0, length = sizeof label, rc;
    struct mpit_item *items;
    char *wanted;

    if (theirs == MPI_T_ENUM_NULL || !mpit__vendor_mpit_enter())
        return NULL;
    label[0] = '\0';
    rc = mpit__next.PMPI_T_enum_get_info(theirs, &n, label, &length);
    mpit__vendor_mpit_leave();
    if (rc != MPI_SUCCESS || n < 1)
        return NULL;
    wanted = mpit__keep_text(label[0] ? label : "enumeration");
    items = mpit__keep((size_t)n * sizeof *items);
    if (!wanted || !items)
        return NULL;
    for (int i = 0; i < n; i++)
        if (!take_item(theirs, i, items))
            return NULL;
    return list_enum(wanted, items, n);
}

/* ---- variables */

/* What a vendor says of a variable of either kind. */
struct said {
    int verbosity, bind, scope, class;
    MPI_Datatype datatype;
    MPI_T_enum enumeration;
    int readonly, continuous, atomic;
};

static int ask_cvar(int index, struct said *said)
{
    int name_length = sizeof name, description_length = sizeof description;

    return mpit__next.PMPI_T_cvar_get_info(index, name, &name_length, &said->verbosity,
                                           &said->datatype, &said->enumeration, description,
                                           &description_length, &said->bind, &said->scope);
}

static int ask_pvar(int index, struct said *said)
{
    int name_length = sizeof name, description_length = sizeof description;

    return mpit__next.PMPI_T_pvar_get_info(index, name, &name_length, &said->verbosity,
                                           &said->class, &said->datatype, &said->enumeration,
                                           description, &description_length, &said->bind,
                                           &said->readonly, &said->continuous, &said->atomic);
}

static bool ask(int index, struct said *said, int (*ask_one)(int index, struct said *said))
{
    int rc;

    *said = (struct said){.datatype = MPI_DATATYPE_NULL, .enumeration = MPI_T_ENUM_NULL};
    name[0] = description[0] = '\0';
    if (!mpit__vendor_mpit_enter())
        return false;
    rc = ask_one(index, said);
    mpit__vendor_mpit_leave();
    return rc == MPI_SUCCESS;
}

static bool is_bind(int bind)
{
    return bind >= MPI_T_BIND_NO_OBJECT && bind <= MPI_T_BIND_MPI_INFO;
}

static int verbosity_of(const struct said *said)
{
    return said->verbosity >= MPI_T_VERBOSITY_USER_BASIC &&
                   said->verbosity <= MPI_T_VERBOSITY_MPIDEV_ALL
               ? said->verbosity
               : MPI_T_VERBOSITY_MPIDEV_ALL;
}

/* How the variable's elements are shown (14.3.5: enumerations on MPI_INT alone). */
static void present(struct mpit_vendor_variable *variable, MPI_T_enum enumeration)
{
    enum mpit_type as = variable->theirs->as;

    if (variable->theirs->kind != MPIT_NUMBER_REAL && as != MPIT_CHAR)
        variable->enumtype = take_enum(enumeration);
    if (!variable->enumtype && variable->theirs->mpi == MPI_C_BOOL)
        variable->enumtype = &mpit__enum_mpit_boolean;
    variable->ours = mpit__presented(mpit__types[variable->enumtype ? MPIT_INT : as].mpi);
}

static void start_variable(struct mpit_vendor_variable *variable, int index, bool is_pvar,
                           const struct said *said)
{
    variable->index = index;
    variable->name = mpit__keep_text(name);
    variable->desc = mpit__keep_text(description);
    variable->is_pvar = is_pvar;
    variable->bind = said->bind;
    variable->quirk = mpit__quirk_find(is_pvar ? "pvar" : "cvar", name);
    present(variable, said->enumeration);
}

static void enlist(struct mpit_vendor_variable *variable)
{
    variable->next = taken;
    taken = variable;
}

static bool can_change(int scope)
{
    return scope != MPI_T_SCOPE_CONSTANT && scope != MPI_T_SCOPE_READONLY;
}

static bool is_item_now(struct mpit_vendor_variable *variable)
{
    struct mpit_view view;
    int *values, n;
    bool is_item;

    if (variable->bind != MPI_T_BIND_NO_OBJECT ||
        mpit__view_open(&view, variable, NULL) != MPI_SUCCESS)
        return true;
    n = view.count;
    values = calloc((size_t)n, sizeof *values);
    is_item = values && mpit__view_get(&view, values) == MPI_SUCCESS;
    for (int i = 0; is_item && i < n; i++)
        is_item = mpit__enum_item_by_value(variable->enumtype, values[i]) != NULL;
    free(values);
    mpit__view_close(&view);
    return is_item;
}

/* An enumeration of bits, or one that lacks the value, does not say what the variable can be
 * (14.3.5): it is shown as the number that it is, and the names stand in its description. */
static bool shows_as_number(struct mpit_vendor_variable *variable)
{
    return variable->enumtype &&
           (mpit__vendor_items_are_flags(variable->enumtype) || !is_item_now(variable));
}

static void describe_items(const struct mpit_enum *enumeration)
{
    size_t n = strlen(description);

    for (int i = 0; n < sizeof description && i < enumeration->n; i++)
        n += (size_t)snprintf(description + n, sizeof description - n, "%s%s %d",
                              i ? ", " : " Names: ", enumeration->items[i].name,
                              enumeration->items[i].value);
}

/* Those that were made for a setting and are not listed. */
static struct mpit_vendor_cvar *set_aside;

/* One that the vendor tells of; NULL if it does not tell now (*why: MPIT_TAKE_LATER: what would
 * crash it is as one that it does not tell of) or if it cannot be presented (MPIT_TAKE_NEVER). */
static struct mpit_vendor_cvar *make_cvar(int vendor_index, int *why)
{
    struct said said;
    struct mpit_vendor_cvar *made;

    *why = MPIT_TAKE_LATER;
    if (!ask(vendor_index, &said, ask_cvar) || mpit__quirk_forbids_named("cvar", name))
        return NULL;
    *why = !name[0] ? refuse("control variable", "it has no name")
           : !mpit__presented(said.datatype)
               ? refuse("control variable", "its datatype is none that MPI_T allows")
           : !is_bind(said.bind)
               ? refuse("control variable", "it binds to what the standard does not know")
               : MPIT_TAKE_LATER;
    if (*why == MPIT_TAKE_NEVER || !(made = mpit__keep(sizeof *made)))
        return NULL;
    made->vendor.theirs = mpit__presented(said.datatype);
    made->vendor.flow = MPIT_FLOW_NOW;
    start_variable(&made->vendor, vendor_index, false, &said);
    if (said.scope < MPI_T_SCOPE_CONSTANT || said.scope > MPI_T_SCOPE_ALL_EQ)
        said.scope = MPI_T_SCOPE_READONLY;
    made->vendor.can_change = can_change(said.scope);
    made->cvar = (struct mpit_cvar){
        .desc = made->vendor.desc,
        .type = made->vendor.ours->as,
        .enumtype = made->vendor.enumtype,
        .verbosity = verbosity_of(&said),
        .bind = said.bind,
        .scope = said.scope,
        .ops = &mpit__vendor_cvar_ops,
    };
    if (!made->vendor.name || !made->vendor.desc)
        return NULL;
    if (said.bind == MPI_T_BIND_NO_OBJECT && !mpit__vendor_variable_can_be_read(&made->vendor))
        return NULL;
    if (shows_as_number(&made->vendor)) {
        made->cvar.enumtype = NULL;
        describe_items(made->vendor.enumtype);
        made->cvar.desc = made->vendor.desc = mpit__keep_text(description);
        if (!made->cvar.desc)
            return NULL;
    }
    enlist(&made->vendor);
    return made;
}

/* Where one that was set aside stands, or where the list ends. */
static struct mpit_vendor_cvar **aside(int vendor_index)
{
    struct mpit_vendor_cvar **link = &set_aside;

    while (*link && (*link)->vendor.index != vendor_index)
        link = &(*link)->next;
    return link;
}

int mpit__take_cvar(int vendor_index)
{
    struct mpit_vendor_cvar **link = aside(vendor_index), *made = *link;
    int why = MPIT_TAKE_LATER;

    if (made)
        *link = made->next;
    else if (!(made = make_cvar(vendor_index, &why)))
        return why;
    made->cvar.name = unique(&mpit__cvars, made->vendor.name, 0);
    return made->cvar.name ? add(&mpit__cvars, made->cvar.name, &made->cvar) : MPIT_TAKE_LATER;
}

struct mpit_vendor_variable *mpit__take_one(int vendor_index, int listed)
{
    struct mpit_vendor_cvar *made = mpit__registry_at(&mpit__cvars, listed);
    struct mpit_vendor_cvar **link = aside(vendor_index);
    int why;

    if (made)
        return &made->vendor;
    if (!*link)
        *link = make_cvar(vendor_index, &why);
    return *link ? &(*link)->vendor : NULL;
}

bool mpit__take_nearest(const char *wanted, int n, char *nearest, size_t size)
{
    int best = (int)strlen(wanted) / 5 + 2;
    struct said said;
    bool found = false;

    for (int i = 0; i < n; i++) {
        int distance;

        if (!ask(i, &said, ask_cvar) || (distance = mpit__distance(wanted, name)) >= best)
            continue;
        best = distance;
        snprintf(nearest, size, "%s", name);
        found = true;
    }
    return found;
}

static const struct {
    int class;
    enum mpit_flow flow;
    unsigned types; /* that the class may have (14.3.7), a bit each */
} classes[] = {
#define BIT(type)      (1u << MPIT_##type)
#define UNSIGNED_TYPES (BIT(UNSIGNED) | BIT(UNSIGNED_LONG) | BIT(UNSIGNED_LONG_LONG))
    {MPI_T_PVAR_CLASS_STATE, MPIT_FLOW_NOW, BIT(INT)},
    {MPI_T_PVAR_CLASS_LEVEL, MPIT_FLOW_NOW, UNSIGNED_TYPES | BIT(DOUBLE)},
    {MPI_T_PVAR_CLASS_SIZE, MPIT_FLOW_NOW, UNSIGNED_TYPES | BIT(DOUBLE)},
    {MPI_T_PVAR_CLASS_PERCENTAGE, MPIT_FLOW_NOW, BIT(DOUBLE)},
    {MPI_T_PVAR_CLASS_HIGHWATERMARK, MPIT_FLOW_HIGH, UNSIGNED_TYPES | BIT(DOUBLE)},
    {MPI_T_PVAR_CLASS_LOWWATERMARK, MPIT_FLOW_LOW, UNSIGNED_TYPES | BIT(DOUBLE)},
    {MPI_T_PVAR_CLASS_COUNTER, MPIT_FLOW_TOTAL, UNSIGNED_TYPES},
    {MPI_T_PVAR_CLASS_AGGREGATE, MPIT_FLOW_TOTAL, UNSIGNED_TYPES | BIT(DOUBLE)},
    {MPI_T_PVAR_CLASS_TIMER, MPIT_FLOW_TOTAL, UNSIGNED_TYPES | BIT(DOUBLE)},
#undef UNSIGNED_TYPES
#undef BIT
};

/* The class that the variable is listed with: the vendor's where the standard allows it with this
 * datatype, else GENERIC, which may have any. */
static int class_of(struct mpit_vendor_variable *variable, int class)
{
    variable->flow = MPIT_FLOW_PASS;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (classes[i].class == class && classes[i].types >> variable->ours->as & 1 &&
            (class != MPI_T_PVAR_CLASS_STATE || variable->enumtype)) {
            variable->flow = classes[i].flow;
            return class;
        }
    if (class != MPI_T_PVAR_CLASS_GENERIC)
        mpit__message_node(MPIT_DEBUG, NULL,
                           "the performance variable %s of " MPIT_VENDOR_NAME " is listed "
                           "as generic: its class may not have the datatype %s",
                           name, mpit__types[variable->ours->as].name);
    return MPI_T_PVAR_CLASS_GENERIC;
}

static const struct mpit_presented *presented_as(const struct mpit_pvar *pvar)
{
    return mpit__presented(mpit__types[pvar->type].mpi);
}

/* Whether elements of the one are those of the other: some types have two names. */
static bool is_of_shape(const struct mpit_pvar *pvar, const struct mpit_pvar *other)
{
    const struct mpit_presented *a = presented_as(pvar), *b = presented_as(other);

    return a->kind == b->kind && a->size == b->size && pvar->bind == other->bind &&
           pvar->enumtype == other->enumtype;
}

/* The alias of ours that has the name and the shape of a variable that was made, NULL if none. */
static struct mpit_pvar *alias_of(const struct mpit_vendor_pvar *made, int *index)
{
    struct mpit_pvar *pvar;

    *index = mpit__pvar_index(name, made->pvar.class_);
    pvar = mpit__registry_at(&mpit__pvars, *index);
    if (!pvar || !pvar->alias || !is_of_shape(pvar, &made->pvar))
        return NULL;
    /* Where each operation is the vendor's, it must be one that ours has promised. */
    if (made->vendor.flow == MPIT_FLOW_PASS &&
        (pvar->readonly != made->pvar.readonly || pvar->continuous != made->pvar.continuous))
        return NULL;
    return pvar;
}

/* The variable is the alias's own, and has its type and flags: they are of our own reckoning. */
static void give_to(struct mpit_pvar *alias, struct mpit_vendor_pvar *made)
{
    made->pvar.name = alias->name;
    made->pvar.type = alias->type;
    made->vendor.ours = presented_as(alias);
    made->vendor.readonly = made->pvar.readonly = alias->readonly;
    made->vendor.continuous = made->pvar.continuous = alias->continuous;
    made->pvar.atomic = alias->atomic && made->vendor.flow != MPIT_FLOW_PASS;
    enlist(&made->vendor);
    atomic_store(&alias->theirs, &made->pvar);
}

int mpit__take_pvar(int vendor_index)
{
    struct said said;
    struct mpit_pvar *alias;
    int class, index;
    struct mpit_vendor_pvar *made;

    if (!ask(vendor_index, &said, ask_pvar) || mpit__quirk_forbids_named("pvar", name))
        return MPIT_TAKE_LATER;
    if (!name[0])
        return refuse("performance variable", "it has no name");
    if (!mpit__presented(said.datatype))
        return refuse("performance variable", "its datatype is none that MPI_T allows");
    if (!is_bind(said.bind))
        return refuse("performance variable", "it binds to what the standard does not know");
    made = mpit__keep(sizeof *made);
    if (!made)
        return MPIT_TAKE_LATER;
    made->vendor.theirs = mpit__presented(said.datatype);
    start_variable(&made->vendor, vendor_index, true, &said);
    class = class_of(&made->vendor, said.class);
    made->vendor.readonly = said.readonly != 0;
    made->vendor.continuous = said.continuous != 0;
    made->pvar = (struct mpit_pvar){
        .desc = made->vendor.desc,
        .class_ = class,
        .verbosity = verbosity_of(&said),
        .bind = said.bind,
        .type = made->vendor.ours->as,
        .enumtype = made->vendor.enumtype,
        .readonly = made->vendor.readonly,
        .continuous = made->vendor.continuous,
        /* Ours are, where the value of a handle is our own reckoning. */
        .atomic = !made->vendor.readonly && made->vendor.flow != MPIT_FLOW_PASS,
        .ops = &mpit__vendor_pvar_ops,
    };
    if (!made->vendor.name || !made->pvar.desc)
        return MPIT_TAKE_LATER;
    alias = alias_of(made, &index);
    if (alias) {
        give_to(alias, made);
        return index;
    }
    made->pvar.name = unique(&mpit__pvars, name, class);
    if (!made->pvar.name)
        return MPIT_TAKE_LATER;
    enlist(&made->vendor);
    return add(&mpit__pvars, made->pvar.name, &made->pvar);
}

/* ---- categories */

int mpit__take_category(int vendor_index)
{
    int name_length = sizeof name, description_length = sizeof description;
    int ncvars, npvars, ncategories, rc;
    struct mpit_category *made;

    name[0] = description[0] = '\0';
    if (!mpit__vendor_mpit_enter())
        return MPIT_TAKE_LATER;
    rc = mpit__next.PMPI_T_category_get_info(vendor_index, name, &name_length, description,
                                             &description_length, &ncvars, &npvars, &ncategories);
    mpit__vendor_mpit_leave();
    if (rc != MPI_SUCCESS)
        return MPIT_TAKE_LATER;
    if (!name[0])
        return refuse("category", "it has no name");
    made = mpit__category_make(unique(&mpit__categories, name, 0), mpit__keep_text(description),
                               mpit__keep(sizeof *made));
    if (!made)
        return MPIT_TAKE_LATER;
    return add(&mpit__categories, made->name, made);
}

/* ---- event types */

/* What the vendor says of one, with the first n of its elements; n: how many it has. */
static bool ask_event(int index, struct said *said, MPI_Datatype *types, MPI_Aint *at, int *n)
{
    int name_length = sizeof name, description_length = sizeof description, rc;

    *said = (struct said){.enumeration = MPI_T_ENUM_NULL};
    name[0] = description[0] = '\0';
    if (!mpit__vendor_mpit_enter())
        return false;
    rc = mpit__next.PMPI_T_event_get_info(index, name, &name_length, &said->verbosity, types, at, n,
                                          &said->enumeration, NULL, description,
                                          &description_length, &said->bind);
    mpit__vendor_mpit_leave();
    return rc == MPI_SUCCESS && *n >= 0;
}

int mpit__take_event(int vendor_index)
{
    struct mpit_event_row *made;
    struct said said;
    int n = 0, room;

    if (!ask_event(vendor_index, &said, NULL, NULL, &n))
        return MPIT_TAKE_LATER;
    if (!name[0])
        return refuse("event type", "it has no name");
    if (!is_bind(said.bind))
        return refuse("event type", "it binds to what the standard does not know");
    room = n;
    made = mpit__keep(sizeof *made);
    if (!made)
        return MPIT_TAKE_LATER;
    made->type = mpit__keep((size_t)n * sizeof *made->type);
    made->at = mpit__keep((size_t)n * sizeof *made->at);
    if (!made->type || !made->at || !ask_event(vendor_index, &said, made->type, made->at, &n))
        return MPIT_TAKE_LATER;
    made->name = unique(&mpit__events, name, 0);
    made->desc = mpit__keep_text(description);
    made->verbosity = verbosity_of(&said);
    made->bind = said.bind;
    made->n = n < room ? n : room;
    made->enumtype = take_enum(said.enumeration);
    made->theirs = vendor_index + 1;
    return made->name && made->desc ? add(&mpit__events, made->name, made) : MPIT_TAKE_LATER;
}
