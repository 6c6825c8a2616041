/* Loads a module with RTLD_LOCAL and runs it: this program itself knows nothing of MPI. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    void *module = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL, *symbol;
    int (*run)(void);

    if (!module || !(symbol = dlsym(module, "run_mpi"))) {
        fprintf(stderr, "local_program: %s\n", dlerror());
        return 1;
    }
    memcpy(&run, &symbol, sizeof run);
    return run();
}
