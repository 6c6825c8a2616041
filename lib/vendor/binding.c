#include "config.h"

#include "vendor/binding.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/handle.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"
#include "profile/object.h"
#include "vendor/quirk.h"

/* The vendor copies a text of any length, whatever count it has told. */
static char text[MPIT_VENDOR_TEXT];

static MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
static struct mpit_binding *spare, *bound;

static bool is_text(const struct mpit_vendor_variable *variable)
{
    return variable->ours->as == MPIT_CHAR;
}

static void enlist(struct mpit_binding *binding)
{
    binding->mpi.handle = mpit__vendor_handle(binding->object->key);
    binding->next_bound = bound;
    bound = binding;
}

static void strike(struct mpit_binding *binding)
{
    struct mpit_binding **link = &bound;

    while (*link != binding)
        link = &(*link)->next_bound;
    *link = binding->next_bound;
}

static struct mpit_binding *make(struct mpit_vendor_variable *variable, struct mpit_object *object)
{
    struct mpit_binding *binding = spare;

    if (binding)
        spare = binding->next;
    else if (!(binding = malloc(sizeof *binding)))
        return NULL;
    *binding = (struct mpit_binding){.variable = variable, .object = object};
    if (object)
        enlist(binding);
    binding->next = variable->bindings;
    return variable->bindings = binding;
}

static void unmake(struct mpit_binding *binding)
{
    struct mpit_binding **link = &binding->variable->bindings;

    while (*link != binding)
        link = &(*link)->next;
    *link = binding->next;
    if (binding->object)
        strike(binding);
    free(binding->raw);
    free(binding->last);
    free(binding->before);
    binding->next = spare;
    spare = binding;
}

static int make_room(struct mpit_binding *binding, size_t room)
{
    char *last;

    if (room <= binding->room)
        return MPI_SUCCESS;
    last = realloc(binding->last, room);
    if (!last)
        return MPI_T_ERR_MEMORY;
    memset(last + binding->room, 0, room - binding->room);
    binding->last = last;
    binding->room = room;
    return MPI_SUCCESS;
}

/* `raw` stands for what cannot be read straight into `last`. */
static int make_buffers(struct mpit_binding *binding)
{
    const struct mpit_vendor_variable *variable = binding->variable;
    size_t count;

    binding->count = binding->told < 1 ? 1 : binding->told;
    count = (size_t)binding->count;
    if (variable->theirs != variable->ours &&
        !(binding->raw = calloc(count, variable->theirs->size)))
        return MPI_T_ERR_MEMORY;
    return make_room(binding, count * variable->ours->size);
}

/* What an allocation that the vendor refuses means here. */
static int alloc_code(int rc, const struct mpit_binding *binding)
{
    if (rc == MPI_SUCCESS || rc == MPI_T_ERR_MEMORY || rc == MPI_T_ERR_OUT_OF_HANDLES)
        return rc;
    return binding->object ? MPI_T_ERR_INVALID : MPI_T_ERR_INVALID_INDEX;
}

static int attach_cvar(struct mpit_binding *binding)
{
    return mpit__next.PMPI_T_cvar_handle_alloc(binding->variable->index,
                                               binding->object ? &binding->mpi.handle : NULL,
                                               &binding->cvar, &binding->told);
}

static int attach_pvar(struct mpit_binding *binding)
{
    int rc = MPI_SUCCESS;

    if (session == MPI_T_PVAR_SESSION_NULL)
        rc = mpit__next.PMPI_T_pvar_session_create(&session);
    if (rc == MPI_SUCCESS)
        rc = mpit__vendor_pvar_handle_alloc(session, binding->variable->index,
                                            binding->object ? &binding->mpi : NULL, &binding->pvar,
                                            &binding->told);
    return rc;
}

static void free_handle(struct mpit_binding *binding)
{
    if (binding->variable->is_pvar)
        mpit__next.PMPI_T_pvar_handle_free(session, &binding->pvar);
    else
        mpit__next.PMPI_T_cvar_handle_free(&binding->cvar);
    binding->live = false;
}

static int get_handle(struct mpit_binding *binding)
{
    return binding->variable->is_pvar ? attach_pvar(binding) : attach_cvar(binding);
}

static int attach(struct mpit_binding *binding)
{
    const struct mpit_vendor_variable *variable = binding->variable;
    int rc = alloc_code(get_handle(binding), binding);

    if (rc != MPI_SUCCESS)
        return rc;
    binding->live = true;
    rc = make_buffers(binding);
    if (rc == MPI_SUCCESS && variable->is_pvar && variable->flow != MPIT_FLOW_PASS)
        mpit__binding_start(binding);
    if (rc == MPI_SUCCESS && mpit__binding_refresh(binding) != MPI_SUCCESS)
        rc = MPI_T_ERR_INVALID_INDEX;
    if (rc != MPI_SUCCESS)
        free_handle(binding);
    return rc;
}

