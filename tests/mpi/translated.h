/* An MPI interface of our own, with handles and a status of its own: what translator.c offers, and
 * translated_program.c is written for.  The names are those of MPI where the linker looks. */
#ifndef TRANSLATED_H
#define TRANSLATED_H

typedef struct own_comm *own_comm;
typedef struct own_type *own_type;
typedef struct own_file *own_file;
typedef struct own_op *own_op;
typedef struct own_request *own_request;
struct own_status {
    long room[3];
    int tag, source;
};

#define OWN_COMM_NULL  ((own_comm)0x100)
#define OWN_COMM_WORLD ((own_comm)0x101)
#define OWN_INT        ((own_type)0x201)
#define OWN_SUM        ((own_op)0x301)

/* OWN(name, formals, actuals) */
#define OWN_FUNCTIONS                                                                              \
    OWN(Init, (int *argc, char ***argv), (argc, argv))                                             \
    OWN(Finalize, (void), ())                                                                      \
    OWN(Comm_rank, (own_comm comm, int *rank), (comm, rank))                                       \
    OWN(Comm_size, (own_comm comm, int *size), (comm, size))                                       \
    OWN(Comm_split, (own_comm comm, int color, int key, own_comm *made), (comm, color, key, made)) \
    OWN(Comm_free, (own_comm * comm), (comm))                                                      \
    OWN(Comm_get_parent, (own_comm * parent), (parent))                                            \
    OWN(Barrier, (own_comm comm), (comm))                                                          \
    OWN(Allreduce,                                                                                 \
        (const void *from, void *to, int count, own_type type, own_op op, own_comm comm),          \
        (from, to, count, type, op, comm))                                                         \
    OWN(Isend,                                                                                     \
        (const void *from, int count, own_type type, int dest, int tag, own_comm comm,             \
         own_request *request),                                                                    \
        (from, count, type, dest, tag, comm, request))                                             \
    OWN(Recv,                                                                                      \
        (void *to, int count, own_type type, int source, int tag, own_comm comm,                   \
         struct own_status *status),                                                               \
        (to, count, type, source, tag, comm, status))                                              \
    OWN(File_open, (own_comm comm, const char *name, own_file *file), (comm, name, file))          \
    OWN(File_write_all, (own_file file, const void *from, int count, own_type type),               \
        (file, from, count, type))                                                                 \
    OWN(File_close, (own_file * file), (file))                                                     \
    OWN(Wait, (own_request * request, struct own_status * status), (request, status))

/* translator.c has them under other names where translator_front.c has these. */
#ifndef OWN_PREFIX
#define OWN_PREFIX "MPI_"
#endif
#define OWN(name, formals, actuals) int own_##name formals __asm__(OWN_PREFIX #name);
OWN_FUNCTIONS
#undef OWN

#endif
