/* events.def as rows of struct mpit_event_row. */
#include "config.h"

#include <string.h>

#include "category/category.h"
#include "event/event.h"
#include "ground/clock.h"
#include "registry/registry.h"

#define EVENT(name, bind, verbosity, category, watch, desc)
#define ALIAS(name, tools, bind, verbosity, category, watch, desc)
#define ELEMENT(event, type, name) {MPIT_EVENT_##event, MPIT_##type, #name},
static const struct {
    enum mpit_event event;
    enum mpit_type type;
    const char *name;
} elements[] = {
#include "profile/events.def"
};
#undef ELEMENT
#undef ALIAS
#undef EVENT
enum { ALL_ELEMENTS = sizeof elements / sizeof *elements };

static struct mpit_event_row own[] = {
#define ELEMENT(event, type, name)
#define ALIAS(name_, tools, bind_, verbosity_, category_, watch_, desc_)                           \
    {.name = tools,                                                                                \
     .category = #category_,                                                                       \
     .desc = desc_,                                                                                \
     .verbosity = MPI_T_VERBOSITY_##verbosity_,                                                    \
     .bind = MPI_T_BIND_##bind_,                                                                   \
     .watch = (watch_) | MPIT_WATCH_EVENTS},
#define EVENT(name, bind, verbosity, category, watch, desc)                                        \
    ALIAS(name, "mpit_" #name, bind, verbosity, category, watch, desc)
#include "profile/events.def"
#undef EVENT
#undef ALIAS
#undef ELEMENT
};

static struct mpit_enum enums[MPIT_EVENTS] = {
#define ELEMENT(event, type, name)
#define EVENT(name_, bind, verbosity, category, watch, desc) {.name = "mpit_" #name_ "_elements"},
#define ALIAS(name, tools, bind, verbosity, category, watch, desc)                                 \
    EVENT(name, bind, verbosity, category, watch, desc)
#include "profile/events.def"
#undef ALIAS
#undef EVENT
#undef ELEMENT
};

/* Those of an event stand together. */
static MPI_Datatype types[ALL_ELEMENTS];
static MPI_Aint places[ALL_ELEMENTS];
static struct mpit_item items[ALL_ELEMENTS];

static void take_elements(void)
{
    for (int i = 0; i < ALL_ELEMENTS; i++) {
        struct mpit_event_row *event = &own[elements[i].event];
        struct mpit_enum *names = &enums[elements[i].event];

        if (event->n == 0) {
            event->type = &types[i];
            event->at = &places[i];
            event->enumtype = names;
            names->items = &items[i];
        }
        types[i] = mpit__types[elements[i].type].mpi;
        places[i] = (MPI_Aint)(sizeof(union mpit_element) * (size_t)event->n);
        items[i] = (struct mpit_item){elements[i].name, event->n};
        names->n = ++event->n;
    }
}

size_t mpit__event_element_size(int event, int element)
{
    return mpit__types[elements[own[event].type - types + element].type].size;
}

void mpit__event_add_own(void)
{
    take_elements();
    for (int i = 0; i < MPIT_EVENTS; i++) {
        enums[i].index = mpit__registry_add(&mpit__enums, enums[i].name, &enums[i]);
        mpit__category_add_event(own[i].category,
                                 mpit__registry_add(&mpit__events, own[i].name, &own[i]));
    }
}

const struct mpit_event_row *mpit__event_at(int index)
{
    return index >= 0 && index < MPIT_EVENTS ? &own[index] : NULL;
}

MPI_Count mpit__event_ticks_a_second(void)
{
    mpit__clock_calibrate();
    return (MPI_Count)(1 / mpit__clock_tick() + 0.5);
}
