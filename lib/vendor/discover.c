#include "config.h"

#include "vendor/discover.h"

#include <stdlib.h>
#include <string.h>

#include "category/category.h"
#include "ground/in_force.h"
#include "ground/lock.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"
#include "vendor/quirk.h"
#include "vendor/take.h"

/* Everything here is under MPIT_LOCK_DISCOVERY. */

/* Of one kind of thing: which of the vendor's stands where in our registry. */
struct map {
    struct mpit_registry *registry;
    int (*take)(int vendor_index);
    int n;
    int *ours; /* [n] our index, or MPIT_TAKE_… */
};

static struct map cvars = {.registry = &mpit__cvars, .take = mpit__take_cvar};
static struct map pvars = {.registry = &mpit__pvars, .take = mpit__take_pvar};
static struct map events = {.registry = &mpit__events, .take = mpit__take_event};
static struct map categories = {.registry = &mpit__categories, .take = mpit__take_category};

/* What the vendor said when we last looked. */
struct state {
    int ncvars, npvars, nevents, ncategories, stamp;
    int up; /* between MPI_Init and MPI_Finalize: components come and go with it */
};

static bool ask_state(struct state *state)
{
    *state = (struct state){.up = mpit__vendor_is_up()};
    if (!mpit__vendor_mpit_enter())
        return false;
    mpit__next.PMPI_T_cvar_get_num(&state->ncvars);
    mpit__next.PMPI_T_pvar_get_num(&state->npvars);
    if (mpit__vendor_has_events())
        mpit__next.PMPI_T_event_get_num(&state->nevents);
    mpit__next.PMPI_T_category_get_num(&state->ncategories);
    mpit__next.PMPI_T_category_changed(&state->stamp);
    mpit__vendor_mpit_leave();
    return true;
}

/* ---- variables and categories by themselves */

static bool grow(struct map *map, int n)
{
    int *ours;

    if (n <= map->n)
        return true;
    ours = realloc(map->ours, (size_t)n * sizeof *ours);
    if (!ours)
        return false;
    map->ours = ours;
    while (map->n < n)
        ours[map->n++] = MPIT_TAKE_LATER;
    return true;
}

/* One that the vendor did not tell of before may have become readable. */
static void list(struct map *map, int n)
{
    if (!grow(map, n))
        return;
    for (int i = 0; i < n; i++)
        if (map->ours[i] == MPIT_TAKE_LATER)
            map->ours[i] = map->take(i);
}

static int translate(const struct map *map, int vendor_index)
{
    return vendor_index >= 0 && vendor_index < map->n ? map->ours[vendor_index] : MPIT_TAKE_LATER;
}

/* ---- what categories contain */

/* A mark for each index of ours. */
struct marks {
    unsigned char *mark;
    int n;
};

static bool marks_make(struct marks *marks, const struct mpit_registry *registry)
{
    marks->n = mpit__registry_count(registry);
    marks->mark = calloc((size_t)marks->n + 1, 1);
    return marks->mark != NULL;
}

static void marks_set(struct marks *marks, const struct mpit_vector *contents, unsigned char to)
{
    uint32_t n = mpit__vector_count(contents);

    for (uint32_t i = 0; i < n; i++)
        marks->mark[*(int *)mpit__vector_at(contents, i)] = to;
}

/* The kinds that categories contain. */
enum { KINDS = 4 };

/* One of them, while all categories are looked at. */
struct contents {
    const struct map *map;
    size_t member; /* of struct mpit_category */
    __typeof__(&PMPI_T_category_get_cvars) *get;
    struct marks marks;
};

static struct mpit_vector *vector_of(struct mpit_category *category, const struct contents *kind)
{
    return (struct mpit_vector *)(void *)((char *)category + kind->member);
}

/* Adds what the vendor says that a category contains, and we have not yet there. */
static void fill(struct mpit_category *category, struct contents *kind, const int *theirs, int n)
{
    struct mpit_vector *vector = vector_of(category, kind);

    marks_set(&kind->marks, vector, 1);
    mpit__lock(MPIT_LOCK_INTERFACE);
    for (int i = 0; i < n; i++) {
        int index = translate(kind->map, theirs[i]);

        if (index < 0 || kind->marks.mark[index])
            continue;
        if (kind->map == &categories ? mpit__category_nest(category, index)
                                     : mpit__category_contain(vector, index))
            kind->marks.mark[index] = 1;
    }
    mpit__unlock(MPIT_LOCK_INTERFACE);
    marks_set(&kind->marks, vector, 0);
}

static bool ask_contents(int vendor_index, const struct contents *kind, int n, int *theirs)
{
    int rc;

    /* A vendor may return fewer than it has told: -1 is translated to nothing. */
    memset(theirs, -1, (size_t)n * sizeof *theirs);
    if (!mpit__vendor_mpit_enter())
        return false;
    rc = (*kind->get)(vendor_index, n, theirs);
    mpit__vendor_mpit_leave();
    return rc == MPI_SUCCESS;
}

static void look_into(int vendor_index, struct contents *kind, int n)
{
    struct mpit_category *category =
        mpit__registry_at(&mpit__categories, translate(&categories, vendor_index));
    int *theirs;

    if (!category || n < 1 || !(theirs = malloc((size_t)n * sizeof *theirs)))
        return;
    if (ask_contents(vendor_index, kind, n, theirs))
        fill(category, kind, theirs, n);
    free(theirs);
}

