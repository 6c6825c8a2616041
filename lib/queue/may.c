#include "config.h"

#include "queue/may.h"

#include <signal.h>
#include <stdatomic.h>

#include "hook/thread.h"
#include "vendor/vendor.h"

/* MPI's thread level between MPI_Init and MPI_Finalize. */
enum { NOT_UP = -1, ENDED = -2 };
static _Atomic int level = NOT_UP;

void mpit__may_begin(void)
{
    int before = NOT_UP;

    if (atomic_load(&level) == NOT_UP && mpit__vendor_is_up())
        atomic_compare_exchange_strong(&level, &before, mpit__vendor_thread_level());
}

void mpit__may_end(void)
{
    atomic_store(&level, ENDED);
}

static bool is_up(void)
{
    return atomic_load(&level) >= 0;
}

int mpit__may_level(void)
{
    return is_up() ? atomic_load(&level) : MPI_THREAD_SINGLE;
}

static bool is_inside_a_call(void)
{
    char here;

    return mpit__thread_is_inside(&here);
}

/* Under MPI_THREAD_SERIALIZED the program keeps its MPI calls apart, and nobody keeps a reader of
 * MPI_T apart from them. */
static bool is_thread_allowed(void)
{
    int main_thread = 0, now = mpit__may_level();

    if (now == MPI_THREAD_MULTIPLE)
        return true;
    return now != MPI_THREAD_SERIALIZED &&
           mpit__next.PMPI_Is_thread_main(&main_thread) == MPI_SUCCESS && main_thread;
}

/* While a handler runs, its signal is blocked: so this may be one if a signal is blocked that has
 * a handler, or that nobody blocks otherwise, since its handler may have been reset (SA_RESETHAND)
 * when it was called.  Only a handler with SA_NODEFER is not found out. */
static bool may_be_handled(int signal)
{
    struct sigaction action;

    if (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
        signal == SIGABRT || signal == SIGTRAP)
        return true;
    return sigaction(signal, NULL, &action) == 0 &&
           ((action.sa_flags & SA_SIGINFO) ||
            (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN));
}

static bool is_in_a_signal_handler(void)
{
    sigset_t blocked;

    if (pthread_sigmask(SIG_SETMASK, NULL, &blocked) != 0)
        return true;
    if (sigisemptyset(&blocked))
        return false;
    for (int signal = 1; signal < NSIG; signal++)
        if (sigismember(&blocked, signal) == 1 && may_be_handled(signal))
            return true;
    return false;
}

bool mpit__may_call_mpi(void)
{
    return is_up() && !is_inside_a_call() && !is_in_a_signal_handler() &&
           is_thread_allowed();
}
