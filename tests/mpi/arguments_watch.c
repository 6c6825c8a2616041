/* Everything that libmpit can be asked for: a started handle on each variable, a callback on each
 * event.  The functions are looked up, since the program is not linked with libmpit. */
#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "mpit_events.h"

enum { NAME = 256, MOST_READ = 64 };

#define LOOK_UP(name) ((__typeof__(&name))dlsym(RTLD_DEFAULT, #name))

static bool is_ours(const char *name)
{
    return strncmp(name, "mpit_", 5) == 0 || strstr(name, "monitoring") ||
           strncmp(name, "unexp_", 6) == 0;
}

static void *objects_of(int bind, int *n)
{
    static MPI_Comm comms[3];
    static MPI_Datatype type = MPI_INT;
    static MPI_Op op = MPI_SUM;

    *n = 1;
    comms[0] = MPI_COMM_WORLD, comms[1] = arguments_comm, comms[2] = arguments_cart;
    switch (bind) {
    case MPI_T_BIND_MPI_COMM:
        return comms;
    case MPI_T_BIND_MPI_DATATYPE:
        return &type;
    case MPI_T_BIND_MPI_OP:
        return &op;
    case MPI_T_BIND_MPI_WIN:
        return &arguments_win;
    case MPI_T_BIND_MPI_INFO:
        return &arguments_info;
    case MPI_T_BIND_MPI_GROUP:
        return &arguments_group;
    case MPI_T_BIND_MPI_ERRHANDLER:
        return &arguments_handler;
    default:
        *n = bind == MPI_T_BIND_NO_OBJECT;
        return NULL;
    }
}

static void start(MPI_T_pvar_session session, int index, void *object, int continuous)
{
    MPI_T_pvar_handle handle;
    int count;

    if (MPI_T_pvar_handle_alloc(session, index, object, &handle, &count) == MPI_SUCCESS &&
        !continuous)
        MPI_T_pvar_start(session, handle);
}

static int watch_variables(void)
{
    MPI_T_pvar_session session;
    int n = 0, started = 0;

    MPI_T_pvar_session_create(&session);
    MPI_T_pvar_get_num(&n);
    for (int i = 0; i < n; i++) {
        char name[NAME];
        int length = NAME, verbosity, class, bind, readonly, continuous, atomic, objects;
        MPI_Datatype type;
        MPI_T_enum items;
        void *object;

        if (MPI_T_pvar_get_info(i, name, &length, &verbosity, &class, &type, &items, NULL, NULL,
                                &bind, &readonly, &continuous, &atomic) != MPI_SUCCESS ||
            !is_ours(name))
            continue;
        object = objects_of(bind, &objects);
        for (int at = 0; at < (bind == MPI_T_BIND_MPI_COMM ? 3 : objects); at++, started++)
            start(session, i, object ? (char *)object + (size_t)at * sizeof(MPI_Comm) : NULL,
                  continuous);
    }
    return started;
}

static void called_back(MPI_T_event_instance instance, MPI_T_event_registration registration,
                        MPI_T_cb_safety safety, void *user_data)
{
    static __typeof__(&MPI_T_event_copy) copy;
    unsigned char read[NAME];

    (void)registration, (void)safety, (void)user_data;
    if (!copy)
        copy = LOOK_UP(MPI_T_event_copy);
    copy(instance, read);
}

static int watch_events(void)
{
    __typeof__(&MPI_T_event_get_num) get_num = LOOK_UP(MPI_T_event_get_num);
    __typeof__(&MPI_T_event_get_info) get_info = LOOK_UP(MPI_T_event_get_info);
    __typeof__(&MPI_T_event_handle_alloc) alloc = LOOK_UP(MPI_T_event_handle_alloc);
    __typeof__(&MPI_T_event_register_callback) callback = LOOK_UP(MPI_T_event_register_callback);
    int n = 0, registered = 0;

    if (!get_num || get_num(&n) != MPI_SUCCESS)
        return 0;
    for (int i = 0; i < n; i++) {
        MPI_T_event_registration registration;
        int verbosity, elements = 0, bind = MPI_T_BIND_NO_OBJECT, objects;
        char *object;

        get_info(i, NULL, NULL, &verbosity, NULL, NULL, &elements, NULL, NULL, NULL, NULL, &bind);
        object = objects_of(bind, &objects);
        for (int at = 0; at < (bind == MPI_T_BIND_MPI_COMM ? 3 : 1); at++)
            if (alloc(i, object ? object + (size_t)at * sizeof(MPI_Comm) : NULL, MPI_INFO_NULL,
                      &registration) == MPI_SUCCESS)
                registered += callback(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL,
                                       called_back) == MPI_SUCCESS;
    }
    return registered;
}

void arguments_watch(void)
{
    int level, variables, events;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    variables = watch_variables();
    events = watch_events();
    fprintf(stderr, "%d variables and %d events are watched\n", variables, events);
}
