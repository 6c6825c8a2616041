#include "config.h"

#include "report/labels.h"

#include <string.h>

#include "ground/hash.h"

static const char *label_at(struct mpit_label_list list, int row)
{
    return (const char *)list.rows + (size_t)row * list.size;
}

static uint32_t bucket_of(const struct mpit_labels *labels, const char *label)
{
    return mpit__hash_below(mpit__hash_of(label), labels->room);
}

struct mpit_labels mpit__labels_in(void *memory, int room)
{
    uint32_t *words = memory;

    if (!words)
        return (struct mpit_labels){0};
    return (struct mpit_labels){words, words + room, (uint32_t)room};
}

void mpit__labels_add(struct mpit_labels *labels, struct mpit_label_list list)
{
    uint32_t *first;

    if (!labels->room)
        return;
    first = &labels->first[bucket_of(labels, label_at(list, list.n - 1))];
    labels->next[list.n - 1] = *first;
    *first = (uint32_t)list.n;
}

int mpit__labels_find(const struct mpit_labels *labels, struct mpit_label_list list,
                      const char *label)
{
    if (!labels->room) {
        for (int row = 0; row < list.n; row++)
            if (strcmp(label_at(list, row), label) == 0)
                return row;
        return -1;
    }
    for (uint32_t row = labels->first[bucket_of(labels, label)]; row; row = labels->next[row - 1])
        if (strcmp(label_at(list, (int)row - 1), label) == 0)
            return (int)row - 1;
    return -1;
}
