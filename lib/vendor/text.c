#include "config.h"

#include "vendor/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enum/enum.h"
#include "ground/letters.h"
#include "ground/strings_out.h"
#include "mpi/facts.h"
#include "mpi/own_settings.h"
#include "mpi/tool.h"
#include "vendor/variable.h"

static const struct mpit_type_row *type_of(const struct mpit_vendor_variable *variable)
{
    return &mpit__types[variable->ours->as];
}

static bool is_text(const struct mpit_vendor_variable *variable)
{
    return variable->ours->as == MPIT_CHAR;
}

/* ---- from text */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next "word - " of a description at or behind text: that is an item, and the items count from
 * 0 in their order.  Returns what is behind it, NULL if there is none. */
static const char *next_item(const char *text, const char **word, size_t *length)
{
    for (const char *dash = text; (dash = strstr(dash, "- ")); dash += 2) {
        const char *end = dash;

        while (end > text && end[-1] == ' ')
            end--;
        *word = end;
        while (*word > text && is_word((*word)[-1]))
            --*word;
        *length = (size_t)(end - *word);
        if (*length && end < dash)
            return dash + 2;
    }
    return NULL;
}

/* The strings of a description stand together without a blank: an item may have the last word
 * before it in front ("algorithmauto"), so it is its end that counts, from no underscore on. */
static bool parse_described(const char *desc, const char *text, int *value)
{
    const char *word;
    size_t length, n = strlen(text), best = SIZE_MAX;
    int i = 0;

    for (; n && (desc = next_item(desc, &word, &length)); i++) {
        if (length >= n && length < best && strncmp(word + length - n, text, n) == 0 &&
            (length == n || word[length - n - 1] != '_')) {
            best = length;
            *value = i;
        }
    }
    return best != SIZE_MAX && i > 1;
}

static bool parse_switch(const char *text, int *value)
{
    bool on;

    if (!mpit__parse_switch(text, &on))
        return false;
    *value = on;
    return true;
}

static bool parse_item(const struct mpit_enum *enumeration, const char *text,
                       union mpit_value *value)
{
    const struct mpit_item *item = mpit__enum_item_by_name(enumeration, text);

    if (item) {
        value->integer = item->value;
        return true;
    }
    if (enumeration == &mpit__enum_mpit_boolean)
        return parse_switch(text, &value->integer);
    return mpit__types[MPIT_INT].parse(text, value) &&
           mpit__vendor_item_is_allowed(enumeration, value->integer);
}

/* A number; of an int also the name of what the description counts up, or a word for yes or no. */
static bool parse_number(const struct mpit_vendor_variable *variable, const char *text,
                         union mpit_value *value)
{
    if (type_of(variable)->parse(text, value))
        return true;
    if (variable->ours->as != MPIT_INT)
        return false;
    return (MPIT_FACT(describes_items) && parse_described(variable->desc, text, &value->integer)) ||
           parse_switch(text, &value->integer);
}

/* Of any variable but a text. */
static bool parse(const struct mpit_vendor_variable *variable, const char *padded,
                  union mpit_value *value)
{
    char text[MPIT_STRING];

    if (!mpit__without_blanks(padded, text, sizeof text))
        return false;
    return variable->enumtype ? parse_item(variable->enumtype, text, value)
                              : parse_number(variable, text, value);
}

bool mpit__vendor_text_fits(const struct mpit_vendor_variable *variable, const char *text)
{
    union mpit_value value;

    return is_text(variable) || parse(variable, text, &value);
}

void mpit__vendor_text_allowed(const struct mpit_vendor_variable *variable, char *buffer,
                               size_t size)
{
    const struct mpit_enum *enumeration = variable->enumtype;
    size_t n;

    if (enumeration == &mpit__enum_mpit_boolean) {
        snprintf(buffer, size, "yes or no");
    } else if (!enumeration) {
        snprintf(buffer, size, "what %s holds: %s", type_of(variable)->name, variable->desc);
    } else {
        n = (size_t)snprintf(buffer, size, "one of");
        for (int i = 0; n < size && i < enumeration->n; i++)
            n += (size_t)snprintf(buffer + n, size - n, " %s", enumeration->items[i].name);
    }
}

