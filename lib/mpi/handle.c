#include "config.h"

#include "mpi/handle.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "mpi/jump_slot.h"
#include "mpi/vendor.h"

bool mpit__vendor_is_constant(enum mpit_kind kind, uint64_t key)
{
#define CONSTANT(name, its)                                                                        \
    if (kind == MPIT_KIND_##its && key == MPIT_KEY(name))                                          \
        return true;
#include "mpi/constants.def"
#undef CONSTANT
    return false;
}

/* The null handle of a kind as the MPI itself has it, which in the standard's ABI is not that of
 * the program. */
static uint64_t null_of(enum mpit_kind kind)
{
    switch (kind) {
#if defined(MPIT_MPICH)
#define KIND(name, BIND, type, null, object, number)                                               \
    case MPIT_KIND_##name:                                                                         \
        return (number);
#elif defined(MPIT_ABI)
#define KIND(name, BIND, type, null, object, number)                                               \
    case MPIT_KIND_##name:                                                                         \
        return (uint64_t)(uintptr_t)mpit__jump_next(object);
#else
#define KIND(name, BIND, type, null, object, number)                                               \
    case MPIT_KIND_##name:                                                                         \
        return MPIT_KEY(null);
#endif
#include "mpi/kinds.def"
#undef KIND
    default:
        return 0;
    }
}

#if !defined(MPIT_NUMBERED_HANDLES)

/* The word at an address; false where nothing can be read.  The system looks, and not we; where it
 * does not let us (seccomp), all words are 0, and so alike. */
static bool read_word(uint64_t address, uint64_t *word)
{
    struct iovec to = {word, sizeof *word}, from = {(void *)(uintptr_t)address, sizeof *word};

    if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)sizeof *word)
        return true;
    *word = 0;
    return errno != EFAULT;
}

#endif

#if defined(MPIT_MPICH)

/* A handle is an int: in bits 30 and 31 where the object is kept (0: nowhere), in 26 to 29 the kind
 * of object, which the null handle has too.  That of a file is a pointer. */
enum { PLACE_SHIFT = 30, KIND_MASK = 0x3c000000 };

static bool is_number_of(enum mpit_kind kind, uint32_t number)
{
    return number >> PLACE_SHIFT != 0 && ((number ^ (uint32_t)null_of(kind)) & KIND_MASK) == 0;
}

#if defined(MPIT_NUMBERED_HANDLES)

static bool is_object_of(enum mpit_kind kind, uint64_t key)
{
    return is_number_of(kind, (uint32_t)key);
}

#else

/* The object begins with that int. */
static bool is_object_of(enum mpit_kind kind, uint64_t key)
{
    uint64_t word;

    return key % sizeof(void *) == 0 && read_word(key, &word) &&
           (word == 0 || is_number_of(kind, (uint32_t)word));
}

#endif

static bool is_object(enum mpit_kind kind, uint64_t key)
{
    return kind == MPIT_KIND_file ? key % sizeof(void *) == 0 : is_object_of(kind, key);
}

#else

enum { DEEPEST = 8 };

/* A handle is the address of an object whose first word is that of its class, whose second word is
 * that of the class that it is derived from.  The null handle is that of an object too, of the
 * class that all others of its kind are of or derived from. */
static bool is_object(enum mpit_kind kind, uint64_t key)
{
    uint64_t class, of_null;

    if (key % sizeof(void *) != 0 || !read_word(key, &class) || !read_word(null_of(kind), &of_null))
        return false;
    for (int i = 0; i < DEEPEST && class != of_null; i++)
        if (!read_word(class + sizeof(void *), &class))
            return false;
    return class == of_null;
}

#endif

bool mpit__vendor_is_like(enum mpit_kind kind, uint64_t key)
{
#if defined(MPIT_ABI)
    if (key < MPIT_ABI_HANDLES)
        return mpit__vendor_is_constant(kind, key);
#endif
    return is_object(kind, key);
}

/* Where handles are addresses a look at one is a call of the system. */
static bool may_be_request(MPI_Count n, MPI_Request request)
{
#if defined(MPIT_NUMBERED_HANDLES)
    const MPI_Count few = 0;
#else
    const MPI_Count few = 4096;
#endif

    return request == MPI_REQUEST_NULL ||
           (MPIT_KEY(request) != 0 &&
            (n <= few || mpit__vendor_is_like(MPIT_KIND_request, MPIT_KEY(request))));
}

MPI_Count mpit__vendor_requests_there(MPI_Count n, const MPI_Request requests[])
{
    const MPI_Count few = 32;
    MPI_Count i = 0;

    while (n > few && i < n && may_be_request(n, requests[i]))
        i++;
    return n > few ? i : n;
}

union mpit_vendor_handle mpit__vendor_handle(uint64_t key)
{
#if defined(MPIT_NUMBERED_HANDLES)
    return (union mpit_vendor_handle){.number = (int)key};
#else
    return (union mpit_vendor_handle){.pointer = (void *)(uintptr_t)key};
#endif
}
