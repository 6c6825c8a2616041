/* Right and wrong arguments, by the types and the names of the formals. */
#include "config.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"

enum { TAG = 7, ELEMENTS = 4, ROOM = 256, PARTS = 8, MESSAGES = 2 };

const char *const wrong_words[WRONGS] = {
    [RIGHT] = "right",
    [A_NULL] = "null",
    [FREED] = "freed",
    [UNCOMMITTED] = "uncommitted",
    [UNFIT] = "unfit",
    [NEGATIVE] = "negative",
    [HUGE_ONE] = "huge",
    [TOO_HIGH] = "too-high",
    [IGNORED] = "ignored",
    [IN_PLACE] = "in-place",
    [FIRST_NEGATIVE] = "first-negative",
    [FIRST_NULL] = "first-null",
    [FIRST_FREED] = "first-freed",
};

/* ---- what a formal says */

static bool is_in(const char *name, const char *part)
{
    return strstr(name, part) != NULL;
}

/* "const void *buf", "MPI_Request array_of_requests[]": the name is the last word. */
static void read_one(const char *text, size_t length, struct argument *argument)
{
    size_t end = length, begin;

    for (size_t i = 0; i < length; i++)
        argument->depth += text[i] == '*' || text[i] == '[';
    argument->is_array = memchr(text, '[', length) != NULL;
    while (end > 0 && !isalnum((unsigned char)text[end - 1]) && text[end - 1] != '_')
        end--;
    for (begin = end;
         begin > 0 && (isalnum((unsigned char)text[begin - 1]) || text[begin - 1] == '_');)
        begin--;
    snprintf(argument->name, sizeof argument->name, "%.*s", (int)(end - begin), text + begin);
    snprintf(argument->type, sizeof argument->type, "%.*s", (int)begin, text);
    argument->is_const = is_in(argument->type, "const ");
}

void arguments_read(const char *formals, struct argument list[], int n)
{
    const char *begin = formals;
    int parentheses = 0;

    for (int i = 0; i < n; i++) {
        const char *end = begin;

        for (; *end && (*end != ',' || parentheses > 0); end++)
            parentheses += *end == '(' ? 1 : *end == ')' ? -1 : 0;
        read_one(begin, (size_t)(end - begin), &list[i]);
        begin = end + (*end == ',');
    }
}

static bool is_a(const struct argument *argument, const char *type)
{
    return is_in(argument->type, type);
}

static bool is_named(const struct argument *argument, const char *name)
{
    return strcmp(argument->name, name) == 0;
}

/* ---- objects that all calls share */

MPI_Comm arguments_comm, arguments_cart;
MPI_Win arguments_win;
MPI_Info arguments_info;
MPI_Group arguments_group;
MPI_Errhandler arguments_handler;
static MPI_Errhandler win_handler, file_handler;
static MPI_File file;

static struct {
    MPI_Comm comm;
    MPI_Datatype type, uncommitted;
    MPI_Op op;
    MPI_Win win;
    MPI_File file;
    MPI_Info info;
    MPI_Group group;
    MPI_Errhandler handler;
    MPI_Request request;
} freed;

static char path[PATH_MAX];

static int class_of(int rc)
{
    int class = -1;

    MPI_Error_class(rc, &class);
    return class;
}

static void comm_fails(MPI_Comm *comm, int *code, ...)
{
    say(" {%s %d}",
        *comm == arguments_comm   ? "comm"
        : *comm == arguments_cart ? "cart"
        : *comm == MPI_COMM_WORLD ? "world"
        : *comm == MPI_COMM_SELF  ? "self"
                                  : "another",
        class_of(*code));
}

static void win_fails(MPI_Win *win, int *code, ...)
{
    say(" {%s %d}", *win == arguments_win ? "win" : "another win", class_of(*code));
}

static void file_fails(MPI_File *of, int *code, ...)
{
    say(" {%s %d}",
        *of == file            ? "file"
        : *of == MPI_FILE_NULL ? "no file"
                               : "another file",
        class_of(*code));
}

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static MPI_File open_file(void)
{
    MPI_File opened = MPI_FILE_NULL;

    MPI_File_open(arguments_comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &opened);
    return opened;
}

