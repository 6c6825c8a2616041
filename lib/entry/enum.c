/* The MPI_T functions of enumerations (14.3.5). */
#include "config.h"

#include "entry/entry.h"
#include "entry/init.h"
#include "enum/enum.h"
#include "ground/strings_out.h"

/* int MPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
 *   num             OUT  number of items, at least 1
 *   name, name_len  OUT, INOUT  as 14.3.3 says
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX if enumtype is none.
 * Any thread.  14.3.5 */
int mpit__T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
{
    const struct mpit_enum *found;

    MPIT_NEEDS_INIT;
    found = mpit__enum_find(enumtype);
    if (!found)
        return MPI_T_ERR_INVALID_INDEX;
    if (num)
        *num = found->n;
    mpit__string_return(found->name, name, name_len);
    return MPI_SUCCESS;
}

/* int MPI_T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len)
 *   index           IN   0 … num - 1
 *   value           OUT  value of the item
 *   name, name_len  OUT, INOUT
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX if enumtype is none,
 * MPI_T_ERR_INVALID_ITEM if index is out of range; by an mpi.h of MPI 5.0, where that code has long
 * been deprecated, MPI_T_ERR_INVALID_INDEX.  Any thread.  14.3.5 */
int mpit__T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len)
{
    const struct mpit_enum *found;

    MPIT_NEEDS_INIT;
    found = mpit__enum_find(enumtype);
    if (!found)
        return MPI_T_ERR_INVALID_INDEX;
    if (index < 0 || index >= found->n)
        return MPI_VERSION < 5 ? MPI_T_ERR_INVALID_ITEM : MPI_T_ERR_INVALID_INDEX;
    if (value)
        *value = found->items[index].value;
    mpit__string_return(found->items[index].name, name, name_len);
    return MPI_SUCCESS;
}