/* Whether handles may share it; after MPI_Finalize all do. */
static bool is_shared(const struct mpit_vendor_variable *variable)
{
    return variable->flow == MPIT_FLOW_TOTAL || variable->flow == MPIT_FLOW_NOW ||
           !mpit__vendor_mpit_is_open();
}

static struct mpit_binding *existing(const struct mpit_vendor_variable *variable,
                                     const struct mpit_object *object)
{
    struct mpit_binding *binding = variable->bindings;

    while (binding && binding->object != object)
        binding = binding->next;
    return binding;
}

int mpit__binding_take(struct mpit_vendor_variable *variable, struct mpit_object *object,
                       struct mpit_binding **out)
{
    struct mpit_binding *binding = is_shared(variable) ? existing(variable, object) : NULL;
    int rc;

    /* The vendor follows any handle that it is given: what is bound must be known to exist. */
    if (object &&
        (atomic_load(&object->ender) || (object->kind != MPIT_KIND_comm && !object->seen) ||
         mpit__object_is_yet_to_come(object)))
        return MPI_T_ERR_INVALID;
    if (mpit__vendor_mpit_is_open() && mpit__quirk_forbids(variable, object))
        return object ? MPI_T_ERR_INVALID : MPI_T_ERR_INVALID_INDEX;
    if (!binding) {
        if (!mpit__vendor_mpit_is_open())
            return MPI_T_ERR_INVALID_INDEX;
        if (!(binding = make(variable, object)))
            return MPI_T_ERR_MEMORY;
        rc = attach(binding);
        if (rc != MPI_SUCCESS) {
            unmake(binding);
            return rc;
        }
    } else if (mpit__binding_refresh(binding) != MPI_SUCCESS) {
        return MPI_T_ERR_INVALID_INDEX;
    }
    binding->users++;
    *out = binding;
    return MPI_SUCCESS;
}

/* A control variable's handle costs nothing and is kept; so is the last value of what binds to
 * nothing, once MPI_Finalize was entered. */
static bool is_worth_keeping(const struct mpit_binding *binding)
{
    if (binding->object)
        return false;
    return !binding->variable->is_pvar || !mpit__vendor_mpit_is_open();
}

void mpit__binding_drop(struct mpit_binding *binding)
{
    if (--binding->users > 0 || is_worth_keeping(binding))
        return;
    if (binding->live && mpit__vendor_mpit_is_open())
        free_handle(binding);
    unmake(binding);
}

bool mpit__vendor_variable_can_be_read(struct mpit_vendor_variable *variable)
{
    struct mpit_binding *binding;
    int rc;

    if (!mpit__vendor_mpit_enter())
        return false;
    rc = mpit__binding_take(variable, NULL, &binding);
    if (rc == MPI_SUCCESS) {
        free_handle(binding);
        unmake(binding);
    }
    mpit__vendor_mpit_leave();
    return rc == MPI_SUCCESS;
}

static int read_theirs(struct mpit_binding *binding, void *buffer)
{
    return binding->variable->is_pvar ? mpit__next.PMPI_T_pvar_read(session, binding->pvar, buffer)
                                      : mpit__next.PMPI_T_cvar_read(binding->cvar, buffer);
}

static int refresh_text(struct mpit_binding *binding)
{
    size_t length;
    int rc;

    text[0] = '\0';
    rc = read_theirs(binding, text);
    if (rc != MPI_SUCCESS)
        return rc;
    length = strnlen(text, sizeof text - 1);
    text[length] = '\0';
    rc = make_room(binding, length + 1);
    if (rc != MPI_SUCCESS)
        return rc;
    memcpy(binding->last, text, length + 1);
    if ((size_t)binding->count < length + 1)
        binding->count = (int)length + 1;
    return MPI_SUCCESS;
}

static void add_what_was_before(struct mpit_binding *binding)
{
    const struct mpit_type_row *type = &mpit__types[binding->variable->ours->as];

    for (size_t at = 0; at < (size_t)binding->count * type->size; at += type->size)
        type->add(binding->last + at, binding->before + at);
}

