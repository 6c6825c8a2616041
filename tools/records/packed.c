#include "config.h"

#include "tools/records/packed.h"

#include "record/record.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

enum { GZIP = 16 }; /* zlib: added to the bits of the window, for the format of gzip */
enum { MEMORY = 8 };

struct packing {
    FILE *out;
    z_stream stream;
    unsigned char packed[1 << 16];
};

/* 0 or an errno. */
static int pack(struct packing *packing, const char *text, size_t length, int flush)
{
    z_stream *stream = &packing->stream;

    stream->next_in = (Bytef *)(uintptr_t)text;
    stream->avail_in = (uInt)length;
    do {
        stream->next_out = packing->packed;
        stream->avail_out = sizeof packing->packed;
        deflate(stream, flush);
        size_t n = sizeof packing->packed - stream->avail_out;
        errno = 0;
        if (fwrite(packing->packed, 1, n, packing->out) != n)
            return errno ? errno : EIO;
    } while (stream->avail_out == 0);
    return 0;
}

/* Of a stream that is written to. */
static ssize_t take(void *packing, const char *text, size_t length)
{
    int error = pack(packing, text, length, Z_NO_FLUSH);

    errno = error;
    return error ? 0 : (ssize_t)length;
}

static int write_through(struct packing *packing, mpit_file_writer *write_it, const void *what)
{
    FILE *plain = fopencookie(packing, "w", (cookie_io_functions_t){.write = take});
    int error;

    if (!plain)
        return errno;
    error = write_it(what, plain);
    if (fclose(plain) != 0 && !error)
        error = errno ? errno : EIO;
    if (!error)
        error = pack(packing, NULL, 0, Z_FINISH);
    return error ? error : mpit__stream_finish(packing->out);
}

int tool_packed_write(mpit_file_writer *write_it, const void *what, FILE *out)
{
    struct packing *packing = tool_allocate(1, sizeof *packing);
    int error;

    packing->out = out;
    if (deflateInit2(&packing->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        free(packing);
        return ENOMEM;
    }
    error = write_through(packing, write_it, what);
    deflateEnd(&packing->stream);
    free(packing);
    return error;
}
