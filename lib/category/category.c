#include "config.h"

#include "category/category.h"

#include <limits.h>

#include "registry/registry.h"

#define INDICES MPIT_VECTOR(int)

static struct mpit_category own[] = {
#define CATEGORY(name_, parent_, desc_)                                                            \
    {.name = #name_,                                                                               \
     .desc = desc_,                                                                                \
     .cvars = INDICES,                                                                             \
     .pvars = INDICES,                                                                             \
     .categories = INDICES,                                                                        \
     .events = INDICES},
#include "category/categories.def"
#undef CATEGORY
};

enum {
#define CATEGORY(name, parent, desc) OWN_##name,
#include "category/categories.def"
#undef CATEGORY
};

static const char *const parents[] = {
#define CATEGORY(name, parent, desc) parent,
#include "category/categories.def"
#undef CATEGORY
};

_Atomic int mpit__category_stamp;

bool mpit__category_contain(struct mpit_vector *vector, int index)
{
    if (mpit__vector_reserve(vector) != 0)
        return false;
    *(int *)mpit__vector_at(vector, mpit__vector_count(vector)) = index;
    mpit__vector_add(vector);
    atomic_fetch_add(&mpit__category_stamp, 1);
    return true;
}

static struct mpit_category *by_name(const char *name)
{
    return mpit__registry_at(&mpit__categories,
                             mpit__registry_find(&mpit__categories, name, INT_MAX));
}

bool mpit__category_add_cvar(const char *name, int cvar)
{
    struct mpit_category *category = by_name(name);

    return category && mpit__category_contain(&category->cvars, cvar);
}

bool mpit__category_add_pvar(const char *name, int pvar)
{
    struct mpit_category *category = by_name(name);

    return category && mpit__category_contain(&category->pvars, pvar);
}

bool mpit__category_add_event(const char *name, int event)
{
    struct mpit_category *category = by_name(name);

    return category && mpit__category_contain(&category->events, event);
}

int mpit__category_add(struct mpit_category *category, const char *parent)
{
    struct mpit_category *above = parent ? by_name(parent) : NULL;
    int index = mpit__registry_add(&mpit__categories, category->name, category);

    if (index < 0)
        return -1;
    atomic_fetch_add(&mpit__category_stamp, 1);
    if (above && !mpit__category_contain(&above->categories, index))
        return -1;
    return index;
}

void mpit__category_add_own(void)
{
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        mpit__category_add(&own[i], parents[i]);
    own[OWN_vendor].of_vendor = true;
}

struct mpit_category *mpit__category_of_vendor(void)
{
    return &own[OWN_vendor];
}

struct mpit_category *mpit__category_make(const char *name, const char *desc, void *memory)
{
    struct mpit_category *category = memory;

    if (!name || !desc || !category)
        return NULL;
    *category = (struct mpit_category){.name = name,
                                       .desc = desc,
                                       .cvars = INDICES,
                                       .pvars = INDICES,
                                       .categories = INDICES,
                                       .events = INDICES,
                                       .of_vendor = true};
    return category;
}

/* Categories are a graph without cycles, and small: a walk finds whether it would get one. */
static bool reaches(const struct mpit_category *from, const struct mpit_category *to)
{
    uint32_t n = mpit__vector_count(&from->categories);

    if (from == to)
        return true;
    for (uint32_t i = 0; i < n; i++) {
        int index = *(int *)mpit__vector_at(&from->categories, i);

        if (reaches(mpit__registry_at(&mpit__categories, index), to))
            return true;
    }
    return false;
}

bool mpit__category_nest(struct mpit_category *outer, int inner)
{
    return !reaches(mpit__registry_at(&mpit__categories, inner), outer) &&
           mpit__category_contain(&outer->categories, inner);
}
