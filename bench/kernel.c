#include "config.h"

#include "kernel.h"

#include "../tools/ground/tool.h"
#include "options.h"

#include <dlfcn.h>
#include <errno.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_EFFORT = 1000000000 };

void bench_kernel_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    tool_complain_va(format, arguments);
    va_end(arguments);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort();
}

double bench_kernel_thread_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

double bench_kernel_fastest(void (*loop)(int iterations), int iterations,
                            const struct bench_effort *effort)
{
    double best = 0;

    if (effort->iterations)
        iterations = effort->iterations;
    for (int b = -effort->warmups; b < effort->batches; b++) {
        double start = bench_kernel_thread_ns(), took;

        loop(iterations);
        took = bench_kernel_thread_ns() - start;
        if (b <= 0 || took < best)
            best = took;
    }
    return best / iterations;
}

int bench_kernel_options(int argc, char **argv, const char *usage, struct bench_effort *effort)
{
    const struct poptOption table[] = {
        {NULL, 'w', POPT_ARG_INT, &effort->warmups, 0, "batches before those that count", "N"},
        {NULL, 'b', POPT_ARG_INT, &effort->batches, 0, "batches", "N"},
        {NULL, 'n', POPT_ARG_INT, &effort->iterations, 0,
         "iterations in a batch (0: as the case says)", "N"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    int first = bench_options_words(argc, argv, table, usage);

    bench_options_must(tool_options_range("-w", effort->warmups, 0, MOST_EFFORT));
    bench_options_must(tool_options_range("-b", effort->batches, 1, MOST_EFFORT));
    bench_options_must(tool_options_range("-n", effort->iterations, 0, MOST_EFFORT));
    return first;
}

void bench_kernel_environment_print(const char *function)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    void *code = dlsym(RTLD_DEFAULT, function);
    Dl_info hook;
    int length;

    if (!code || !dladdr(code, &hook))
        bench_kernel_fail("the object that answers %s cannot be told", function);
    MPI_Get_library_version(version, &length);
    version[strcspn(version, ",\n")] = '\0';
    for (char *tab = version; (tab = strchr(tab, '\t')) != NULL;)
        *tab = ' ';
    printf("vendor %s\nhook %s\n", version, hook.dli_fname);
}
