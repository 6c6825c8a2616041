/* A program that is linked with no MPI:
 *   handle LIBRARY           takes MPI_Init and MPI_Finalize from the MPI library's handle
 *   module|deepbind MODULE   calls run_mpi of a module, which is loaded so
 *   nothing                  does nothing */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *find(void *file, const char *name)
{
    void *found = file ? dlsym(file, name) : NULL;

    if (!found)
        printf("%s: %s\n", name, dlerror());
    return found;
}

static int by_handle(void *library)
{
    int (*init)(int *, char ***);
    int (*finalize)(void);
    void *found[] = {find(library, "MPI_Init"), find(library, "MPI_Finalize")};

    if (!found[0] || !found[1])
        return 3;
    memcpy(&init, &found[0], sizeof init);
    memcpy(&finalize, &found[1], sizeof finalize);
    return init(NULL, NULL) || finalize();
}

static int by_module(void *module)
{
    int (*run)(void);
    void *found = find(module, "run_mpi");

    if (!found)
        return 3;
    memcpy(&run, &found, sizeof run);
    return run();
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 0;
    if (strcmp(argv[1], "handle") == 0)
        return by_handle(dlopen(argv[2], RTLD_NOW));
    return by_module(
        dlopen(argv[2], RTLD_NOW | (strcmp(argv[1], "deepbind") == 0 ? RTLD_DEEPBIND : 0)));
}
