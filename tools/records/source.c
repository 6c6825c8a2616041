#include "config.h"

#include "tools/records/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A small file that says it is huge shall not take all memory: no more than so many bytes are made
 * of one, but of a file that is large itself.  JSON of a record packs into a fifth to a
 * fiftieth. */
static const uint64_t AT_LEAST = (uint64_t)64 << 20;
enum { RATIO = 200 };
enum { GZIP = 16 }; /* zlib: added to the bits of the window, for the format of gzip */

static void fail(struct tool_source *source, const char *wrong)
{
    source->over = true;
    source->at = source->end = source->text;
    snprintf(source->reason, 512, "%s: %s", source->path, wrong);
}

/* More of the file, behind what is left of it; false: there is none. */
static bool read_raw(struct tool_source *source)
{
    size_t n;

    errno = 0;
    n = fread(source->raw, 1, sizeof source->raw, source->in);
    if (ferror(source->in))
        fail(source, strerror(errno ? errno : EIO));
    source->read += n;
    source->unpacking.next_in = source->raw;
    source->unpacking.avail_in = (uInt)n;
    return n > 0 && !*source->reason;
}

/* ---- unpacked */

static bool is_packed(const struct tool_source *source)
{
    return source->unpacking.avail_in > 1 && source->raw[0] == 0x1f && source->raw[1] == 0x8b;
}

/* Behind the end of one packed text: another one, which continues it, or nothing. */
static void go_on_behind(struct tool_source *source)
{
    z_stream *unpacking = &source->unpacking;

    if (!unpacking->avail_in && !read_raw(source))
        source->over = true;
    else if (*unpacking->next_in != 0x1f)
        fail(source, "there is more behind the end of what is packed: damaged; copy it anew");
    else
        inflateReset(unpacking);
}

static void check_size(struct tool_source *source)
{
    if (source->made > AT_LEAST && source->made / RATIO > source->read)
        fail(source, "it unpacks to more than 200 times its size: not a record of mpit; if it is "
                     "one, unpack it with gunzip first");
}

static void unpack_some(struct tool_source *source)
{
    z_stream *unpacking = &source->unpacking;
    char wrong[128];
    int code;

    if (!unpacking->avail_in && !read_raw(source)) {
        if (!*source->reason)
            fail(source, "cut off: what is packed in it has no end; copy it anew");
        return;
    }
    code = inflate(unpacking, Z_NO_FLUSH);
    source->made += (uint64_t)(unpacking->next_out - source->end);
    source->end = unpacking->next_out;
    if (code == Z_STREAM_END) {
        go_on_behind(source);
    } else if (code == Z_MEM_ERROR) {
        fail(source, strerror(ENOMEM));
    } else if (code != Z_OK) {
        snprintf(wrong, sizeof wrong, "damaged where it is packed (%s); copy it anew",
                 unpacking->msg ? unpacking->msg : "no end");
        fail(source, wrong);
    } else {
        check_size(source);
    }
}

static bool unpack(struct tool_source *source)
{
    source->at = source->end = source->text;
    source->unpacking.next_out = source->text;
    source->unpacking.avail_out = sizeof source->text;
    while (source->at == source->end && !source->over)
        unpack_some(source);
    return source->at < source->end && !*source->reason;
}

/* ---- */

bool tool_source_fill(struct tool_source *source)
{
    if (source->over)
        return false;
    if (source->packed)
        return unpack(source);
    source->at = source->end = source->raw;
    if (!read_raw(source))
        return false;
    source->end += source->unpacking.avail_in;
    return true;
}

struct tool_source *tool_source_open(FILE *in, const char *path, char reason[512])
{
    struct tool_source *source = calloc(1, sizeof *source);
    bool good = source && inflateInit2(&source->unpacking, MAX_WBITS + GZIP) == Z_OK;

    if (!good) {
        snprintf(reason, 512, "%s: %s", path, strerror(ENOMEM));
        free(source);
        if (in != stdin)
            fclose(in);
        return NULL;
    }
    source->path = path;
    source->reason = reason;
    source->in = in;
    source->line = 1;
    *reason = '\0';
    if (tool_source_fill(source) && is_packed(source)) {
        source->packed = true;
        source->at = source->end;
    }
    return source;
}

void tool_source_close(struct tool_source *source)
{
    inflateEnd(&source->unpacking);
    if (source->in != stdin)
        fclose(source->in);
    free(source);
}
