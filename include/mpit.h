/* libmpit: what it offers beyond the MPI tool information interface of mpi.h. */
#ifndef MPIT_H
#define MPIT_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MPIT_PUBLIC __attribute__((visibility("default")))
#else
#define MPIT_PUBLIC
#endif

/* const char *mpit_version(void)
 * The version of the library that is running, as in "0.1.0"; never NULL, never freed.
 * A program that finds this symbol runs under libmpit.
 * From any thread and any signal handler, at any time. */
MPIT_PUBLIC const char *mpit_version(void);

/* int mpit_cvar_source(const char *name, char *source, int *source_len)
 * Where the value of a control variable that is bound to no MPI object came from.
 *   name        IN     its exact name; ours or that of a variable of the MPI library
 *   source      OUT    "default", the name of an environment variable, "FILE:LINE", the function
 *                      that wrote it ("MPI_T_cvar_write"), or "vendor" where it is the MPI
 *                      library's and was set neither by us nor through us; may be NULL
 *   source_len  INOUT  in: bytes of source; out: length of the whole text + 1, as MPI_T returns
 *                      strings (MPI 3.1, 14.3.3)
 * MPI_SUCCESS; MPI_T_ERR_INVALID for a NULL name or source_len; MPI_T_ERR_INVALID_NAME.
 * From any thread, at any time, also before MPI_T_init_thread; not from a signal handler. */
MPIT_PUBLIC int mpit_cvar_source(const char *name, char *source, int *source_len);

/* int mpit_cvar_text(const char *name, char *text, int *text_len)
 * The value of a control variable of ours as the text that would set it; of one that is bound to
 * an MPI object, the value that new objects start with.
 *   name      IN     its exact name
 *   text      OUT    the value; may be NULL
 *   text_len  INOUT  as source_len above
 * MPI_SUCCESS; MPI_T_ERR_INVALID for a NULL name or text_len; MPI_T_ERR_INVALID_NAME, also for
 * variables of the MPI library.  When it may be called: as mpit_cvar_source. */
MPIT_PUBLIC int mpit_cvar_text(const char *name, char *text, int *text_len);

/* int mpit_region_begin(const char *label)
 * A region of the program begins, inside of the one that the process is in: the report has a row
 * for each label.  As MPI_Pcontrol(3, label), for languages that cannot call that; mpit_region.h
 * has it for programs that are not linked with libmpit.
 *   label  IN  its name, which is copied
 * MPI_SUCCESS, also where no report is wanted and nothing happens.
 * From any thread (regions are the process's), before MPI_Init and after MPI_Finalize too; not from
 * a signal handler. */
MPIT_PUBLIC int mpit_region_begin(const char *label);

/* int mpit_region_end(void)
 * The innermost region ends; nothing where there is none.  As MPI_Pcontrol(4), and as above. */
MPIT_PUBLIC int mpit_region_end(void);

#ifdef __cplusplus
}
#endif

#endif

/* A note in the file that this is compiled into, of the MPI whose mpi.h comes before: libmpit looks
 * there where the linker has left out the MPI library, since nothing of it is called. */
#if !defined(MPIT_BUILT_FOR) && defined(__GNUC__) && defined(__ELF__)
#define MPIT_BUILT_TEXT_OF(number) #number
#define MPIT_BUILT_TEXT(number)    MPIT_BUILT_TEXT_OF(number)
#if defined(OMPI_MAJOR_VERSION)
#define MPIT_BUILT_FOR                                                                             \
    "Open MPI v" MPIT_BUILT_TEXT(OMPI_MAJOR_VERSION) "." MPIT_BUILT_TEXT(                          \
        OMPI_MINOR_VERSION) "." MPIT_BUILT_TEXT(OMPI_RELEASE_VERSION)
#elif defined(MPICH_VERSION)
#define MPIT_BUILT_FOR "MPICH Version: " MPICH_VERSION
#elif defined(MPI_ABI_VERSION)
#define MPIT_BUILT_FOR "the standard's ABI"
#endif
#if defined(MPIT_BUILT_FOR)
__asm__(".pushsection .note.mpit, \"a\", %note\n"
        ".balign 4\n"
        ".long 5, 2f - 1f, 1\n"
        ".asciz \"mpit\"\n"
        ".balign 4\n"
        "1: .asciz \"" MPIT_BUILT_FOR "\"\n"
        "2: .balign 4\n"
        ".popsection\n");
#endif
#endif
