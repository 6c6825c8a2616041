/* Any bytes as the record of a job, shown in every format if they are one: see .ci/long. */
#define _GNU_SOURCE /* memfd_create */
#include "../../tools/formats/formats.h"
#include "../../tools/records/read.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void show(const struct mpit_record *record, FILE *nowhere)
{
#define FORMAT(name, ending, samples, write, desc)                                                 \
    if (write(record, nowhere) != 0)                                                               \
        abort();
#include "../../tools/formats/formats.def"
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    struct mpit_record record;
    char path[32], reason[512];
    int file = memfd_create("record", 0);

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (file < 0 || !nowhere || write(file, data, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (tool_record_read(path, &record, reason)) {
        show(&record, nowhere);
        mpit__record_free(&record);
    }
    close(file);
    return 0;
}