/* Allocated: not every Open MPI can do it in memory of the program's. */
static MPI_Win make_win(void)
{
    MPI_Win win = MPI_WIN_NULL;
    void *base = NULL;

    MPI_Win_allocate(ROOM * sizeof(int), sizeof(int), MPI_INFO_NULL, arguments_comm, &base, &win);
    if (base)
        memset(base, 0, ROOM * sizeof(int));
    if (win != MPI_WIN_NULL)
        MPI_Win_set_errhandler(win, win_handler);
    return win;
}

/* The handles are kept, and are none any more. */
static void make_freed(void)
{
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Win win = make_win();
    MPI_File closed = open_file();
    MPI_Info info;
    MPI_Group group;
    MPI_Errhandler handler;
    MPI_Request request;
    int number = 0, got;

    MPI_Comm_dup(arguments_comm, &comm);
    freed.comm = comm;
    MPI_Comm_free(&comm);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    freed.type = type;
    MPI_Type_free(&type);
    MPI_Op_create(add, 1, &op);
    freed.op = op;
    MPI_Op_free(&op);
    freed.win = win;
    if (win != MPI_WIN_NULL)
        MPI_Win_free(&win);
    freed.file = closed;
    if (closed != MPI_FILE_NULL)
        MPI_File_close(&closed);
    MPI_Info_create(&info);
    freed.info = info;
    MPI_Info_free(&info);
    MPI_Comm_group(arguments_comm, &group);
    freed.group = group;
    MPI_Group_free(&group);
    MPI_Comm_create_errhandler(comm_fails, &handler);
    freed.handler = handler;
    MPI_Errhandler_free(&handler);
    MPI_Isend(&number, 1, MPI_INT, 0, TAG, arguments_comm, &request);
    freed.request = request;
    MPI_Recv(&got, 1, MPI_INT, 0, TAG, arguments_comm, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void make_handlers(bool own)
{
    arguments_handler = win_handler = file_handler = MPI_ERRORS_RETURN;
    if (!own)
        return;
    MPI_Comm_create_errhandler(comm_fails, &arguments_handler);
    MPI_Win_create_errhandler(win_fails, &win_handler);
    MPI_File_create_errhandler(file_fails, &file_handler);
}

static void make_file(void)
{
    const char *folder = getenv("TMPDIR");

    snprintf(path, sizeof path, "%s/arguments.%d", folder ? folder : "/tmp", (int)getpid());
    file = open_file();
}

static void attach(void)
{
    static char room[1 << 16];

    MPI_Buffer_attach(room, sizeof room);
}

void arguments_begin(bool own)
{
    make_handlers(own);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, arguments_handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, arguments_handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, file_handler);
    MPI_Comm_dup(MPI_COMM_WORLD, &arguments_comm);
    MPI_Comm_set_errhandler(arguments_comm, arguments_handler);
    MPI_Cart_create(arguments_comm, 1, (int[]){1}, (int[]){1}, 0, &arguments_cart);
    MPI_Comm_set_errhandler(arguments_cart, arguments_handler);
    MPI_Comm_group(arguments_comm, &arguments_group);
    MPI_Info_create(&arguments_info);
    arguments_win = make_win();
    make_file();
    MPI_Type_contiguous(2, MPI_INT, &freed.uncommitted);
    make_freed();
    attach();
}

void arguments_end(void)
{
    unlink(path);
}

/* ---- what a call needs beforehand */

static MPI_Comm comm_of(const struct call *call)
{
    return is_in(call->name, "eighbor") || is_in(call->name, "Cart_sub") ? arguments_cart
                                                                         : arguments_comm;
}

static bool takes_requests(const struct call *call)
{
    return strcmp(call->family, "wait") == 0 || is_in(call->name, "Start") ||
           is_in(call->name, "Pready");
}

static MPI_Request requests[MESSAGES];
static MPI_Message message;
static MPI_Status statuses[MESSAGES];
static int received[MESSAGES][ELEMENTS];

/* Two messages lie here unexpected, where the call could take them. */
static void send_messages(const struct call *call)
{
    static int texts[MESSAGES][ELEMENTS] = {{101, 102, 103, 104}, {201, 202, 203, 204}};
    MPI_Request request;

    if (strcmp(call->via, "vendor") == 0)
        return;
    for (int i = 0; i < MESSAGES; i++)
        MPI_Isend(texts[i], ELEMENTS, MPI_INT, 0, TAG, arguments_comm, &request);
}

/* What the call sends is received. */
static MPI_Request sent;
static int sent_to[ROOM];

static void await_sent(const struct call *call)
{
    sent = MPI_REQUEST_NULL;
    if (is_in(call->formals, "int dest"))
        MPI_Irecv(sent_to, ROOM, MPI_INT, 0, is_in(call->formals, "sendtag") ? TAG + 1 : TAG,
                  arguments_comm, &sent);
}

static MPI_Request make_partitioned(const struct call *call)
{
    MPI_Request request = MPI_REQUEST_NULL;

#if defined(MPIT_HAS_Psend_init)
    static int parts[ELEMENTS];

    if (is_in(call->name, "Parrived"))
        MPI_Precv_init(parts, 1, ELEMENTS, MPI_INT, 0, TAG, arguments_comm, MPI_INFO_NULL,
                       &request);
    else
        MPI_Psend_init(parts, 1, ELEMENTS, MPI_INT, 0, TAG, arguments_comm, MPI_INFO_NULL,
                       &request);
    MPI_Start(&request);
#endif
    (void)call;
    return request;
}

static void make_requests(const struct call *call)
{
    const bool is_persistent = is_in(call->name, "Start") || is_in(call->name, "Request_free");
    const int tag = strcmp(call->name, "Cancel") == 0 ? TAG + 1 : TAG;

    for (int i = 0; i < MESSAGES; i++)
        requests[i] = MPI_REQUEST_NULL;
    if (!takes_requests(call))
        return;
    if (is_in(call->name, "Pready") || is_in(call->name, "Parrived")) {
        requests[0] = make_partitioned(call);
        return;
    }
    for (int i = 0; i < (is_in(call->formals, "array_of_requests") ? MESSAGES : 1); i++)
        if (is_persistent)
            MPI_Recv_init(received[i], ELEMENTS, MPI_INT, 0, tag, arguments_comm, &requests[i]);
        else
            MPI_Irecv(received[i], ELEMENTS, MPI_INT, 0, tag, arguments_comm, &requests[i]);
}

static bool takes_message(const struct call *call)
{
    return is_in(call->name, "Mrecv") || is_in(call->name, "Imrecv");
}

/* As it is for each: what others have written, and where they left off, stays out of it. */
static void fill_file(const struct call *call)
{
    static int content[ROOM];
    int at = open(path, O_RDWR | O_TRUNC);

    for (int i = 0; i < ROOM; i++)
        content[i] = i;
    if (at < 0 || write(at, content, sizeof content) < 0)
        perror(path);
    close(at);
    if (is_in(call->name, "shared") || is_in(call->name, "ordered"))
        MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
}

static void make_ready(const struct call *call)
{
    send_messages(call);
    await_sent(call);
    make_requests(call);
    message = MPI_MESSAGE_NULL;
    if (takes_message(call))
        MPI_Mprobe(0, TAG, arguments_comm, &message, MPI_STATUS_IGNORE);
    if (is_in(call->name, "File"))
        fill_file(call);
    if (is_in(call->formals, "target_rank"))
        MPI_Win_lock_all(0, arguments_win);
}

/* ---- right arguments */

static long long number_for(const struct call *call, const char *name)
{
    static const struct {
        const char *part;
        long long number;
    } parts[] = {
        {"incount", MESSAGES},
        {"count", ELEMENTS},
        {"sendtag", TAG + 1},
        {"tag", TAG},
        {"partition_", 0},
        {"partitions", 1},
        {"length", 1},
        {"size", ROOM},
        {"disp_unit", sizeof(int)},
        {"lock_type", MPI_LOCK_SHARED},
        {"amode", MPI_MODE_CREATE | MPI_MODE_RDWR},
        {"whence", MPI_SEEK_SET},
        {"split_type", MPI_COMM_TYPE_SHARED},
        {"ndims", 1},
        {"nnodes", 1},
        {"degree", 1},
        {"maxprocs", 1},
        {"fd", -1},
    };

    if (strcmp(name, "n") == 0)
        return 1;
    if (strcmp(name, "count") == 0 && is_in(call->formals, "array_of_"))
        return is_in(call->formals, "array_of_commands") ? 1 : MESSAGES;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (is_in(name, parts[i].part))
            return parts[i].number;
    return 0;
}

static void put_number(struct argument *argument, long long number)
{
    int small = (int)number;

    memcpy(argument->at, argument->size == sizeof small ? (void *)&small : (void *)&number,
           argument->size);
}

static void put(struct argument *argument, const void *value)
{
    memcpy(argument->at, value, argument->size);
}

static void put_pointer(struct argument *argument, const void *pointer)
{
    memcpy(argument->at, &pointer, sizeof pointer);
}

#define PUT(argument, type, value) put(argument, &(type){value})

static void put_handle(const struct call *call, struct argument *argument)
{
    if (is_a(argument, "MPI_Comm "))
        PUT(argument, MPI_Comm, is_named(argument, "bridge_comm") ? MPI_COMM_WORLD : comm_of(call));
    else if (is_a(argument, "MPI_Datatype"))
        PUT(argument, MPI_Datatype, MPI_INT);
    else if (is_a(argument, "MPI_Op"))
        PUT(argument, MPI_Op, MPI_SUM);
    else if (is_a(argument, "MPI_Win "))
        put(argument, &arguments_win);
    else if (is_a(argument, "MPI_File "))
        put(argument, &file);
    else if (is_a(argument, "MPI_Info"))
        put(argument, &arguments_info);
    else if (is_a(argument, "MPI_Group"))
        put(argument, &arguments_group);
    else if (is_a(argument, "MPI_Errhandler"))
        put(argument, &arguments_handler);
    else if (is_a(argument, "MPI_Request"))
        put(argument, &requests[0]);
    else
        put_number(argument, number_for(call, argument->name));
}

/* What is ended is made for it. */
static struct {
    MPI_Comm comm;
    MPI_Win win;
    MPI_File file;
    MPI_Info info;
    MPI_Group group;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Errhandler handler;
    MPI_Request request;
    MPI_Message message;
    int number[MESSAGES];
    void *pointer;
    char name[ROOM];
} out, before;

static void make_out(const struct call *call)
{
    out.comm = MPI_COMM_NULL;
    out.win = MPI_WIN_NULL;
    out.file = MPI_FILE_NULL;
    out.info = MPI_INFO_NULL;
    out.group = MPI_GROUP_NULL;
    out.type = MPI_DATATYPE_NULL;
    out.op = MPI_OP_NULL;
    out.handler = MPI_ERRHANDLER_NULL;
    out.request = takes_requests(call) ? requests[0] : MPI_REQUEST_NULL;
    out.message = message;
    out.number[0] = out.number[1] = -77;
    if (is_in(call->formals, "MPI_Comm *ended")) {
        MPI_Comm_dup(arguments_comm, &out.comm);
        MPI_Comm_set_errhandler(out.comm, arguments_handler);
    } else if (is_in(call->formals, "MPI_Win *ended")) {
        out.win = make_win();
    } else if (is_in(call->formals, "MPI_File *ended")) {
        out.file = open_file();
    } else if (is_in(call->formals, "MPI_Info *ended")) {
        MPI_Info_create(&out.info);
    } else if (is_in(call->formals, "MPI_Group *ended")) {
        MPI_Comm_group(arguments_comm, &out.group);
    } else if (is_in(call->formals, "MPI_Datatype *ended")) {
        MPI_Type_contiguous(3, MPI_INT, &out.type);
    } else if (is_in(call->formals, "MPI_Op *ended")) {
        MPI_Op_create(add, 1, &out.op);
    } else if (is_in(call->name, "Errhandler_free")) {
        MPI_Comm_create_errhandler(comm_fails, &out.handler);
    }
    before = out;
}

static void put_out(struct argument *argument)
{
    const struct {
        const char *type;
        void *at;
    } places[] = {
        {"MPI_Comm ", &out.comm},       {"MPI_Win ", &out.win},
        {"MPI_File ", &out.file},       {"MPI_Info ", &out.info},
        {"MPI_Group ", &out.group},     {"MPI_Datatype ", &out.type},
        {"MPI_Op ", &out.op},           {"MPI_Errhandler ", &out.handler},
        {"MPI_Request ", &out.request}, {"MPI_Message ", &out.message},
        {"MPI_Status ", &statuses[0]},
    };

    put_pointer(argument, out.number);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (is_a(argument, places[i].type))
            put_pointer(argument, places[i].at);
    if (is_named(argument, "indx"))
        put_pointer(argument, &out.number[1]);
}

/* Counts and displacements of parts, in small or large numbers. */
static void put_numbers(const struct call *call, struct argument *argument)
{
    static int small[MOST_ARGUMENTS][PARTS];
    static long long large[MOST_ARGUMENTS][PARTS];
    static int used;
    const bool is_large = is_a(argument, "MPI_Count") || is_a(argument, "MPI_Aint");
    const bool is_sum = is_in(argument->name, "displs");
    const long long part = is_in(call->name, "alltoallw") ? ELEMENTS * (int)sizeof(int) : ELEMENTS;
    static const char *const ones[] = {"dims",    "periods", "index",
                                       "degrees", "weights", "maxprocs"};
    long long number = is_in(argument->name, "counts") ? ELEMENTS : 0;

    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
        if (is_in(argument->name, ones[i]))
            number = 1;
    used = (used + 1) % MOST_ARGUMENTS;
    for (int i = 0; i < PARTS; i++)
        small[used][i] = (int)(large[used][i] = is_sum ? part * i : number);
    put_pointer(argument, is_large ? (void *)large[used] : (void *)small[used]);
}

static void put_array(const struct call *call, struct argument *argument)
{
    static MPI_Datatype types[PARTS];
    static MPI_Info infos[PARTS];
    static int indices[PARTS];

    for (int i = 0; i < PARTS; i++) {
        types[i] = MPI_INT;
        infos[i] = MPI_INFO_NULL;
    }
    if (is_a(argument, "MPI_Request"))
        put_pointer(argument, requests);
    else if (is_a(argument, "MPI_Status"))
        put_pointer(argument, statuses);
    else if (is_a(argument, "MPI_Datatype"))
        put_pointer(argument, types);
    else if (is_a(argument, "MPI_Info"))
        put_pointer(argument, infos);
    else if (is_a(argument, "char"))
        put_pointer(argument, NULL);
    else if (!argument->is_const && !is_named(argument, "array_of_partitions"))
        put_pointer(argument, indices);
    else
        put_numbers(call, argument);
}

static char text[] = "native";

static void put_text(struct argument *argument)
{
    put_pointer(argument, is_named(argument, "filename") ? path
                          : argument->is_const           ? text
                                                         : out.name);
}

static int memory[MOST_ARGUMENTS][ROOM];

static void put_buffer(struct argument *argument, int i)
{
    for (int at = 0; at < ROOM; at++)
        memory[i][at] = 1000 * i + at;
    put_pointer(argument, is_named(argument, "baseptr") ? (void *)&out.pointer : memory[i]);
}

static void put_function(struct argument *argument)
{
    union {
        MPI_Comm_errhandler_function *comm;
        MPI_Win_errhandler_function *win;
        MPI_File_errhandler_function *file;
        void *pointer;
    } function = {.comm = comm_fails};

    if (is_a(argument, "MPI_Win"))
        function.win = win_fails;
    if (is_a(argument, "MPI_File"))
        function.file = file_fails;
    put_pointer(argument, function.pointer);
}

static void put_right(const struct call *call, struct argument *argument, int i)
{
    if (argument->depth == 0)
        put_handle(call, argument);
    else if (is_a(argument, "function"))
        put_function(argument);
    else if (is_a(argument, "void"))
        put_buffer(argument, i);
    else if (argument->is_array || argument->depth > 1)
        put_array(call, argument);
    else if (is_a(argument, "char"))
        put_text(argument);
    else
        put_out(argument);
}

void arguments_put(const struct call *call, struct argument list[], int n)
{
    make_ready(call);
    make_out(call);
    memset(statuses, 0x55, sizeof statuses);
    for (int i = 0; i < n; i++)
        put_right(call, &list[i], i);
}

/* ---- wrong ones */

/* One of a kind that has a null handle and a freed one. */
struct kind {
    const char *type;
    size_t size;
    const void *null, *freed;
};

static const struct kind *kind_of(const struct argument *argument)
{
    static const MPI_Comm comm = MPI_COMM_NULL;
    static const MPI_Datatype type = MPI_DATATYPE_NULL;
    static const MPI_Op op = MPI_OP_NULL;
    static const MPI_Win win = MPI_WIN_NULL;
    static const MPI_File file_null = MPI_FILE_NULL;
    static const MPI_Info info = MPI_INFO_NULL;
    static const MPI_Group group = MPI_GROUP_NULL;
    static const MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    static const MPI_Request request = MPI_REQUEST_NULL;
    static const MPI_Message message_null = MPI_MESSAGE_NULL;
    static const struct kind kinds[] = {
        {"MPI_Comm ", sizeof comm, &comm, &freed.comm},
        {"MPI_Datatype ", sizeof type, &type, &freed.type},
        {"MPI_Op ", sizeof op, &op, &freed.op},
        {"MPI_Win ", sizeof win, &win, &freed.win},
        {"MPI_File ", sizeof file_null, &file_null, &freed.file},
        {"MPI_Info ", sizeof info, &info, &freed.info},
        {"MPI_Group ", sizeof group, &group, &freed.group},
        {"MPI_Errhandler ", sizeof handler, &handler, &freed.handler},
        {"MPI_Request ", sizeof request, &request, &freed.request},
        {"MPI_Message ", sizeof message_null, &message_null, NULL},
    };

    if (is_a(argument, "function"))
        return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_a(argument, kinds[i].type))
            return &kinds[i];
    return NULL;
}

