/* Our control variables through handles. */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "cvar/cvar.h"

static int open_handle(struct mpit_cvar_handle *handle, int *count)
{
    *count = mpit__cvar_count(handle->cvar);
    return MPI_SUCCESS;
}

static void close_handle(struct mpit_cvar_handle *handle)
{
    (void)handle;
}

static int read_value(const struct mpit_cvar_handle *handle, void *buf)
{
    const struct mpit_cvar *cvar = handle->cvar;
    union mpit_value value;

    mpit__cvar_get(cvar, handle->object, &value);
    if (cvar->type == MPIT_CHAR)
        strcpy(buf, value.text);
    else
        memcpy(buf, &value, mpit__types[cvar->type].size);
    return MPI_SUCCESS;
}

/* Whether it is what a read gives: to write that back is no change, and no matter of when. */
static bool is_unchanged(const struct mpit_cvar_handle *handle, const union mpit_value *value)
{
    const struct mpit_cvar *cvar = handle->cvar;
    union mpit_value now;

    if (cvar->scope == MPI_T_SCOPE_CONSTANT || cvar->scope == MPI_T_SCOPE_READONLY)
        return false;
    mpit__cvar_get(cvar, handle->object, &now);
    return cvar->type == MPIT_CHAR ? strncmp(value->text, now.text, sizeof now.text) == 0
                                   : memcmp(value, &now, mpit__types[cvar->type].size) == 0;
}

static int write_value(const struct mpit_cvar_handle *handle, const void *buf)
{
    const struct mpit_cvar *cvar = handle->cvar;
    union mpit_value value;

    /* A text is read up to its terminator and no further. */
    if (cvar->type == MPIT_CHAR) {
        size_t length = strnlen(buf, sizeof value.text);

        memset(value.text, 1, sizeof value.text);
        memcpy(value.text, buf, length < sizeof value.text ? length + 1 : length);
    } else {
        memcpy(&value, buf, mpit__types[cvar->type].size);
    }
    if (is_unchanged(handle, &value))
        return MPI_SUCCESS;
    return mpit__cvar_set(cvar, handle->object, &value,
                          (struct mpit_origin){"MPI_T_cvar_write", 0});
}

const struct mpit_cvar_ops mpit__cvar_own_ops = {
    .open = open_handle,
    .close = close_handle,
    .read = read_value,
    .write = write_value,
};
