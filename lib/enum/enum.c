#include "config.h"

#include "enum/enum.h"

#include <stdint.h>

#include "ground/clock.h"
#include "ground/in_force.h"
#include "ground/letters.h"
#include "ground/message.h"
#include "mpi/families.h"
#include "registry/registry.h"
#include "registry/slots.h"

#define ITEM(name, value) {name, value},
#define ENUM(name_, items_)                                                                        \
    static const struct mpit_item items_of_##name_[] = {items_};                                   \
    struct mpit_enum mpit__enum_##name_ = {                                                        \
        #name_, sizeof items_of_##name_ / sizeof *items_of_##name_, items_of_##name_, -1};
#include "enum/enums.def"
#undef ENUM
#undef ITEM

/* Enumerations are never freed: one generation is enough. */
#define HANDLE_BASE ((uint64_t)MPIT_SLOT_ENUM << 60 | UINT64_C(1) << 32)

void mpit__enum_add_own(void)
{
    static struct mpit_enum *const own[] = {
#define ENUM(name, items) &mpit__enum_##name,
#include "enum/enums.def"
#undef ENUM
    };

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        own[i]->index = mpit__registry_add(&mpit__enums, own[i]->name, own[i]);
}

MPI_T_enum mpit__enum_handle(const struct mpit_enum *enumeration)
{
    return enumeration ? (MPI_T_enum)(uintptr_t)(HANDLE_BASE | (uint32_t)enumeration->index)
                       : MPI_T_ENUM_NULL;
}

const struct mpit_enum *mpit__enum_find(MPI_T_enum handle)
{
    uint64_t number = (uintptr_t)handle;

    if ((number & ~(uint64_t)INT32_MAX) != HANDLE_BASE)
        return NULL;
    return mpit__registry_at(&mpit__enums, (int)(number & INT32_MAX));
}

const struct mpit_item *mpit__enum_item_by_value(const struct mpit_enum *enumeration, int value)
{
    for (int i = 0; i < enumeration->n; i++)
        if (enumeration->items[i].value == value)
            return &enumeration->items[i];
    return NULL;
}

const struct mpit_item *mpit__enum_item_by_name(const struct mpit_enum *enumeration,
                                                const char *name)
{
    for (int i = 0; i < enumeration->n; i++)
        if (mpit__is_word(enumeration->items[i].name, name))
            return &enumeration->items[i];
    return NULL;
}