/* Of what the call is given to look at: a handle in its place, or the first of them. */
static bool has_handle(const struct argument *argument)
{
    return kind_of(argument) &&
           (argument->depth == 0 || argument->is_array || is_named(argument, "ended") ||
            is_named(argument, "request") || is_named(argument, "message"));
}

static bool is_number(const struct argument *argument)
{
    return argument->depth == 0 && !kind_of(argument);
}

static bool is_rank(const struct argument *argument)
{
    static const char *const names[] = {"dest", "source", "root", "rank"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_in(argument->name, names[i]))
            return true;
    return false;
}

static bool has_numbers(const struct argument *argument)
{
    return argument->is_array && argument->is_const && !kind_of(argument) &&
           !is_a(argument, "char");
}

bool arguments_can_be(const struct argument *argument, enum wrong how)
{
    switch (how) {
    case RIGHT:
        return true;
    case A_NULL:
        return !is_number(argument);
    /* An address of what is no more is whatever lies there now. */
    case FREED:
        return has_handle(argument) && argument->size == sizeof(int) && argument->depth == 0 &&
               kind_of(argument)->freed;
    case UNCOMMITTED:
        return argument->depth == 0 && is_a(argument, "MPI_Datatype");
    case UNFIT:
        return argument->depth == 0 && is_a(argument, "MPI_Op");
    /* MPICH takes any leader, and goes on with what lies outside of its ranks. */
    case NEGATIVE:
        return is_number(argument) && !is_in(argument->name, "leader");
    case HUGE_ONE:
        return is_number(argument) && is_in(argument->name, "count");
    case TOO_HIGH:
        return is_number(argument) && is_rank(argument);
    case IGNORED:
        return is_a(argument, "MPI_Status");
    case IN_PLACE:
        return is_a(argument, "void") && is_in(argument->name, "buf");
    case FIRST_NEGATIVE:
        return has_numbers(argument);
    case FIRST_NULL:
        return argument->depth > 0 && has_handle(argument);
    case FIRST_FREED:
        return argument->depth > 0 && has_handle(argument) && kind_of(argument)->freed &&
               kind_of(argument)->size == sizeof(int);
    default:
        return false;
    }
}

