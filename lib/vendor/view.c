/* What a handle of ours shows of a vendor's variable.  Every function takes the vendor's lock. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "enum/enum.h"
#include "ground/letters.h"
#include "mpi/own_settings.h"
#include "mpi/tool.h"
#include "vendor/binding.h"

static enum mpit_type type_of(const struct mpit_view *view)
{
    return view->binding->variable->ours->as;
}

static size_t size_of(const struct mpit_view *view)
{
    return mpit__types[type_of(view)].size;
}

/* The values of a view that is bound, as it was told how many there are. */
static size_t bytes_of(const struct mpit_view *view)
{
    return (size_t)view->count * size_of(view);
}

static bool is_text(const struct mpit_view *view)
{
    return type_of(view) == MPIT_CHAR;
}

static void copy_text(const struct mpit_view *view, char *buf)
{
    size_t length = strnlen(view->binding->last, (size_t)view->count - 1);

    memcpy(buf, view->binding->last, length);
    buf[length] = '\0';
}

static void each(char *elements, const char *by, const struct mpit_view *view,
                 void (*operation)(void *element, const void *by))
{
    size_t size = size_of(view);

    for (int i = 0; i < view->count; i++)
        operation(elements + (size_t)i * size, by + (size_t)i * size);
}

static void add(char *elements, const char *by, const struct mpit_view *view)
{
    each(elements, by, view, mpit__types[type_of(view)].add);
}

static void subtract(char *elements, const char *by, const struct mpit_view *view)
{
    each(elements, by, view, mpit__types[type_of(view)].subtract);
}

static enum mpit_flow flow_of(const struct mpit_view *view)
{
    return view->binding->variable->flow;
}

/* Marks follow what the vendor says now. */
static void follow(struct mpit_view *view)
{
    const struct mpit_type_row *type = &mpit__types[type_of(view)];
    int sign = flow_of(view) == MPIT_FLOW_HIGH ? 1 : -1;

    for (int i = 0; i < view->count; i++) {
        union mpit_value now, mark;

        memcpy(&now, view->binding->last + (size_t)i * type->size, type->size);
        memcpy(&mark, view->own + (size_t)i * type->size, type->size);
        if (sign * type->compare(&now, &mark) > 0)
            memcpy(view->own + (size_t)i * type->size, &now, type->size);
    }
}

/* What the view shows, with the binding up to date; buf may be what the view keeps. */
static void show(struct mpit_view *view, char *buf)
{
    const char *last = view->binding->last;

    switch (flow_of(view)) {
    case MPIT_FLOW_TOTAL:
        memmove(buf, view->own, bytes_of(view));
        if (view->started)
            add(buf, last, view);
        break;
    case MPIT_FLOW_HIGH:
    case MPIT_FLOW_LOW:
        if (view->started)
            follow(view);
        memmove(buf, view->own, bytes_of(view));
        break;
    case MPIT_FLOW_NOW:
        memmove(buf, view->started ? last : view->own, bytes_of(view));
        break;
    case MPIT_FLOW_PASS:
        if (is_text(view))
            copy_text(view, buf);
        else
            memcpy(buf, last, bytes_of(view));
    }
}

/* Makes the view show these elements, NULL for the starting values of its class (14.3.7). */
static void put(struct mpit_view *view, const void *elements)
{
    const char *last = view->binding->last;

    if (flow_of(view) != MPIT_FLOW_TOTAL) {
        memcpy(view->own, elements ? elements : last, bytes_of(view));
        return;
    }
    if (elements)
        memcpy(view->own, elements, bytes_of(view));
    else
        memset(view->own, 0, bytes_of(view));
    if (view->started)
        subtract(view->own, last, view);
}

static int open_view(struct mpit_view *view, struct mpit_vendor_variable *variable,
                     struct mpit_object *object)
{
    int rc = mpit__binding_take(variable, object, &view->binding);

    if (rc != MPI_SUCCESS)
        return rc;
    view->count = view->binding->count;
    view->started = variable->continuous;
    view->own = NULL;
    if (!variable->is_pvar || is_text(view))
        return MPI_SUCCESS;
    view->own = calloc((size_t)view->count, size_of(view));
    if (!view->own) {
        mpit__binding_drop(view->binding);
        return MPI_T_ERR_MEMORY;
    }
    /* What is continuous has been counting all along: it begins at 0 all the same (14.3.7). */
    put(view, NULL);
    return MPI_SUCCESS;
}

int mpit__view_open(struct mpit_view *view, struct mpit_vendor_variable *variable,
                    struct mpit_object *object)
{
    int rc;

    mpit__vendor_mpit_lock();
    *view = (struct mpit_view){0};
    rc = open_view(view, variable, object);
    mpit__vendor_mpit_unlock();
    return rc;
}

