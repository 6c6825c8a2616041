#include "config.h"

#include "settings/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A handful: files and environment variables that set something. */
static struct name {
    struct name *next;
    char text[];
} *names;

int mpit__source_print(struct mpit_cvar_source source, char *buffer, size_t size)
{
    if (!source.where)
        return snprintf(buffer, size, "default");
    if (source.line > 0)
        return snprintf(buffer, size, "%s:%d", source.where, source.line);
    return snprintf(buffer, size, "%s", source.where);
}

const char *mpit__source_name(const char *text, size_t length)
{
    struct name *name;

    for (name = names; name; name = name->next)
        if (strncmp(name->text, text, length) == 0 && name->text[length] == '\0')
            return name->text;
    name = malloc(sizeof *name + length + 1);
    if (!name)
        return NULL;
    memcpy(name->text, text, length);
    name->text[length] = '\0';
    name->next = names;
    names = name;
    return name->text;
}

void mpit__source_forget(void)
{
    while (names) {
        struct name *next = names->next;

        free(names);
        names = next;
    }
}