static void *pointed_at(const struct argument *argument)
{
    void *pointer;

    memcpy(&pointer, argument->at, sizeof pointer);
    return pointer;
}

static void spoil_first(struct argument *argument)
{
    if (is_a(argument, "MPI_Count") || is_a(argument, "MPI_Aint"))
        *(long long *)pointed_at(argument) = -99;
    else
        *(int *)pointed_at(argument) = -99;
}

void arguments_spoil(struct argument *argument, enum wrong how)
{
    const struct kind *kind = kind_of(argument);

    if (how == A_NULL && argument->depth == 0)
        put(argument, kind->null);
    else if (how == A_NULL)
        put_pointer(argument, NULL);
    else if (how == FREED)
        put(argument, kind->freed);
    else if (how == UNCOMMITTED)
        put(argument, &freed.uncommitted);
    else if (how == UNFIT)
        PUT(argument, MPI_Op, MPI_MAXLOC);
    else if (how == NEGATIVE)
        put_number(argument, -99);
    else if (how == HUGE_ONE)
        put_number(argument, argument->size == sizeof(int) ? INT_MAX : 1LL << 40);
    else if (how == TOO_HIGH)
        put_number(argument, 77);
    else if (how == IGNORED)
        put_pointer(argument,
                    argument->is_array ? (void *)MPI_STATUSES_IGNORE : (void *)MPI_STATUS_IGNORE);
    else if (how == IN_PLACE)
        put_pointer(argument, MPI_IN_PLACE);
    else if (how == FIRST_NEGATIVE)
        spoil_first(argument);
    else if (how == FIRST_NULL)
        memcpy(pointed_at(argument), kind->null, kind->size);
    else if (how == FIRST_FREED)
        memcpy(pointed_at(argument), kind->freed, kind->size);
}