/* How much of each kind the vendor's category contains; false if it does not tell. */
static bool ask_numbers(int vendor_index, int numbers[KINDS])
{
    char name[2] = "", description[2] = "";
    int name_length = sizeof name, description_length = sizeof description, rc;

    if (!mpit__vendor_mpit_enter())
        return false;
    rc = mpit__next.PMPI_T_category_get_info(vendor_index, name, &name_length, description,
                                             &description_length, &numbers[0], &numbers[1],
                                             &numbers[2]);
    if (rc == MPI_SUCCESS && mpit__vendor_has_events() &&
        mpit__next.PMPI_T_category_get_num_events(vendor_index, &numbers[3]) != MPI_SUCCESS)
        numbers[3] = 0;
    mpit__vendor_mpit_leave();
    return rc == MPI_SUCCESS;
}

/* Categories that stand in no other one of the vendor's stand in ours. */
static void hang_up_tops(void)
{
    struct mpit_category *top = mpit__category_of_vendor();
    struct marks has_place;

    if (!marks_make(&has_place, &mpit__categories))
        return;
    marks_set(&has_place, &top->categories, 1);
    for (int i = 0; i < categories.n; i++) {
        struct mpit_category *category =
            mpit__registry_at(&mpit__categories, translate(&categories, i));

        if (category)
            marks_set(&has_place, &category->categories, 1);
    }
    mpit__lock(MPIT_LOCK_INTERFACE);
    for (int i = 0; i < categories.n; i++) {
        int index = translate(&categories, i);

        if (index >= 0 && !has_place.mark[index])
            mpit__category_nest(top, index);
    }
    mpit__unlock(MPIT_LOCK_INTERFACE);
    free(has_place.mark);
}

static void fill_categories(void)
{
    struct contents kinds[KINDS] = {
        {&cvars, offsetof(struct mpit_category, cvars), &mpit__next.PMPI_T_category_get_cvars, {0}},
        {&pvars, offsetof(struct mpit_category, pvars), &mpit__next.PMPI_T_category_get_pvars, {0}},
        {&categories,
         offsetof(struct mpit_category, categories),
         &mpit__next.PMPI_T_category_get_categories,
         {0}},
        {&events,
         offsetof(struct mpit_category, events),
         &mpit__next.PMPI_T_category_get_events,
         {0}},
    };
    bool ok = true;

    for (int k = 0; k < KINDS; k++)
        ok &= marks_make(&kinds[k].marks, kinds[k].map->registry);
    for (int i = 0; ok && i < categories.n; i++) {
        int numbers[KINDS] = {0};

        if (!ask_numbers(i, numbers))
            continue;
        for (int k = 0; k < KINDS; k++)
            look_into(i, &kinds[k], numbers[k]);
    }
    for (int k = 0; k < KINDS; k++)
        free(kinds[k].marks.mark);
    hang_up_tops();
}

/* ---- together */

_Atomic uint64_t mpit__vendor_listed;

static void update(void)
{
    static struct state seen;
    struct state now;
    /* Before the vendor is asked: what comes meanwhile moves it on. */
    uint64_t listed = mpit__vendor_stamp ? MPIT_LISTED | (uint32_t)mpit__vendor_stamp() : 0;

    if (!ask_state(&now))
        return;
    if (memcmp(&now, &seen, sizeof now) != 0) {
        mpit__quirk_look_again();
        list(&cvars, now.ncvars);
        list(&pvars, now.npvars);
        list(&events, now.nevents);
        list(&categories, now.ncategories);
        fill_categories();
        seen = now;
    }
    atomic_store(&mpit__vendor_listed, listed);
}

void mpit__vendor_variables_look(void)
{
    if (!MPIT_IN_FORCE(vendor_variables) || !mpit__vendor_mpit_reference())
        return;
    mpit__lock(MPIT_LOCK_DISCOVERY);
    update();
    mpit__unlock(MPIT_LOCK_DISCOVERY);
}

void mpit__vendor_variables_begin(void)
{
    mpit__lock(MPIT_LOCK_DISCOVERY);
    atomic_store(&mpit__vendor_listed, 0);
    mpit__unlock(MPIT_LOCK_DISCOVERY);
}

/* ---- one by name */

static int ask_index(const char *name)
{
    int index, rc;

    if (!mpit__vendor_mpit_enter())
        return -1;
    rc = mpit__next.PMPI_T_cvar_get_index(name, &index);
    mpit__vendor_mpit_leave();
    return rc == MPI_SUCCESS ? index : -1;
}

struct mpit_vendor_variable *mpit__vendor_variable_named(const char *name, bool *crashes)
{
    struct mpit_vendor_variable *variable = NULL;
    int index;

    *crashes = false;
    if (!mpit__vendor_mpit_reference())
        return NULL;
    mpit__lock(MPIT_LOCK_DISCOVERY);
    index = ask_index(name);
    if (index >= 0) {
        mpit__quirk_look_again();
        *crashes = mpit__quirk_forbids_named("cvar", name);
        variable = *crashes ? NULL : mpit__take_one(index, translate(&cvars, index));
    }
    mpit__unlock(MPIT_LOCK_DISCOVERY);
    return variable;
}

bool mpit__vendor_variable_nearest(const char *name, char *nearest, size_t size)
{
    struct state now;
    bool found;

    if (!ask_state(&now))
        return false;
    mpit__lock(MPIT_LOCK_DISCOVERY);
    found = mpit__take_nearest(name, now.ncvars, nearest, size);
    mpit__unlock(MPIT_LOCK_DISCOVERY);
    return found;
}

void mpit__vendor_variables_end(void)
{
    mpit__lock(MPIT_LOCK_DISCOVERY);
    atomic_store(&mpit__vendor_listed, 0);
    if (mpit__vendor_mpit_enter()) {
        for (struct mpit_vendor_variable *v = mpit__taken(); v; v = v->next)
            mpit__vendor_variable_ends(v);
        mpit__vendor_mpit_close();
        mpit__vendor_mpit_leave();
    }
    mpit__unlock(MPIT_LOCK_DISCOVERY);
}
