#include "config.h"

#include "queue/callable.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

#include "mpi/vendor.h"
#include "profile/thread.h"

/* MPI's thread level between MPI_Init and MPI_Finalize, or while a session is open. */
enum { NOT_UP = -1, ENDED = -2 };
static _Atomic int level = NOT_UP;

void mpit__callable_begin(void)
{
    int before = NOT_UP;

    if (atomic_load(&level) == NOT_UP && mpit__vendor_is_up())
        atomic_compare_exchange_strong(&level, &before, mpit__vendor_thread_level());
}

void mpit__callable_begin_session(void)
{
    if (!mpit__callable_is_up())
        atomic_store(&level, MPI_THREAD_MULTIPLE);
}

void mpit__callable_end(void)
{
    atomic_store(&level, ENDED);
}

bool mpit__callable_is_up(void)
{
    return atomic_load(&level) >= 0;
}

int mpit__callable_level(void)
{
    return mpit__callable_is_up() ? atomic_load(&level) : MPI_THREAD_SINGLE;
}

/* A tool below us that has a call from us, and has not handed it back yet, is outside. */
static bool is_inside_a_call(void)
{
    char here = 0;

    return !mpit__thread_is_away(&mpit__thread) && mpit__thread_is_inside(&here);
}

/* Under MPI_THREAD_SERIALIZED the program keeps its MPI calls apart, and nobody keeps a reader of
 * MPI_T apart from them. */
static bool is_thread_allowed(void)
{
    int main_thread = 0, now = mpit__callable_level();

    if (now == MPI_THREAD_MULTIPLE)
        return true;
    return now != MPI_THREAD_SERIALIZED &&
           mpit__next.PMPI_Is_thread_main(&main_thread) == MPI_SUCCESS && main_thread;
}

/* Raised by the code that they interrupt; nobody blocks them. */
static bool is_of_a_fault(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
           signal == SIGABRT || signal == SIGTRAP;
}

static bool has_handler(int signal, struct sigaction *action)
{
    return sigaction(signal, NULL, action) == 0 &&
           ((action->sa_flags & SA_SIGINFO) ||
            (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN));
}

/* While a handler runs, its signal is blocked: so this may be one if a signal is blocked that has
 * a handler, or that nobody blocks otherwise, since its handler may have been reset (SA_RESETHAND)
 * when it was called. */
static bool may_be_handled(int signal)
{
    struct sigaction action;

    return is_of_a_fault(signal) || has_handler(signal, &action);
}

/* A handler with SA_NODEFER leaves no trace while it runs: where there is one, any code may be part
 * of it.  Those of faults, which debuggers and interpreters install, read nothing. */
static bool is_any_undeferred(void)
{
    struct sigaction action;

    for (int signal = 1; signal < NSIG; signal++)
        if (!is_of_a_fault(signal) && has_handler(signal, &action) &&
            (action.sa_flags & SA_NODEFER))
            return true;
    return false;
}

/* Looking takes a system call a signal, so it is done once in this time. */
static const uint64_t LOOK_NS = 10000000;

static bool may_be_undeferred(void)
{
    static _Atomic uint64_t next;
    static _Atomic bool found;
    struct timespec time;
    uint64_t now;

    if (clock_gettime(CLOCK_MONOTONIC_COARSE, &time) != 0)
        return true;
    now = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
    if (now >= atomic_load(&next)) {
        atomic_store(&found, is_any_undeferred());
        atomic_store(&next, now + LOOK_NS);
    }
    return atomic_load(&found);
}

static bool is_in_a_signal_handler(void)
{
    sigset_t blocked;

    if (may_be_undeferred() || pthread_sigmask(SIG_SETMASK, NULL, &blocked) != 0)
        return true;
    if (sigisemptyset(&blocked))
        return false;
    for (int signal = 1; signal < NSIG; signal++)
        if (sigismember(&blocked, signal) == 1 && may_be_handled(signal))
            return true;
    return false;
}

bool mpit__mpi_is_callable(void)
{
    return mpit__callable_is_up() && !is_inside_a_call() && !is_in_a_signal_handler() &&
           is_thread_allowed();
}