/* ---- what came of it */

static void say_status(const MPI_Status *status, bool errors)
{
    int n = -1, unset;

    memset(&unset, 0x55, sizeof unset);
    if (status->MPI_SOURCE == unset && status->MPI_TAG == unset) {
        say(" status -");
        return;
    }
    if (status->MPI_SOURCE != unset)
        PMPI_Get_elements(status, MPI_INT, &n);
    say(" status %d %d %d", status->MPI_SOURCE, status->MPI_TAG, n);
    if (errors)
        say(" error %d", class_of(status->MPI_ERROR));
}

static void say_handle(const struct argument *argument)
{
    const struct kind *kind = kind_of(argument);
    const char *at = pointed_at(argument);
    const size_t offset = (size_t)(at - (const char *)&out);
    const char *was = (const char *)&before + offset;

    if (at < (const char *)&out || at >= (const char *)(&out + 1))
        return;
    say(" %s %s", argument->name,
        memcmp(at, kind->null, kind->size) == 0 ? "null"
        : memcmp(at, was, kind->size) == 0      ? "same"
                                                : "another");
}

/* Of a buffer that the call may write to. */
static void say_sum(const struct argument *argument)
{
    const int *at = pointed_at(argument);
    unsigned sum = 0;

    if (at < memory[0] || at >= memory[0] + sizeof memory / sizeof memory[0][0])
        return;
    for (int i = 0; i < ROOM; i++)
        sum = sum * 31 + (unsigned)at[i];
    say(" %s %x", argument->name, sum);
}

