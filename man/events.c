/* Writes mpit-events.7 from the table of events: the manual cannot say anything else than the
 * library. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "troff.h"

/* The table has the elements of an event before it. */
static const struct element {
    const char *event, *type, *name;
} elements[] = {
#define ELEMENT(event, type, name) {#event, #type, #name},
#define EVENT(name, bind, verbosity, category, watch, desc)
#define ALIAS(name, tools, bind, verbosity, category, watch, desc)
#include "profile/events.def"
#undef ELEMENT
#undef EVENT
#undef ALIAS
};
enum { ELEMENTS = sizeof elements / sizeof *elements };

static void put_elements(const char *event)
{
    int n = 0;

    for (int i = 0; i < ELEMENTS; i++) {
        if (strcmp(elements[i].event, event) != 0)
            continue;
        printf("%s\\fI", n ? ", " : "Elements: ");
        put(elements[i].name);
        printf("\\fR (MPI_%s)", elements[i].type);
        n++;
    }
    puts(n ? "." : "It has no elements.");
}

static void event(const char *name, const char *row, const char *bind, const char *desc)
{
    printf(".TP\n.B ");
    put(name);
    if (strcmp(bind, "NO_OBJECT") == 0)
        puts("\n(bound to nothing)\n.br");
    else
        printf("\n(bound to an %s)\n.br\n", bind);
    put_elements(row);
    puts(".br");
    put(desc);
    putchar('\n');
}

int main(void)
{
    fputs(".\\\" Made from events.def.\n"
          ".TH MPIT\\-EVENTS 7\n"
          ".SH NAME\nmpit-events \\- events of libmpit\n"
          ".SH DESCRIPTION\n"
          "A tool is told of an event by a callback while it happens (MPI 4.0, 15.3.8).\n"
          "They are there with every MPI: where its mpi.h has none of the functions, mpit_events.h "
          "declares them.\n"
          "Names, and the order of the elements, are a contract: rows may be added, none is "
          "renamed.\n"
          "Those of the MPI library are listed behind them;\n.B mpit list \\-\\-events\nshows "
          "all.\n"
          ".PP\n"
          "An event that is bound to an object is told to the handles of that object alone.\n"
          "The names of the elements are the items of the event's enumeration.\n"
          "Where no handle has a callback, nothing is done for an event.\n"
          ".SH LEVELS OF SAFETY\n"
          "What an event demands of a callback depends on where the process is:\n"
          ".TP\n.B MPI_T_CB_REQUIRE_NONE\n"
          "while MPI is up below\n.BR MPI_THREAD_MULTIPLE :\n"
          "the callback may call any function of MPI.\n"
          ".TP\n.B MPI_T_CB_REQUIRE_MPI_RESTRICTED\n"
          "while MPI is not up: before MPI_Init, and from MPI_Finalize on.\n"
          ".TP\n.B MPI_T_CB_REQUIRE_THREAD_SAFE\n"
          "while MPI is up at\n.BR MPI_THREAD_MULTIPLE :\n"
          "another thread may be in the callback.\n"
          ".TP\n.B MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE\n"
          "never: nothing is told in a signal handler.\n"
          ".PP\n"
          "The callback that is called is the one of the lowest level that is at least what is "
          "demanded; where\nthere is none, the call is dropped, which the handler for that is told "
          "before the next event.\n"
          "So a callback that is registered for\n.B MPI_T_CB_REQUIRE_NONE\nalone hears nothing "
          "under\n.BR MPI_THREAD_MULTIPLE ,\n"
          "where threads could be in it at once, which it has not agreed to.\n"
          "A tool that does not know its program registers one for\n"
          ".BR MPI_T_CB_REQUIRE_THREAD_SAFE ,\nwhich hears everything; it may register another "
          "for\n.B MPI_T_CB_REQUIRE_NONE\nthat does more.\n"
          ".SH EVENTS\n",
          stdout);
#define ELEMENT(event, type, name)
#define EVENT(name, bind, verbosity, category, watch, desc)                                        \
    event("mpit_" #name, #name, #bind, desc);
#define ALIAS(name, tools, bind, verbosity, category, watch, desc) event(tools, #name, #bind, desc);
#include "profile/events.def"
    fputs(".SH SEE ALSO\n.BR mpit (1),\n.BR mpit-variables (7)\n", stdout);
    return 0;
}
