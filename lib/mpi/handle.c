#include "config.h"

#include "mpi/handle.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "mpi/vendor.h"

bool mpit__vendor_is_constant(enum mpit_kind kind, uint64_t key)
{
    const struct {
        enum mpit_kind kind;
        uint64_t key;
    } rows[] = {
#define CONSTANT(name, kind) {MPIT_KIND_##kind, MPIT_KEY(name)},
#include "mpi/constants.def"
#undef CONSTANT
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].kind == kind && rows[i].key == key)
            return true;
    return false;
}

#if defined(MPIT_MPICH)

/* A handle is an int: in bits 30 and 31 where the object is kept (0: nowhere), in 26 to 29 the kind
 * of object, which the null handle has too.  That of a file is a pointer. */
enum { PLACE_SHIFT = 30, KIND_MASK = 0x3c000000 };

union mpit_vendor_handle mpit__vendor_handle(uint64_t key)
{
    return (union mpit_vendor_handle){.number = (int)key};
}

bool mpit__vendor_is_like(enum mpit_kind kind, uint64_t key, uint64_t null)
{
    if (kind == MPIT_KIND_file)
        return key % sizeof(void *) == 0;
    return ((uint32_t)key >> PLACE_SHIFT) != 0 &&
           (((uint32_t)key ^ (uint32_t)null) & KIND_MASK) == 0;
}

#else

union mpit_vendor_handle mpit__vendor_handle(uint64_t key)
{
    return (union mpit_vendor_handle){.pointer = (void *)(uintptr_t)key};
}

enum { DEEPEST = 8 };

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

/* A handle is the address of an object whose first word is that of its class, whose second word is
 * that of the class that it is derived from.  The null handle is that of an object too, of the
 * class that all others of its kind are of or derived from. */
bool mpit__vendor_is_like(enum mpit_kind kind, uint64_t key, uint64_t null)
{
    uint64_t class, of_null;

    (void)kind;
    if (key % sizeof(void *) != 0 || !read_word(key, &class) || !read_word(null, &of_null))
        return false;
    for (int i = 0; i < DEEPEST && class != of_null; i++)
        if (!read_word(class + sizeof(void *), &class))
            return false;
    return class == of_null;
}

#endif