/* What the call has only begun to write to, it goes on writing to. */
static bool goes_on(const struct call *call)
{
    return is_in(call->formals, "MPI_Request *request") || is_in(call->name, "_begin");
}

static void say_out(const struct call *call, const struct argument *argument, bool done)
{
    if (argument->depth == 0 || argument->is_array || argument->is_const ||
        is_a(argument, "function"))
        return;
    if (kind_of(argument))
        say_handle(argument);
    else if (is_a(argument, "void"))
        (goes_on(call) ? (void)0 : say_sum(argument));
    else if (done && is_a(argument, "MPI_Status") && pointed_at(argument) == &statuses[0])
        say_status(&statuses[0], false);
    else if (done && is_a(argument, "int") && pointed_at(argument) == &out.number[0])
        say(" %s %d", argument->name, out.number[0]);
    else if (done && is_a(argument, "int") && pointed_at(argument) == &out.number[1])
        say(" %s %d", argument->name, out.number[1]);
}

static void say_requests(const struct call *call, int class)
{
    if (!is_in(call->formals, "array_of_requests"))
        return;
    for (int i = 0; i < MESSAGES; i++) {
        say(" %s", requests[i] == MPI_REQUEST_NULL ? "null" : "active");
        if (is_in(call->formals, "array_of_statuses") &&
            (class == MPI_SUCCESS || class == MPI_ERR_IN_STATUS))
            say_status(&statuses[i], class == MPI_ERR_IN_STATUS);
    }
}

