/* Our own rows as the registries hold them: enumerations (ENUM-1), categories (CAT-1, CAT-4,
 * CAT-6), variables (CVAR-10, PVAR-1, BIND-1). */
#include "config.h"

#include "category/category.h"
#include "cvar/cvar.h"
#include "entry/setup.h"
#include "enum/enum.h"
#include "pvar/pvar.h"
#include "registry/registry.h"
#include "suite.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#define EACH(thing, i, registry)                                                                   \
    int i = 0;                                                                                     \
    i < mpit__registry_count(&registry) && (thing = mpit__registry_at(&registry, i));              \
    i++

START_TEST(enumerations_have_items_of_unique_names_and_values)
{
    const struct mpit_enum *one;

    ck_assert_int_gt(mpit__registry_count(&mpit__enums), 0);
    for (EACH(one, i, mpit__enums)) {
        ck_assert_uint_ge(strlen(one->name), 1);
        ck_assert_int_eq(mpit__registry_find(&mpit__enums, one->name, INT_MAX), i);
        ck_assert_int_ge(one->n, 1);
        for (int j = 0; j < one->n; j++) {
            ck_assert_uint_ge(strlen(one->items[j].name), 1);
            ck_assert_ptr_eq(mpit__enum_item_by_name(one, one->items[j].name), &one->items[j]);
            ck_assert_ptr_eq(mpit__enum_item_by_value(one, one->items[j].value), &one->items[j]);
        }
    }
}
END_TEST

START_TEST(enumeration_handles_lead_back_and_others_to_nothing)
{
    const struct mpit_enum *one;
    uint64_t next = 0;

    for (EACH(one, i, mpit__enums)) {
        MPI_T_enum handle = mpit__enum_handle(one);
        ck_assert_ptr_eq(mpit__enum_find(handle), one);
        next = (uintptr_t)handle + 1;
    }
    ck_assert_ptr_null(mpit__enum_find((MPI_T_enum)(uintptr_t)next));
    for (int bit = 31; bit < 64; bit++)
        ck_assert_ptr_null(
            mpit__enum_find((MPI_T_enum)(uintptr_t)((next - 1) ^ UINT64_C(1) << bit)));
    ck_assert_ptr_null(mpit__enum_find(MPI_T_ENUM_NULL));
    ck_assert_ptr_null(mpit__enum_find((MPI_T_enum)-1));
    ck_assert_ptr_null(mpit__enum_find((MPI_T_enum)(uintptr_t)&next));
    ck_assert(mpit__enum_handle(NULL) == MPI_T_ENUM_NULL);
}
END_TEST

static bool contains(const struct mpit_vector *indices, int index)
{
    for (uint32_t i = 0; i < mpit__vector_count(indices); i++)
        if (*(int *)mpit__vector_at(indices, i) == index)
            return true;
    return false;
}

/* Marks a category and all below it; a category that is met again inside itself is a cycle. */
static void walk(int index, bool *above, bool *met)
{
    const struct mpit_category *category = mpit__registry_at(&mpit__categories, index);

    ck_assert_ptr_nonnull(category);
    ck_assert_msg(!above[index], "%s contains itself", category->name);
    above[index] = met[index] = true;
    for (uint32_t i = 0; i < mpit__vector_count(&category->categories); i++)
        walk(*(int *)mpit__vector_at(&category->categories, i), above, met);
    above[index] = false;
}

START_TEST(categories_are_a_tree_below_one_root)
{
    bool above[1000] = {false}, met[1000] = {false};
    int root = mpit__registry_find(&mpit__categories, "mpit", INT_MAX);

    ck_assert_int_ge(root, 0);
    walk(root, above, met);
    for (int i = 0; i < mpit__registry_count(&mpit__categories); i++)
        ck_assert_msg(met[i], "category %d cannot be reached from the root", i);
}
END_TEST

START_TEST(every_variable_of_ours_is_in_its_category)
{
    const struct mpit_cvar *cvar;
    const struct mpit_pvar *pvar;
    const struct mpit_category *category;

    for (EACH(cvar, i, mpit__cvars)) {
        int at = mpit__registry_find(&mpit__categories, cvar->category, INT_MAX);
        category = mpit__registry_at(&mpit__categories, at);
        ck_assert_msg(category && contains(&category->cvars, i), "%s is in none", cvar->name);
    }
    for (EACH(pvar, i, mpit__pvars)) {
        int at = mpit__registry_find(&mpit__categories, mpit__own_pvar(pvar)->category, INT_MAX);
        category = mpit__registry_at(&mpit__categories, at);
        ck_assert_msg(category && contains(&category->pvars, i), "%s is in none", pvar->name);
    }
}
END_TEST

START_TEST(stamp_rises_with_a_new_category_and_with_a_new_member)
{
    static struct mpit_category fresh = {.name = "fresh",
                                         .desc = "",
                                         .cvars = MPIT_VECTOR(int),
                                         .pvars = MPIT_VECTOR(int),
                                         .categories = MPIT_VECTOR(int)},
                                alone;
    int stamp = mpit__category_stamp;

    alone = fresh;
    alone.name = "alone";
    ck_assert_int_ge(mpit__category_add(&alone, NULL), 0);
    ck_assert_int_gt(mpit__category_stamp, stamp);
    stamp = mpit__category_stamp;
    ck_assert_int_ge(mpit__category_add(&fresh, "mpit"), 0);
    ck_assert_int_gt(mpit__category_stamp, stamp);
    stamp = mpit__category_stamp;
    ck_assert(mpit__category_add_cvar("fresh", 0));
    ck_assert_int_gt(mpit__category_stamp, stamp);
    stamp = mpit__category_stamp;
    ck_assert(mpit__category_add_pvar("fresh", 0));
    ck_assert_int_gt(mpit__category_stamp, stamp);
    ck_assert(!mpit__category_add_pvar("no such category", 0));
}
END_TEST

START_TEST(every_control_variable_of_ours_says_what_its_scope_demands)
{
    const struct mpit_cvar *cvar;

    for (EACH(cvar, i, mpit__cvars))
        ck_assert_msg(strstr(cvar->desc, "et it ") || strstr(cvar->desc, "Cannot be set") ||
                          strstr(cvar->desc, "ocal: ") || strstr(cvar->desc, "different values"),
                      "%s: '%s'", cvar->name, cvar->desc);
}
END_TEST

START_TEST(every_default_is_a_value_of_its_variable)
{
    const struct mpit_cvar *cvar;
    union mpit_value value;

    for (EACH(cvar, i, mpit__cvars))
        if (cvar->scope != MPI_T_SCOPE_CONSTANT && cvar->scope != MPI_T_SCOPE_READONLY) {
            ck_assert(mpit__cvar_parse(cvar, cvar->standard, &value));
            ck_assert_int_eq(mpit__types[cvar->type].compare(&value, cvar->value), 0);
        }
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(enumerations_have_items_of_unique_names_and_values)                                       \
    TEST(enumeration_handles_lead_back_and_others_to_nothing)                                      \
    TEST(categories_are_a_tree_below_one_root)                                                     \
    TEST(every_variable_of_ours_is_in_its_category)                                                \
    TEST(stamp_rises_with_a_new_category_and_with_a_new_member)                                    \
    TEST(every_control_variable_of_ours_says_what_its_scope_demands)                               \
    TEST(every_default_is_a_value_of_its_variable)
SUITE("tables", TESTS, mpit__setup_interface)
