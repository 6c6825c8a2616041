#include "config.h"

#include "live/others.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "live/join.h"
#include "live/segment.h"

int mpit__others_open(const char *path)
{
    return open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

bool mpit__others_read(int file, struct mpit_live_head *head)
{
    return pread(file, head, sizeof *head, 0) == (ssize_t)sizeof *head &&
           memcmp(head->magic, MPIT_LIVE_MAGIC, sizeof MPIT_LIVE_MAGIC) == 0 &&
           head->layout == MPIT_LIVE_LAYOUT && head->order == MPIT_LIVE_ORDER;
}

bool mpit__others_is_of_job(const struct mpit_live_head *head)
{
    const struct mpit_live_head *own = mpit__live_head;

    return memcmp(head->boot, own->boot, sizeof head->boot) == 0 &&
           memcmp(head->job, own->job, sizeof head->job) == 0;
}

bool mpit__others_is_of_world(const struct mpit_live_head *head)
{
    const struct mpit_live_head *own = mpit__live_head;

    return memcmp(head->world, own->world, sizeof head->world) == 0 && head->rank >= 0 &&
           head->size == own->size && mpit__join_can(head, own);
}

void mpit__others_each(void (*look)(const char *path))
{
    char path[MPIT_OTHERS_PATH], *name;
    struct dirent *entry;
    size_t room;
    DIR *all;

    snprintf(path, sizeof path, "%s", mpit__live_file());
    name = strrchr(path, '/');
    *name = '\0';
    all = opendir(path);
    *name++ = '/';
    room = (size_t)(path + sizeof path - name);
    while (all && (entry = readdir(all))) {
        const size_t length = strlen(entry->d_name), end = sizeof MPIT_LIVE_ENDING - 1;

        if (length <= end || length >= room ||
            strcmp(entry->d_name + length - end, MPIT_LIVE_ENDING) != 0)
            continue;
        memcpy(name, entry->d_name, length + 1);
        look(path);
    }
    if (all)
        closedir(all);
}