void mpit__view_close(struct mpit_view *view)
{
    mpit__vendor_mpit_lock();
    if (flow_of(view) == MPIT_FLOW_PASS)
        mpit__binding_stop(view->binding);
    mpit__binding_drop(view->binding);
    free(view->own);
    mpit__vendor_mpit_unlock();
}

static int locked(struct mpit_view *view,
                  int (*operation)(struct mpit_view *, const void *, void *), const void *in,
                  void *out)
{
    int rc;

    mpit__vendor_mpit_lock();
    rc = operation(view, in, out);
    mpit__vendor_mpit_unlock();
    return rc;
}

/* ---- control variables */

static int get(struct mpit_view *view, const void *in, void *buf)
{
    int rc = mpit__binding_refresh(view->binding);

    (void)in;
    if (rc != MPI_SUCCESS)
        return rc;
    if (is_text(view))
        copy_text(view, buf);
    else
        memcpy(buf, view->binding->last, bytes_of(view));
    return MPI_SUCCESS;
}

/* The vendor takes no more than it has told, even where it holds a longer text already.  One that
 * tells of no element, of a text that can only be written, takes any that we can hand over. */
static bool is_too_long(const struct mpit_view *view, const char *text)
{
    int told = view->binding->told;
    size_t room = told > 0 && told < MPIT_VENDOR_TEXT ? (size_t)told : MPIT_VENDOR_TEXT;

    return strnlen(text, room) == room;
}

/* MPI_T has no word for it, and single bits alone are not enough: 0, 1 and 2 are what any three
 * items are numbered by. */
static bool is_called_flags(const struct mpit_enum *enumeration)
{
    for (const char *word = enumeration->name; *word; word++)
        if (mpit__begins_with_word(word, "flag"))
            return true;
    return false;
}

bool mpit__vendor_items_are_flags(const struct mpit_enum *enumeration)
{
    for (int i = 0; i < enumeration->n; i++) {
        unsigned item = (unsigned)enumeration->items[i].value;

        if (item & (item - 1))
            return false;
    }
    return is_called_flags(enumeration);
}

static bool is_union_of_items(const struct mpit_enum *enumeration, int value)
{
    unsigned all = 0;

    for (int i = 0; i < enumeration->n; i++)
        all |= (unsigned)enumeration->items[i].value;
    return mpit__vendor_items_are_flags(enumeration) && ((unsigned)value & ~all) == 0;
}

bool mpit__vendor_item_is_allowed(const struct mpit_enum *enumeration, int value)
{
    return mpit__enum_item_by_value(enumeration, value) || is_union_of_items(enumeration, value);
}

static bool is_allowed(const struct mpit_view *view, const char *elements)
{
    const struct mpit_enum *enumeration = view->binding->variable->enumtype;

    for (int i = 0; enumeration && i < view->count; i++) {
        int value;

        memcpy(&value, elements + (size_t)i * sizeof value, sizeof value);
        if (!mpit__vendor_item_is_allowed(enumeration, value))
            return false;
    }
    return true;
}

/* Vendors answer what the standard has no code for here: then the value is at fault. */
static int write_code(int rc)
{
    if (rc == MPI_SUCCESS || rc == MPI_T_ERR_CVAR_SET_NEVER || rc == MPI_T_ERR_CVAR_SET_NOT_NOW)
        return rc;
    return MPI_T_ERR_INVALID;
}

/* Whether the elements are what stands there already: to write that back is no change, which some
 * vendors refuse all the same where the variable may not be changed now. */
static bool is_unchanged(const struct mpit_view *view, const char *elements)
{
    return is_text(view) ? strcmp(view->binding->last, elements) == 0
                         : memcmp(view->binding->last, elements, bytes_of(view)) == 0;
}

static int set(struct mpit_view *view, const void *elements, void *out)
{
    const struct mpit_vendor_variable *variable = view->binding->variable;
    int rc;

    (void)out;
    if (!variable->can_change)
        return MPI_T_ERR_CVAR_SET_NEVER;
    if (mpit__binding_refresh(view->binding) != MPI_SUCCESS)
        return MPI_T_ERR_INVALID_HANDLE;
    if (is_unchanged(view, elements))
        return MPI_SUCCESS;
    if (!view->binding->live)
        return MPI_T_ERR_CVAR_SET_NEVER;
    if ((is_text(view) && is_too_long(view, elements)) || !is_allowed(view, elements))
        return MPI_T_ERR_INVALID;
    rc = write_code(mpit__binding_write(view->binding, elements, view->count));
    if (rc == MPI_SUCCESS && is_text(view))
        mpit__vendor_put_early(variable->name, elements);
    return rc;
}

int mpit__view_get(struct mpit_view *view, void *buf)
{
    return locked(view, get, NULL, buf);
}

