#include "config.h"

#include "tools/formats/otf2.h"

#include "ground/signals.h"
#include "record/readable.h"
#include "tools/formats/otf2_archive.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what goes wrong */

/* The first error; what follows from it is not looked at.  Some functions of the library return
 * nothing but success where a file cannot be written. */
static OTF2_ErrorCode take_error(void *first, const char *file, uint64_t line, const char *function,
                                 OTF2_ErrorCode error, const char *format, va_list arguments)
{
    OTF2_ErrorCode *its = first;

    (void)file, (void)line, (void)function, (void)format, (void)arguments;
    if (*its == OTF2_SUCCESS)
        *its = error;
    return error;
}

/* ---- the archive */

static OTF2_FlushType flush(void *user, OTF2_FileType type, OTF2_LocationRef location, void *caller,
                            bool final)
{
    (void)user, (void)type, (void)location, (void)caller, (void) final;
    return OTF2_FLUSH;
}

/* Bytes that are kept together, of events and of definitions: the least and the most that the
 * library takes.  A reader has so many of each thread in memory.  A group of all threads is one
 * definition, and takes up to 10 bytes for each. */
enum { CHUNK = 256 << 10, LARGE_CHUNK = 16 << 20, REST = 4096 };

static uint64_t chunk_of(const struct tool_otf2_content *content)
{
    return 10 * (uint64_t)content->nthread + REST > CHUNK ? LARGE_CHUNK : CHUNK;
}

static void describe(OTF2_Archive *archive, const struct mpit_record *record)
{
    char command[4 * sizeof record->command];

    mpit__visible(command, sizeof command, record->command);
    OTF2_Archive_SetCreator(archive, "mpit " PACKAGE_VERSION);
    OTF2_Archive_SetDescription(archive, command);
}

static void write_archive(const struct tool_otf2_content *content, const char *folder)
{
    static const OTF2_FlushCallbacks callbacks = {.otf2_pre_flush = flush};
    struct tool_otf2_archive its = {
        .content = content,
        .archive =
            OTF2_Archive_Open(folder, "traces", OTF2_FILEMODE_WRITE, CHUNK, chunk_of(content),
                              OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE),
        .events = tool_allocate((size_t)content->nthread, sizeof *its.events)};

    if (its.archive && OTF2_Archive_SetFlushCallbacks(its.archive, &callbacks, NULL) == 0 &&
        OTF2_Archive_SetSerialCollectiveCallbacks(its.archive) == 0) {
        describe(its.archive, content->record);
        if (tool_otf2_write_events(&its))
            tool_otf2_write_definitions(&its);
    }
    OTF2_Archive_Close(its.archive);
    tool_otf2_names_free(&its.string);
    tool_otf2_names_free(&its.comm);
    free(its.events);
}

/* NULL, or why it is not whole. */
static const char *make_archive(const struct tool_otf2_content *content, const char *folder)
{
    OTF2_ErrorCode error = OTF2_SUCCESS;
    OTF2_ErrorCallback before = OTF2_Error_RegisterCallback(take_error, &error);

    write_archive(content, folder);
    OTF2_Error_RegisterCallback(before, NULL);
    return error == OTF2_SUCCESS ? NULL : OTF2_Error_GetDescription(error);
}

/* ---- its folder: made beside, and named when it is whole */

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status, (void)kind, (void)where;
    return remove(path);
}

static void remove_all(const char *folder)
{
    enum { OPEN = 8 };

    nftw(folder, remove_one, OPEN, FTW_DEPTH | FTW_PHYS);
}

static const char *make_beside(const struct tool_otf2_content *content, const char *folder)
{
    char *temporary = tool_print("%s.%ld.tmp", folder, (long)getpid());
    const char *error = mkdir(temporary, 0777) == 0 ? NULL : strerror(errno);

    if (!error) {
        error = make_archive(content, temporary);
        if (!error && rename(temporary, folder) != 0)
            error = strerror(errno);
        if (error)
            remove_all(temporary);
    }
    free(temporary);
    return error;
}

bool tool_otf2_write_record(const struct mpit_record *record, const char *folder)
{
    struct tool_otf2_content content;
    bool good = tool_otf2_content(record, &content);

    if (good) {
        struct mpit_signals held;
        const char *error;

        mpit__signals_hold(&held);
        error = make_beside(&content, folder);
        mpit__signals_release(&held);
        if (error)
            tool_complain("%s: %s; there is no trace in it", folder, error);
        good = !error;
    }
    tool_otf2_content_free(&content);
    return good;
}
