/* The MPI_T functions of categories (14.3.8). */
#include "config.h"

#include <string.h>

#include "category/category.h"
#include "entry/entry.h"
#include "entry/init.h"
#include "ground/strings_out.h"
#include "registry/registry.h"
#include "vendor/discover.h"

/* The category with an index, NULL if there is none; one that holds the vendor's is up to date. */
static const struct mpit_category *find_category(int index)
{
    const struct mpit_category *category = mpit__listed_at(&mpit__categories, index);

    if (category && category->of_vendor)
        mpit__vendor_variables_update();
    return category;
}

/* int MPI_T_category_get_num(int *num_cat)
 *   num_cat  OUT  number of categories; it may grow
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL.  Any thread.  14.3.8 */
int mpit__T_category_get_num(int *num_cat)
{
    MPIT_NEEDS_INIT;
    if (!num_cat)
        return MPI_T_ERR_INVALID;
    mpit__vendor_variables_update();
    *num_cat = mpit__registry_count(&mpit__categories);
    return MPI_SUCCESS;
}

/* int MPI_T_category_get_info(…)
 *   cat_index        IN   0 … num_cat - 1
 *   name, name_len, desc, desc_len   OUT, INOUT  as 14.3.3 says
 *   num_cvars, num_pvars, num_categories   OUT  how many it contains
 * Every OUT argument may be NULL.
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX.  Any thread.  14.3.8 */
int mpit__T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len,
                              int *num_cvars, int *num_pvars, int *num_categories)
{
    const struct mpit_category *category;

    MPIT_NEEDS_INIT;
    category = find_category(cat_index);
    if (!category)
        return MPI_T_ERR_INVALID_INDEX;
    mpit__string_return(category->name, name, name_len);
    mpit__string_return(category->desc, desc, desc_len);
    if (num_cvars)
        *num_cvars = (int)mpit__vector_count(&category->cvars);
    if (num_pvars)
        *num_pvars = (int)mpit__vector_count(&category->pvars);
    if (num_categories)
        *num_categories = (int)mpit__vector_count(&category->categories);
    return MPI_SUCCESS;
}

/* int MPI_T_category_get_index(const char *name, int *cat_index)
 *   name       IN   exact name
 *   cat_index  OUT  its index
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_NAME.
 * Any thread.  14.3.8 */
int mpit__T_category_get_index(const char *name, int *cat_index)
{
    int index;

    MPIT_NEEDS_INIT;
    if (!name || !cat_index)
        return MPI_T_ERR_INVALID;
    index = mpit__listed_find(&mpit__categories, name);
    if (index < 0)
        return MPI_T_ERR_INVALID_NAME;
    *cat_index = index;
    return MPI_SUCCESS;
}

/* Up to len indices of a member of a category; what lies beyond in the array stays as it is. */
static int contents(int cat_index, size_t member, int len, int indices[])
{
    const struct mpit_category *category;
    const struct mpit_vector *vector;
    uint32_t n;

    MPIT_NEEDS_INIT;
    category = find_category(cat_index);
    if (!category)
        return MPI_T_ERR_INVALID_INDEX;
    if (len <= 0)
        return MPI_SUCCESS;
    vector = (const struct mpit_vector *)(const void *)((const char *)category + member);
    n = mpit__vector_count(vector);
    if (n > (uint32_t)len)
        n = (uint32_t)len;
    if (n > 0 && !indices)
        return MPI_T_ERR_INVALID;
    mpit__vector_copy(vector, n, indices);
    return MPI_SUCCESS;
}

/* int MPI_T_category_get_cvars(int cat_index, int len, int indices[])
 *   len      IN   room in indices; negative counts as 0
 *   indices  OUT  [min(len, number contained)] indices of control variables
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL with something to return,
 * MPI_T_ERR_INVALID_INDEX.  Any thread.  14.3.8 */
int mpit__T_category_get_cvars(int cat_index, int len, int indices[])
{
    return contents(cat_index, offsetof(struct mpit_category, cvars), len, indices);
}

/* The same for performance variables. */
int mpit__T_category_get_pvars(int cat_index, int len, int indices[])
{
    return contents(cat_index, offsetof(struct mpit_category, pvars), len, indices);
}

/* The same for the categories that it contains. */
int mpit__T_category_get_categories(int cat_index, int len, int indices[])
{
    return contents(cat_index, offsetof(struct mpit_category, categories), len, indices);
}

/* The same for event types.  MPI 4.0, 15.3.9 */
int mpit__T_category_get_events(int cat_index, int len, int indices[])
{
    return contents(cat_index, offsetof(struct mpit_category, events), len, indices);
}

/* int MPI_T_category_get_num_events(int cat_index, int *num_events)
 *   num_events  OUT  how many event types it contains
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID for NULL.
 * Any thread.  MPI 4.0, 15.3.9 */
int mpit__T_category_get_num_events(int cat_index, int *num_events)
{
    const struct mpit_category *category;

    MPIT_NEEDS_INIT;
    category = find_category(cat_index);
    if (!category)
        return MPI_T_ERR_INVALID_INDEX;
    if (!num_events)
        return MPI_T_ERR_INVALID;
    *num_events = (int)mpit__vector_count(&category->events);
    return MPI_SUCCESS;
}

/* int MPI_T_category_changed(int *stamp)
 *   stamp  OUT  rises with every change of any category
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL.  Any thread.  14.3.8 */
int mpit__T_category_changed(int *stamp)
{
    MPIT_NEEDS_INIT;
    if (!stamp)
        return MPI_T_ERR_INVALID;
    mpit__vendor_variables_update();
    *stamp = atomic_load_explicit(&mpit__category_stamp, memory_order_acquire);
    return MPI_SUCCESS;
}