int mpit__binding_refresh(struct mpit_binding *binding)
{
    struct mpit_vendor_variable *variable = binding->variable;
    int rc;

    if (!binding->live)
        return MPI_SUCCESS;
    if (mpit__quirk_forbids(variable, binding->object))
        return MPI_T_ERR_INVALID_HANDLE;
    if (is_text(variable))
        return refresh_text(binding) == MPI_SUCCESS ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
    rc = read_theirs(binding, binding->raw ? binding->raw : binding->last);
    if (rc != MPI_SUCCESS)
        return MPI_T_ERR_INVALID_HANDLE;
    if (binding->raw)
        mpit__presented_convert(variable->theirs, binding->raw, variable->ours, binding->last,
                                binding->count);
    if (binding->before)
        add_what_was_before(binding);
    return MPI_SUCCESS;
}

void mpit__binding_detach(struct mpit_binding *binding)
{
    if (!binding->live)
        return;
    mpit__binding_refresh(binding);
    free_handle(binding);
}

/* Where a new handle counts from where it is made, what the old one had counted goes before. */
static bool go_on_counting(struct mpit_binding *binding)
{
    const struct mpit_type_row *type = &mpit__types[binding->variable->ours->as];
    size_t size = (size_t)binding->count * type->size;
    char *was = binding->before ? binding->before : malloc(size);

    if (!was)
        return false;
    memcpy(was, binding->last, size);
    binding->before = NULL;
    mpit__binding_refresh(binding);
    binding->before = was;
    for (size_t at = 0; at < size; at += type->size)
        type->subtract(was + at, binding->last + at);
    return true;
}

/* What cannot be bound again keeps its last value. */
static void attach_again(struct mpit_binding *binding)
{
    const struct mpit_vendor_variable *variable = binding->variable;
    bool counts = variable->is_pvar && variable->flow == MPIT_FLOW_TOTAL && !variable->continuous;
    int told = binding->told;

    if (get_handle(binding) != MPI_SUCCESS)
        return;
    binding->live = true;
    if (binding->started)
        mpit__binding_start(binding);
    if (binding->told != told || (counts && !go_on_counting(binding)))
        free_handle(binding);
}

/* The lock is taken although nothing may be bound: another thread may be about to bind it, or be
 * in the vendor with it, and sees that it ends, or is waited for. */
void mpit__vendor_hears_of_object(struct mpit_object *object, enum mpit_object_news news)
{
    if ((news != MPIT_OBJECT_ENDS && news != MPIT_OBJECT_LIVES_ON) || !mpit__vendor_mpit_enter())
        return;
    for (struct mpit_binding *binding = bound; binding; binding = binding->next_bound)
        if (binding->object == object) {
            if (news == MPIT_OBJECT_ENDS)
                mpit__binding_detach(binding);
            else
                attach_again(binding);
        }
    mpit__vendor_mpit_leave();
}

void mpit__vendor_variable_ends(struct mpit_vendor_variable *variable)
{
    struct mpit_binding *binding;

    if (variable->bind == MPI_T_BIND_NO_OBJECT && variable->flow != MPIT_FLOW_PASS &&
        !variable->bindings && mpit__binding_take(variable, NULL, &binding) == MPI_SUCCESS)
        binding->users--;
    for (binding = variable->bindings; binding; binding = binding->next)
        mpit__binding_detach(binding);
}

int mpit__binding_write(struct mpit_binding *binding, const void *elements, int count)
{
    const struct mpit_vendor_variable *variable = binding->variable;

    /* Open MPI looks at the first eight bytes of any. */
    if (is_text(variable)) {
        memset(text, 0, sizeof(uint64_t));
        strcpy(text, elements);
        elements = text;
    } else if (binding->raw) {
        if (!mpit__presented_convert(variable->ours, elements, variable->theirs, binding->raw,
                                     count))
            return MPI_T_ERR_INVALID;
        elements = binding->raw;
    }
    return variable->is_pvar ? mpit__next.PMPI_T_pvar_write(session, binding->pvar, elements)
                             : mpit__next.PMPI_T_cvar_write(binding->cvar, elements);
}

/* Some vendors refuse to start what is continuous without saying that it is. */
int mpit__binding_start(struct mpit_binding *binding)
{
    if (!binding->live || binding->variable->continuous)
        return MPI_SUCCESS;
    binding->started = true;
    return mpit__next.PMPI_T_pvar_start(session, binding->pvar);
}

int mpit__binding_stop(struct mpit_binding *binding)
{
    if (!binding->live || binding->variable->continuous)
        return MPI_SUCCESS;
    binding->started = false;
    return mpit__next.PMPI_T_pvar_stop(session, binding->pvar);
}

int mpit__binding_reset(struct mpit_binding *binding)
{
    return binding->live ? mpit__next.PMPI_T_pvar_reset(session, binding->pvar) : MPI_SUCCESS;
}