/* ---- over a view */

/* The elements of the text, as many as the variable has; false if it has too few for it, or several
 * where the text says one. */
static bool put(const struct mpit_vendor_variable *variable, const char *text, char *elements,
                size_t count)
{
    union mpit_value value;
    size_t size = strlen(text) + 1;

    if (is_text(variable)) {
        if (size > count)
            return false;
        memcpy(elements, text, size);
        return true;
    }
    if (count != 1 || !parse(variable, text, &value))
        return false;
    memcpy(elements, &value, type_of(variable)->size);
    return true;
}

int mpit__vendor_text_write(struct mpit_vendor_variable *variable, const char *text)
{
    struct mpit_view view;
    char *elements;
    int rc = mpit__view_open(&view, variable, NULL);

    if (rc != MPI_SUCCESS)
        return rc;
    elements = calloc((size_t)view.count, type_of(variable)->size);
    if (!elements)
        rc = MPI_T_ERR_MEMORY;
    else if (!put(variable, text, elements, (size_t)view.count))
        rc = MPI_T_ERR_INVALID;
    else
        rc = mpit__view_set(&view, elements);
    free(elements);
    mpit__view_close(&view);
    return rc;
}

bool mpit__vendor_text_force(const struct mpit_vendor_variable *variable, const char *text)
{
    union mpit_value value, theirs = {0};
    bool is_set;

    if (is_text(variable) || variable->theirs->size > sizeof theirs ||
        !parse(variable, text, &value) ||
        !mpit__presented_convert(variable->ours, &value, variable->theirs, &theirs, 1) ||
        !mpit__vendor_mpit_enter())
        return false;
    is_set = mpit__vendor_set_anyway(variable->name, &theirs, variable->theirs->size);
    mpit__vendor_mpit_leave();
    return is_set;
}

/* All elements, from malloc; NULL if they cannot be read. */
static char *get(struct mpit_vendor_variable *variable)
{
    struct mpit_view view;
    char *elements;

    if (variable->bind != MPI_T_BIND_NO_OBJECT ||
        mpit__view_open(&view, variable, NULL) != MPI_SUCCESS)
        return NULL;
    elements = calloc((size_t)view.count, type_of(variable)->size);
    if (elements && mpit__view_get(&view, elements) != MPI_SUCCESS) {
        free(elements);
        elements = NULL;
    }
    mpit__view_close(&view);
    return elements;
}

static void print(const struct mpit_vendor_variable *variable, const char *elements, char *buffer,
                  size_t size)
{
    const struct mpit_item *item = NULL;
    union mpit_value value;

    if (is_text(variable)) {
        snprintf(buffer, size, "%s", elements);
        return;
    }
    memcpy(&value, elements, type_of(variable)->size);
    if (variable->enumtype)
        item = mpit__enum_item_by_value(variable->enumtype, value.integer);
    if (item)
        snprintf(buffer, size, "%s", item->name);
    else
        type_of(variable)->print(&value, buffer, size);
}

void mpit__vendor_text_read(struct mpit_vendor_variable *variable, char *buffer, size_t size)
{
    char *elements = get(variable);

    buffer[0] = '\0';
    if (elements)
        print(variable, elements, buffer, size);
    free(elements);
}

bool mpit__vendor_text_is(struct mpit_vendor_variable *variable, const char *text)
{
    char *elements = get(variable);
    union mpit_value asked, now;
    bool is_same = false;

    if (elements && is_text(variable)) {
        is_same = strcmp(elements, text) == 0;
    } else if (elements && parse(variable, text, &asked)) {
        memcpy(&now, elements, type_of(variable)->size);
        is_same = type_of(variable)->compare(&asked, &now) == 0;
    }
    free(elements);
    return is_same;
}
