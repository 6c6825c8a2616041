#include "config.h"

#include "category/category.h"

#include <limits.h>

#include "registry.h"

#define INDICES MPIT_VECTOR(int)

static struct mpit_category own[] = {
#define CATEGORY(name_, parent_, desc_)                                                            \
    {.name = #name_, .desc = desc_, .cvars = INDICES, .pvars = INDICES, .categories = INDICES},
#include "category/categories.def"
#undef CATEGORY
};

static const char *const parents[] = {
#define CATEGORY(name, parent, desc) parent,
#include "category/categories.def"
#undef CATEGORY
};

static _Atomic int stamp;

static bool append(struct mpit_vector *vector, int index)
{
    if (mpit__vector_reserve(vector) != 0)
        return false;
    *(int *)mpit__vector_at(vector, mpit__vector_count(vector)) = index;
    mpit__vector_add(vector);
    atomic_fetch_add(&stamp, 1);
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

    return category && append(&category->cvars, cvar);
}

bool mpit__category_add_pvar(const char *name, int pvar)
{
    struct mpit_category *category = by_name(name);

    return category && append(&category->pvars, pvar);
}

int mpit__category_add(struct mpit_category *category, const char *parent)
{
    struct mpit_category *above = parent ? by_name(parent) : NULL;
    int index = mpit__registry_add(&mpit__categories, category->name, category);

    if (index < 0)
        return -1;
    atomic_fetch_add(&stamp, 1);
    if (above && !append(&above->categories, index))
        return -1;
    return index;
}

void mpit__category_add_own(void)
{
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        mpit__category_add(&own[i], parents[i]);
}

int mpit__category_stamp(void)
{
    return atomic_load(&stamp);
}
