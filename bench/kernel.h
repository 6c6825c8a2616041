/* What measured programs share.  They are plain MPI programs: nothing here knows libmpit. */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

/* One line on standard error, and MPI_Abort. */
__attribute__((noreturn, format(printf, 1, 2))) void bench_kernel_fail(const char *format, ...);

/* Of this thread, in ns of processor time. */
double bench_kernel_thread_ns(void);

/* How much is measured; no iterations: as the case says. */
struct bench_effort {
    int warmups, batches, iterations;
};

/* ns an iteration in the fastest of the batches: all that a busy machine does to a loop makes it
 * slower. */
double bench_kernel_fastest(void (*loop)(int iterations), int iterations,
                            const struct bench_effort *effort);

/* Reads the options that change the effort: the index of the first word behind them; `usage` names
 * these words.  Before MPI_Init: what is wrong ends the program. */
int bench_kernel_options(int argc, char **argv, const char *usage, struct bench_effort *effort);

/* Lines "vendor <version>" and "hook <object that answers the function>". */
void bench_kernel_environment_print(const char *function);

#endif
