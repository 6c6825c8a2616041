/* What measured programs share.  They are plain MPI programs: nothing here knows libmpit. */
#ifndef MPIT_BENCH_KERNEL_H
#define MPIT_BENCH_KERNEL_H

/* One line on standard error, and MPI_Abort. */
__attribute__((noreturn, format(printf, 1, 2))) void mpit__kernel_fail(const char *format, ...);

/* Of this thread, in ns of processor time. */
double mpit__kernel_thread_ns(void);

/* How much is measured; no iterations: as the case says. */
struct mpit_effort {
    int warmups, batches, iterations;
};

/* ns an iteration in the fastest of the batches: all that a busy machine does to a loop makes it
 * slower. */
double mpit__kernel_fastest(void (*loop)(int iterations), int iterations,
                            const struct mpit_effort *effort);

/* The number after an option. */
int mpit__kernel_number(int option, const char *text, int least);

/* Lines "vendor <version>" and "hook <object that answers the function>". */
void mpit__kernel_environment_print(const char *function);

#endif
