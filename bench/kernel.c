#define _GNU_SOURCE
#include "kernel.h"

#include <dlfcn.h>
#include <errno.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void bench_kernel_fail(const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: ", program_invocation_short_name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
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

int bench_kernel_number(int option, const char *text, int least)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (*end || value < least || value > 1000000000)
        bench_kernel_fail("-%c %s: a number from %d to 1000000000 is needed", option, text, least);
    return (int)value;
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
