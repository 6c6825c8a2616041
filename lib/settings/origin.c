#include "config.h"

#include "settings/origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A handful: files and environment variables that set something. */
static struct name {
    struct name *next;
    char text[];
} * names;

int mpit__origin_print(struct mpit_origin origin, char *buffer, size_t size)
{
    if (!origin.where)
        return snprintf(buffer, size, "default");
    if (origin.line > 0)
        return snprintf(buffer, size, "%s:%d", origin.where, origin.line);
    return snprintf(buffer, size, "%s", origin.where);
}

const char *mpit__origin_name(const char *text, size_t length)
{
    struct name *name;

    for (name = names; name; name = name->next)
        if (strncmp(name->text, text, length) == 0 && name->text[length] == '\0')
            return name->text;
    name = malloc(sizeof *name + length + 1);
    if (!name)
        return "a place that there is no memory to remember";
    memcpy(name->text, text, length);
    name->text[length] = '\0';
    name->next = names;
    names = name;
    return name->text;
}

void mpit__origin_forget(void)
{
    while (names) {
        struct name *next = names->next;

        free(names);
        names = next;
    }
}