int mpit__view_set(struct mpit_view *view, const void *buf)
{
    return locked(view, set, buf, NULL);
}

/* ---- performance variables */

static int start(struct mpit_view *view, const void *in, void *out)
{
    (void)in;
    (void)out;
    if (view->binding->variable->continuous)
        return MPI_T_ERR_PVAR_NO_STARTSTOP;
    if (flow_of(view) == MPIT_FLOW_PASS)
        return mpit__binding_start(view->binding);
    if (view->started)
        return MPI_SUCCESS;
    if (mpit__binding_refresh(view->binding) != MPI_SUCCESS)
        return MPI_T_ERR_INVALID_HANDLE;
    view->started = true;
    if (flow_of(view) == MPIT_FLOW_TOTAL)
        subtract(view->own, view->binding->last, view);
    else
        put(view, NULL);
    return MPI_SUCCESS;
}

static int stop(struct mpit_view *view, const void *in, void *out)
{
    (void)in;
    (void)out;
    if (view->binding->variable->continuous)
        return MPI_T_ERR_PVAR_NO_STARTSTOP;
    if (flow_of(view) == MPIT_FLOW_PASS)
        return mpit__binding_stop(view->binding);
    if (!view->started)
        return MPI_SUCCESS;
    if (mpit__binding_refresh(view->binding) != MPI_SUCCESS)
        return MPI_T_ERR_INVALID_HANDLE;
    show(view, view->own);
    view->started = false;
    return MPI_SUCCESS;
}

static int read_now(struct mpit_view *view, const void *in, void *buf)
{
    bool moves = view->started || flow_of(view) == MPIT_FLOW_PASS;
    int rc = moves ? mpit__binding_refresh(view->binding) : MPI_SUCCESS;

    (void)in;
    if (rc == MPI_SUCCESS)
        show(view, buf);
    return rc;
}

static int pass_code(int rc)
{
    return rc == MPI_SUCCESS ? rc : MPI_T_ERR_PVAR_NO_WRITE;
}

static int write_now(struct mpit_view *view, const void *elements, void *out)
{
    (void)out;
    if (view->binding->variable->readonly)
        return MPI_T_ERR_PVAR_NO_WRITE;
    if (mpit__binding_refresh(view->binding) != MPI_SUCCESS)
        return MPI_T_ERR_INVALID_HANDLE;
    if (flow_of(view) != MPIT_FLOW_PASS) {
        put(view, elements);
        return MPI_SUCCESS;
    }
    if (!view->binding->live)
        return MPI_T_ERR_PVAR_NO_WRITE;
    if (is_text(view) && is_too_long(view, elements))
        return MPI_T_ERR_INVALID;
    return pass_code(mpit__binding_write(view->binding, elements, view->count));
}

static int reset(struct mpit_view *view, const void *in, void *out)
{
    (void)in;
    (void)out;
    if (view->binding->variable->readonly)
        return MPI_T_ERR_PVAR_NO_WRITE;
    if (flow_of(view) == MPIT_FLOW_PASS)
        return pass_code(mpit__binding_reset(view->binding));
    if (flow_of(view) != MPIT_FLOW_TOTAL)
        mpit__binding_reset(view->binding);
    if (mpit__binding_refresh(view->binding) != MPI_SUCCESS)
        return MPI_T_ERR_INVALID_HANDLE;
    put(view, NULL);
    return MPI_SUCCESS;
}

static int read_and_reset(struct mpit_view *view, const void *in, void *buf)
{
    int rc;

    if (view->binding->variable->readonly || flow_of(view) == MPIT_FLOW_PASS)
        return MPI_T_ERR_PVAR_NO_ATOMIC;
    rc = read_now(view, in, buf);
    /* Of the same look at the vendor: nothing is lost between. */
    if (rc == MPI_SUCCESS && flow_of(view) == MPIT_FLOW_TOTAL)
        put(view, NULL);
    else if (rc == MPI_SUCCESS)
        rc = reset(view, in, NULL);
    return rc;
}

int mpit__view_start(struct mpit_view *view)
{
    return locked(view, start, NULL, NULL);
}

int mpit__view_stop(struct mpit_view *view)
{
    return locked(view, stop, NULL, NULL);
}

int mpit__view_read(struct mpit_view *view, void *buf)
{
    return locked(view, read_now, NULL, buf);
}

int mpit__view_write(struct mpit_view *view, const void *buf)
{
    return locked(view, write_now, buf, NULL);
}

int mpit__view_reset(struct mpit_view *view)
{
    return locked(view, reset, NULL, NULL);
}

int mpit__view_readreset(struct mpit_view *view, void *buf)
{
    return locked(view, read_and_reset, NULL, buf);
}
