#include "config.h"

#include "vendor/handles.h"

#include "ground/memory.h"

/* Under MPIT_LOCK_INTERFACE. */
static struct mpit_pool views = {.size = sizeof(struct mpit_view)};

/* A view for a new handle; the code, and none, if that fails. */
static int open_view(struct mpit_vendor_variable *variable, struct mpit_object *object,
                     void **state, int *count)
{
    struct mpit_view *view = mpit__pool_take(&views);
    int rc;

    if (!view)
        return MPI_T_ERR_MEMORY;
    rc = mpit__view_open(view, variable, object);
    if (rc != MPI_SUCCESS) {
        mpit__pool_give(&views, view);
        return rc;
    }
    *state = view;
    *count = view->count;
    return MPI_SUCCESS;
}

static void close_view(struct mpit_view *view)
{
    mpit__view_close(view);
    mpit__pool_give(&views, view);
}

/* ---- control variables */

static int open_cvar(struct mpit_cvar_handle *handle, int *count)
{
    struct mpit_vendor_cvar *vendors = (struct mpit_vendor_cvar *)handle->cvar;

    if (!handle->object && handle->cvar->bind != MPI_T_BIND_NO_OBJECT)
        return MPI_T_ERR_INVALID; /* mpit_null_objects: of ours alone */
    return open_view(&vendors->vendor, handle->object, &handle->state, count);
}

static void close_cvar(struct mpit_cvar_handle *handle)
{
    close_view(handle->state);
}

static int read_cvar(const struct mpit_cvar_handle *handle, void *buf)
{
    return mpit__view_get(handle->state, buf);
}

static int write_cvar(const struct mpit_cvar_handle *handle, const void *buf)
{
    return mpit__view_set(handle->state, buf);
}

const struct mpit_cvar_ops mpit__vendor_cvar_ops = {
    .open = open_cvar,
    .close = close_cvar,
    .read = read_cvar,
    .write = write_cvar,
};

/* ---- performance variables */

/* The MPI library is not asked about an object that is none (mpit_null_objects). */
static int offer_pvar(const struct mpit_pvar *pvar, struct mpit_object *object)
{
    return pvar->bind == MPI_T_BIND_NO_OBJECT || object->key ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

static int open_pvar(struct mpit_handle *handle, int *count)
{
    const struct mpit_pvar *pvar = handle->pvar;
    struct mpit_vendor_pvar *vendors = (struct mpit_vendor_pvar *)pvar;
    bool is_bound = pvar->bind != MPI_T_BIND_NO_OBJECT;

    return open_view(&vendors->vendor, is_bound ? handle->object : NULL, &handle->state, count);
}

static void close_pvar(struct mpit_handle *handle)
{
    close_view(handle->state);
}

static bool peek_pvar(const struct mpit_found *found, void *buf)
{
    (void)found;
    (void)buf;
    return false;
}

static int start_pvar(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    (void)out;
    return mpit__view_start(found->handle->state);
}

static int stop_pvar(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    (void)out;
    return mpit__view_stop(found->handle->state);
}

static int read_pvar(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    return mpit__view_read(found->handle->state, out);
}

static int write_pvar(const struct mpit_found *found, const void *in, void *out)
{
    (void)out;
    return mpit__view_write(found->handle->state, in);
}

static int reset_pvar(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    (void)out;
    return mpit__view_reset(found->handle->state);
}

static int readreset_pvar(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    return mpit__view_readreset(found->handle->state, out);
}

const struct mpit_pvar_ops mpit__vendor_pvar_ops = {
    .offer = offer_pvar,
    .open = open_pvar,
    .close = close_pvar,
    .start = start_pvar,
    .stop = stop_pvar,
    .read = read_pvar,
    .write = write_pvar,
    .reset = reset_pvar,
    .readreset = readreset_pvar,
    .peek = peek_pvar,
};
