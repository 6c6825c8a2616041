/* events.def as rows of struct mpit_event_row. */
#include "config.h"

#include <limits.h>
#include <string.h>

#include "category/category.h"
#include "event/event.h"
#include "ground/clock.h"
#include "registry/registry.h"

#define EVENT(name, bind, verbosity, category, watch, desc)
#define ALIAS(name, tools, bind, verbosity, category, watch, desc)
#define ELEMENT(event, type, name) {MPIT_EVENT_##event, {MPIT_##type, #name}},
static const struct {
    enum mpit_event event;
    struct mpit_element_row row;
} elements[] = {
#include "ledger/events.def"
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
     .watch = (watch_) | MPIT_WATCH_EVENTS,                                                        \
     .elements.name = "mpit_" #name_ "_elements"},
#define EVENT(name, bind, verbosity, category, watch, desc)                                        \
    ALIAS(name, "mpit_" #name, bind, verbosity, category, watch, desc)
#include "ledger/events.def"
#undef EVENT
#undef ALIAS
#undef ELEMENT
};

/* Those of an event stand together. */
static struct mpit_element_row rows[ALL_ELEMENTS];
static struct mpit_item items[ALL_ELEMENTS];

static void take_elements(void)
{
    for (int i = 0; i < ALL_ELEMENTS; i++) {
        struct mpit_event_row *event = &own[elements[i].event];

        rows[i] = elements[i].row;
        items[i] = (struct mpit_item){elements[i].row.name, event->n};
        if (event->n++ == 0) {
            event->element = &rows[i];
            event->elements.items = &items[i];
        }
        event->elements.n = event->n;
    }
}

void mpit__event_add_own(void)
{
    take_elements();
    for (int i = 0; i < MPIT_EVENTS; i++) {
        own[i].elements.index =
            mpit__registry_add(&mpit__enums, own[i].elements.name, &own[i].elements);
        mpit__category_add_event(own[i].category,
                                 mpit__registry_add(&mpit__events, own[i].name, &own[i]));
    }
}

const struct mpit_event_row *mpit__event_at(int index)
{
    return mpit__registry_at(&mpit__events, index);
}

int mpit__event_count(void)
{
    return mpit__registry_count(&mpit__events);
}

int mpit__event_find(const char *name)
{
    return mpit__registry_find(&mpit__events, name, INT_MAX);
}

MPI_Count mpit__event_ticks_a_second(void)
{
    mpit__clock_calibrate();
    return (MPI_Count)(1 / mpit__clock_tick() + 0.5);
}
