/* Taking events from MPI_T. */
#include "config.h"

#include "tools/interface/events.h"

#include "mpit_events.h"
#include "tools/interface/names.h"
#include "tools/interface/text.h"

#include <stdlib.h>

int tool_events_count(void)
{
    int n;

    return MPI_T_event_get_num(&n) == MPI_SUCCESS ? n : 0;
}

static char *item_name(MPI_T_enum enumeration, int index)
{
    struct tool_text name = {0};
    int value;

    if (enumeration == MPI_T_ENUM_NULL ||
        MPI_T_enum_get_item(enumeration, index, &value, NULL, &name.length) != MPI_SUCCESS)
        return tool_print("%s", "");
    tool_text_make_room(&name);
    MPI_T_enum_get_item(enumeration, index, &value, name.text, &name.length);
    return name.text;
}

/* The items of the enumeration are the names of the elements, where there is one. */
static void take_elements(int index, struct tool_event *event)
{
    MPI_Datatype *types = tool_allocate((size_t)event->nelement, sizeof *types);
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;

    event->element = tool_allocate((size_t)event->nelement, sizeof *event->element);
    MPI_T_event_get_info(index, NULL, NULL, NULL, types, NULL, &event->nelement, &enumeration, NULL,
                         NULL, NULL, NULL);
    for (int i = 0; i < event->nelement; i++) {
        const struct tool_type_name *type = tool_type_name(types[i]);

        event->element[i].type = type ? type->name : "unknown";
        event->element[i].name = item_name(enumeration, i);
    }
    free(types);
}

void tool_event_take(int index, struct tool_event *event)
{
    struct tool_text name = {0}, description = {0};
    int bind;

    if (MPI_T_event_get_info(index, NULL, &name.length, &event->verbosity, NULL, NULL,
                             &event->nelement, NULL, NULL, NULL, &description.length,
                             &bind) != MPI_SUCCESS) {
        event->nelement = 0;
        return;
    }
    tool_text_make_room(&name);
    tool_text_make_room(&description);
    MPI_T_event_get_info(index, name.text, &name.length, NULL, NULL, NULL, NULL, NULL, NULL,
                         description.text, &description.length, NULL);
    event->name = name.text;
    event->description = description.text;
    event->bind = tool_names_of(&tool_binds, bind);
    take_elements(index, event);
}

void tool_event_free(struct tool_event *event)
{
    for (int i = 0; i < event->nelement; i++)
        free(event->element[i].name);
    free(event->element);
    free(event->name);
    free(event->description);
}

int *tool_category_events(int category, int *n)
{
    int *events;

    if (MPI_T_category_get_num_events(category, n) != MPI_SUCCESS)
        *n = 0;
    events = tool_allocate((size_t)*n, sizeof *events);
    if (MPI_T_category_get_events(category, *n, events) != MPI_SUCCESS)
        *n = 0;
    return events;
}

char *tool_event_elements(const struct tool_event *event, bool types)
{
    char *all = tool_print("%s", "");

    for (int i = 0; i < event->nelement; i++) {
        const struct tool_element *element = &event->element[i];

        tool_append(&all, "%s%s%s%s", i ? ", " : "", element->name,
                    types && *element->name ? " " : "", types ? element->type : "");
    }
    return all;
}

const char *tool_event_verbosity(const struct tool_event *event)
{
    return tool_names_of(&tool_verbosities, event->verbosity);
}
