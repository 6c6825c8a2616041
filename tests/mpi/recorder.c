#include "recorder.h"

#include <stdio.h>
#include <string.h>

int event_of(const char *name)
{
    int index;

    if (MPI_T_event_get_index(name, &index) != MPI_SUCCESS)
        need_failed(name);
    return index;
}

bool event_info(int index, struct event_info *info)
{
    memset(info, 0, sizeof *info);
    info->name_len = info->desc_len = TEXT;
    info->elements = ELEMENTS;
    return OK(MPI_T_event_get_info(index, info->name, &info->name_len, &info->verbosity,
                                   info->types, info->displacements, &info->elements,
                                   &info->enumtype, NULL, info->desc, &info->desc_len,
                                   &info->binding)) &&
           check_int(__FILE__, __LINE__, info->name, info->elements <= ELEMENTS, true);
}

/* ---- elements ----------------------------------------------------------------------------- */

/* A double holds each number that the tests expect. */
static double number_of(MPI_Datatype type, const void *bytes)
{
    union {
        int i;
        unsigned u;
        unsigned long ul;
        unsigned long long ull;
        MPI_Count count;
        char c;
        double d;
    } as;

    memcpy(&as, bytes, size_of(type));
    return type == MPI_INT                  ? as.i
           : type == MPI_UNSIGNED           ? as.u
           : type == MPI_UNSIGNED_LONG      ? (double)as.ul
           : type == MPI_UNSIGNED_LONG_LONG ? (double)as.ull
           : type == MPI_COUNT              ? (double)as.count
           : type == MPI_CHAR               ? as.c
                                            : as.d;
}

double element_of(MPI_T_event_instance instance, const struct event_info *info, int element)
{
    union {
        double aligned;
        char bytes[16];
    } buffer;

    memset(&buffer, 0, sizeof buffer);
    OK(MPI_T_event_read(instance, element, &buffer));
    return number_of(info->types[element], &buffer);
}

int element_named(const struct event_info *info, const char *name)
{
    for (int i = 0; i < info->elements; i++) {
        char item[TEXT] = "";
        int value, length = sizeof item;

        if (MPI_T_enum_get_item(info->enumtype, i, &value, item, &length) == MPI_SUCCESS &&
            strcmp(item, name) == 0)
            return i;
    }
    need_failed(name);
}

/* ---- recording ---------------------------------------------------------------------------- */

static void keep(MPI_T_event_instance instance, MPI_T_event_registration handle,
                 MPI_T_cb_safety safety, void *data)
{
    struct recorder *recorder = data;
    int i = recorder->seen++;

    (void)safety;
    (void)handle;
    if (i >= KEPT)
        return;
    OK(MPI_T_event_get_timestamp(instance, &recorder->stamps[i]));
    for (int k = 0; k < recorder->info.elements; k++)
        recorder->values[i][k] = element_of(instance, &recorder->info, k);
}

void record(struct recorder *recorder, const char *name, void *object)
{
    int index = event_of(name);

    event_info(index, &recorder->info);
    recorder->seen = 0;
    if (MPI_T_event_handle_alloc(index, object, MPI_INFO_NULL, &recorder->handle) != MPI_SUCCESS)
        need_failed(name);
    OK(MPI_T_event_register_callback(recorder->handle, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
                                     MPI_INFO_NULL, recorder, keep));
}

void end_record(struct recorder *recorder)
{
    OK(MPI_T_event_handle_free(recorder->handle, NULL, NULL));
}

void forget(struct recorder *recorder)
{
    recorder->seen = 0;
}

double told(struct recorder *recorder, int i, const char *name)
{
    if (i >= recorder->seen || i >= KEPT) {
        FAIL("there is no event %d of %s", i, recorder->info.name);
        return -1;
    }
    return recorder->values[i][element_named(&recorder->info, name)];
}

void told_word(struct recorder *recorder, int i, const char *name, char word[WORD])
{
    MPI_Info hints = MPI_INFO_NULL;
    char key[WORD];
    int found = 0;

    word[0] = '\0';
    OK(MPI_T_event_get_info(event_of(recorder->info.name), NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                            &hints, NULL, NULL, NULL));
    if (hints == MPI_INFO_NULL)
        return;
    snprintf(key, sizeof key, "%s.%d", name, (int)told(recorder, i, name));
#if MPI_VERSION >= 4
    int size = WORD;

    OK(MPI_Info_get_string(hints, key, &size, word, &found));
#else
    OK(MPI_Info_get(hints, key, WORD - 1, word, &found));
#endif
    OK(MPI_Info_free(&hints));
}
