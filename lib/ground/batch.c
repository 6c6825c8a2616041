#include "config.h"

#include "ground/batch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct row {
    const char *number, *account;
} rows[] = {
#define BATCH(system, number, account) {number, account},
#include "ground/batch.def"
};

/* A name is whole, or none: what is cut is another's. */
static void take(char *text, size_t size, const char *name)
{
    const char *value = *name ? secure_getenv(name) : NULL;

    if (value && strlen(value) < size)
        strcpy(text, value);
}

void mpit__batch_look(struct mpit_batch *batch)
{
    *batch = (struct mpit_batch){0};
    take(batch->user, sizeof batch->user, "USER");
    if (!*batch->user)
        snprintf(batch->user, sizeof batch->user, "%ld", (long)getuid());
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
        take(batch->job, sizeof batch->job, row->number);
        if (*batch->job && !strchr(batch->job, '/')) {
            take(batch->account, sizeof batch->account, row->account);
            break;
        }
        batch->job[0] = '\0'; /* no number has that */
    }
    if (!getcwd(batch->folder, sizeof batch->folder))
        batch->folder[0] = '\0';
}

static struct mpit_batch kept;

static void keep(void)
{
    mpit__batch_look(&kept);
}

const struct mpit_batch *mpit__batch(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, keep);
    return &kept;
}