void arguments_tell(const struct call *call, const struct argument list[], int n, int rc)
{
    const int class = class_of(rc);

    say("rc %d", class);
    for (int i = 0; i < n; i++)
        say_out(call, &list[i], rc == MPI_SUCCESS);
    say_requests(call, class);
}

/* ---- and afterwards */

static void take_message(void)
{
    int got[ELEMENTS] = {0};

    if (out.message == MPI_MESSAGE_NULL || out.message == MPI_MESSAGE_NO_PROC)
        return;
    say(" mrecv %s",
        MPI_Mrecv(got, ELEMENTS, MPI_INT, &out.message, MPI_STATUS_IGNORE) == MPI_SUCCESS
            ? "done"
            : "refused");
    say(" %d", got[0]);
}

static void take_requests(const struct call *call)
{
    if (!takes_requests(call) || is_in(call->name, "Pready") || is_in(call->name, "Parrived"))
        return;
    if (!is_in(call->formals, "array_of_requests"))
        requests[0] = out.request;
    for (int i = 0; i < MESSAGES; i++) {
        int flag = -1;

        if (requests[i] == MPI_REQUEST_NULL)
            continue;
        if (is_in(call->formals, "array_of_requests") || is_in(call->formals, "*request"))
            say(" test %s", MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS
                                ? "done"
                                : "refused");
        say(" %d %d", flag, received[i][0]);
    }
}

static void take_sent(void)
{
    int flag = 0;

    if (sent == MPI_REQUEST_NULL)
        return;
    MPI_Test(&sent, &flag, MPI_STATUS_IGNORE);
    say(" sent %d %d", flag, sent_to[0]);
}

static void take_left(void)
{
    for (int i = 0; i <= 2 * MESSAGES; i++) {
        int got[ROOM] = {0}, flag = 0;
        MPI_Status status;

        if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, arguments_comm, &flag, &status) !=
                MPI_SUCCESS ||
            !flag)
            break;
        MPI_Recv(got, ROOM, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, arguments_comm, &status);
        say(" left %d", got[0]);
    }
}

static void exchange(void)
{
    int number = 4711, got = 0, sum = 0;

    MPI_Sendrecv(&number, 1, MPI_INT, 0, TAG + 2, &got, 1, MPI_INT, 0, TAG + 2, arguments_comm,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(&got, &sum, 1, MPI_INT, MPI_SUM, arguments_comm);
    say(" then %d", sum);
}

void arguments_go_on(const struct call *call)
{
    say(";");
    if (takes_message(call))
        take_message();
    take_requests(call);
    take_sent();
    take_left();
    exchange();
}
