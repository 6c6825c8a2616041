/* Settings: what files and the environment say, before anything is done about it.
 *
 * All of it has one form, `name = value` with a separator between settings: the line break in a
 * file, the semicolon in MPIT_CVARS.  A value that begins with a double quote ends at the next
 * one, and has \" \\ \n \t; any other is taken as it stands, without the blanks around it.  In a
 * file `#` begins a comment, at the beginning of a line or after a blank. */
#ifndef MPIT_SETTINGS_SETTINGS_H
#define MPIT_SETTINGS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "settings/origin.h"

struct mpit_setting {
    struct mpit_setting *next;
    struct mpit_origin origin;
    const char *error; /* why it is none, a literal; then name and value are NULL */
    char *name, *value;
};

struct mpit_settings {
    struct mpit_setting *first, **end;
};
#define MPIT_SETTINGS_INIT(list)                                                                   \
    {                                                                                              \
        NULL, &(list).first                                                                        \
    }

/* Every function here adds behind what is there, in order, and leaves out what there is no memory
 * for. */
void mpit__settings_add(struct mpit_settings *list, const char *name, size_t name_length,
                        const char *value, size_t value_length, struct mpit_origin origin);
void mpit__settings_add_error(struct mpit_settings *list, const char *error,
                              struct mpit_origin origin);

/* The settings of a text of that length, which may hold any bytes.  origin.line is that of the
 * first line, or 0 where lines do not count. */
void mpit__settings_parse(struct mpit_settings *list, const char *text, size_t length,
                          char separator, struct mpit_origin origin);

void mpit__settings_free(struct mpit_settings *list);

/* Files hold defaults: the MPI library's own environment wins over them.  Says so where that is
 * another value, and likewise where a setting that is no file's takes its place. */
bool mpit__setting_gives_way(const char *name, const char *value, struct mpit_origin origin,
                             const char *own_name, const char *own_value, bool is_same);

/* Whether it comes from a variable of the environment that sets one variable alone. */
bool mpit__setting_is_direct(struct mpit_origin origin);

/* The words for a setting in a message: "MPIT_CLOCK=x" or "mpit.conf:3: mpit_clock=x". */
void mpit__setting_label(const char *name, const char *value, struct mpit_origin origin,
                         char *buffer, size_t size);

#endif
