#include "watch.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cvar_of(const char *name)
{
    int index;

    if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS)
        need_failed(name);
    return index;
}

int pvar_of(const char *name, int var_class)
{
    int index;

    if (MPI_T_pvar_get_index(name, var_class, &index) != MPI_SUCCESS)
        need_failed(name);
    return index;
}

bool cvar_info(int index, struct cvar_info *info)
{
    memset(info, 0, sizeof *info);
    info->name_len = info->desc_len = TEXT;
    return OK(MPI_T_cvar_get_info(index, info->name, &info->name_len, &info->verbosity,
                                  &info->datatype, &info->enumtype, info->desc, &info->desc_len,
                                  &info->binding, &info->scope));
}

bool pvar_info(int index, struct pvar_info *info)
{
    memset(info, 0, sizeof *info);
    info->name_len = info->desc_len = TEXT;
    return OK(MPI_T_pvar_get_info(index, info->name, &info->name_len, &info->verbosity,
                                  &info->var_class, &info->datatype, &info->enumtype, info->desc,
                                  &info->desc_len, &info->binding, &info->readonly,
                                  &info->continuous, &info->atomic));
}

bool is_own(const char *name)
{
    return strncmp(name, "mpit_", 5) == 0 || strcmp(name, "MPI_T_UMQ_LENGTH") == 0;
}

size_t size_of(MPI_Datatype datatype)
{
    return datatype == MPI_INT                  ? sizeof(int)
           : datatype == MPI_UNSIGNED           ? sizeof(unsigned)
           : datatype == MPI_UNSIGNED_LONG      ? sizeof(unsigned long)
           : datatype == MPI_UNSIGNED_LONG_LONG ? sizeof(unsigned long long)
           : datatype == MPI_COUNT              ? sizeof(MPI_Count)
           : datatype == MPI_CHAR               ? sizeof(char)
           : datatype == MPI_DOUBLE             ? sizeof(double)
                                                : 0;
}

size_t size_of_element(MPI_Datatype datatype)
{
    return datatype == MPI_INT32_T    ? sizeof(int32_t)
           : datatype == MPI_UINT32_T ? sizeof(uint32_t)
           : datatype == MPI_INT64_T  ? sizeof(int64_t)
           : datatype == MPI_UINT64_T ? sizeof(uint64_t)
                                      : size_of(datatype);
}

struct watched watch_on(MPI_T_pvar_session session, const char *name, int var_class, void *object)
{
    struct watched watched = {.session = session, .index = pvar_of(name, var_class)};
    struct pvar_info info;

    pvar_info(watched.index, &info);
    watched.datatype = info.datatype;
    if (MPI_T_pvar_handle_alloc(session, watched.index, object, &watched.handle, &watched.count) !=
        MPI_SUCCESS)
        need_failed(name);
    return watched;
}

struct watched watch(const char *name, int var_class, void *object)
{
    MPI_T_pvar_session session;

    OK(MPI_T_pvar_session_create(&session));
    return watch_on(session, name, var_class, object);
}

void unwatch(struct watched *watched)
{
    OK(MPI_T_pvar_session_free(&watched->session));
}

void start(const struct watched *watched)
{
    OK(MPI_T_pvar_start(watched->session, watched->handle));
}

void stop(const struct watched *watched)
{
    OK(MPI_T_pvar_stop(watched->session, watched->handle));
}

/* Of what was read of an unsigned variable. */
static unsigned long long number_at(const struct watched *watched, const char *read, int i)
{
    unsigned long long wide;
    unsigned narrow;

    if (watched->datatype == MPI_UNSIGNED) {
        memcpy(&narrow, read + (size_t)i * sizeof narrow, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, read + (size_t)i * sizeof wide, sizeof wide);
    return wide;
}

unsigned long long value(const struct watched *watched)
{
    unsigned long long read = 0;

    if (watched->count > 1)
        return element(watched, 0);
    OK(MPI_T_pvar_read(watched->session, watched->handle, &read));
    return number_at(watched, (const char *)&read, 0);
}

unsigned long long element(const struct watched *watched, int i)
{
    static unsigned long long buffer[1 << 16];

    if (watched->count > 1 << 16)
        need_failed("room for the elements of a variable");
    if (!OK(MPI_T_pvar_read(watched->session, watched->handle, buffer)))
        return 0;
    return number_at(watched, (const char *)buffer, i);
}

double seconds(const struct watched *watched)
{
    double read = -1;

    OK(MPI_T_pvar_read(watched->session, watched->handle, &read));
    return read;
}

int offered(const char *name, int var_class, void *object)
{
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    int count, rc;

    OK(MPI_T_pvar_session_create(&session));
    rc = MPI_T_pvar_handle_alloc(session, pvar_of(name, var_class), object, &handle, &count);
    OK(MPI_T_pvar_session_free(&session));
    return rc;
}

void watch_requests_too(void)
{
    const char *words = getenv("MPIT_WATCH");
    char more[TEXT];

    snprintf(more, sizeof more, "%s requests", words ? words : "");
    setenv("MPIT_WATCH", more, 1);
}

bool has_value(const char *name, int var_class, void *object)
{
    struct watched watched = watch(name, var_class, object);
    bool is_known;

    start(&watched);
    is_known = watched.datatype == MPI_DOUBLE     ? !isnan(seconds(&watched))
               : watched.datatype == MPI_UNSIGNED ? value(&watched) != UINT_MAX
                                                  : value(&watched) != ULLONG_MAX;
    unwatch(&watched);
    return is_known;
}

void *object_for(int binding)
{
    static MPI_Comm comm;
    static MPI_Datatype datatype;
    static MPI_Op op;
    static MPI_Errhandler errhandler;
    static MPI_Group group;
    static MPI_Info info;

    comm = MPI_COMM_WORLD;
    datatype = MPI_INT;
    op = MPI_SUM;
    errhandler = MPI_ERRORS_RETURN;
    group = MPI_GROUP_EMPTY;
    info = MPI_INFO_ENV;
    return binding == MPI_T_BIND_MPI_COMM         ? (void *)&comm
           : binding == MPI_T_BIND_MPI_DATATYPE   ? (void *)&datatype
           : binding == MPI_T_BIND_MPI_OP         ? (void *)&op
           : binding == MPI_T_BIND_MPI_ERRHANDLER ? (void *)&errhandler
           : binding == MPI_T_BIND_MPI_GROUP      ? (void *)&group
           : binding == MPI_T_BIND_MPI_INFO       ? (void *)&info
                                                  : NULL;
}

int cvar_get_of(const char *name, void *object)
{
    MPI_T_cvar_handle handle;
    int count, read = -1;

    if (OK(MPI_T_cvar_handle_alloc(cvar_of(name), object, &handle, &count))) {
        OK(MPI_T_cvar_read(handle, &read));
        OK(MPI_T_cvar_handle_free(&handle));
    }
    return read;
}

int cvar_get(const char *name)
{
    return cvar_get_of(name, NULL);
}

int cvar_set_of(const char *name, void *object, int to)
{
    MPI_T_cvar_handle handle;
    int count, rc = MPI_T_ERR_INVALID;

    if (OK(MPI_T_cvar_handle_alloc(cvar_of(name), object, &handle, &count))) {
        rc = MPI_T_cvar_write(handle, &to);
        OK(MPI_T_cvar_handle_free(&handle));
    }
    return rc;
}

int cvar_set(const char *name, int to)
{
    return cvar_set_of(name, NULL, to);
}
