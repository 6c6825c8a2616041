#include "config.h"

#include "mpi/component.h"

#include <dirent.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

#include "ground/vector.h"

/* The component pml_ucx is mca_pml_ucx.so, its variables are pml_ucx_<name>; what several
 * components share is libmca_common_ucx.so, with the variables opal_common_ucx_<name>. */
struct component {
    char prefix[64];
    bool loaded;
};

static struct mpit_vector components = MPIT_VECTOR(struct component);

static struct component *find(const char *prefix, size_t length)
{
    uint32_t n = mpit__vector_count(&components);

    for (uint32_t i = 0; i < n; i++) {
        struct component *component = mpit__vector_at(&components, i);

        if (strlen(component->prefix) == length && memcmp(component->prefix, prefix, length) == 0)
            return component;
    }
    return NULL;
}

/* The component of a file, made where it is new; NULL if the file is none, or without memory. */
static struct component *of_file(const char *file)
{
    static const struct {
        const char *begin, *prefix;
    } kinds[] = {{"mca_", ""}, {"libmca_common_", "opal_common_"}};
    char prefix[sizeof((struct component *)0)->prefix];
    const char *end = strstr(file, ".so");
    struct component *component;

    for (size_t i = 0; end && i < sizeof kinds / sizeof *kinds; i++) {
        size_t skipped = strlen(kinds[i].begin), before = strlen(kinds[i].prefix), length;

        if (strncmp(file, kinds[i].begin, skipped) != 0)
            continue;
        length = (size_t)(end - file) - skipped;
        if (before + length >= sizeof prefix)
            return NULL;
        memcpy(prefix, kinds[i].prefix, before);
        memcpy(prefix + before, file + skipped, length);
        length += before;
        component = find(prefix, length);
        if (!component && (component = mpit__vector_add(&components)))
            memcpy(component->prefix, prefix, length);
        return component;
    }
    return NULL;
}

/* Components that are there and not loaded stand in the same directory as those that are. */
static void list_directory(const char *path, size_t length)
{
    char directory[4096];
    struct dirent *entry;
    DIR *opened;

    if (length >= sizeof directory)
        return;
    memcpy(directory, path, length);
    directory[length] = '\0';
    opened = opendir(directory);
    if (!opened)
        return;
    while ((entry = readdir(opened)))
        of_file(entry->d_name);
    closedir(opened);
}

static int mark_loaded(struct dl_phdr_info *object, size_t size, void *context)
{
    static bool listed;
    const char *slash = strrchr(object->dlpi_name, '/');
    struct component *component = slash ? of_file(slash + 1) : NULL;

    (void)size;
    (void)context;
    if (!component)
        return 0;
    component->loaded = true;
    if (!listed && strncmp(slash + 1, "mca_", 4) == 0) {
        listed = true;
        list_directory(object->dlpi_name, (size_t)(slash - object->dlpi_name));
    }
    return 0;
}

void mpit__component_scan(void)
{
    uint32_t n = mpit__vector_count(&components);

    for (uint32_t i = 0; i < n; i++)
        ((struct component *)mpit__vector_at(&components, i))->loaded = false;
    dl_iterate_phdr(mark_loaded, NULL);
}

bool mpit__component_is_loaded(const char *variable)
{
    const struct component *component = NULL;

    /* The longest prefix that is a component's. */
    for (const char *end = variable; (end = strchr(end, '_')); end++) {
        const struct component *found = find(variable, (size_t)(end - variable));

        if (found)
            component = found;
    }
    return !component || component->loaded;
}
