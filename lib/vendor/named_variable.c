#include "config.h"

#include "vendor/named_variable.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "ground/nearest.h"
#include "registry/types.h"
#include "mpi/component.h"
#include "vendor/quirk.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"

/* Open MPI has texts of 2048, and writes past the count of some. */
enum { LARGEST = 1 << 16, ITEM = 128 };

union value {
    union mpit_value known;
    bool boolean; /* MPI_C_BOOL, which the standard does not have here */
    char text[LARGEST];
};

static bool take_info(int index, char *name, struct mpit_named_variable *variable)
{
    int name_length = MPIT_NAMED_LENGTH, desc_length = MPIT_NAMED_DESC, verbosity;

    int rc;

    if (!mpit__vendor_mpit_enter())
        return false;
    variable->index = index;
    variable->enumeration = MPI_T_ENUM_NULL;
    rc = mpit__next.PMPI_T_cvar_get_info(index, name, &name_length, &verbosity, &variable->type,
                                         &variable->enumeration, variable->desc, &desc_length,
                                         &variable->bind, &variable->scope);
    mpit__vendor_mpit_leave();
    return rc == MPI_SUCCESS;
}

static bool take_index(const char *name, int *index)
{
    int rc;

    if (!mpit__vendor_mpit_reference() || !mpit__vendor_mpit_enter())
        return false;
    rc = mpit__next.PMPI_T_cvar_get_index(name, index);
    mpit__vendor_mpit_leave();
    return rc == MPI_SUCCESS;
}

static int count_all(void)
{
    int n = 0;

    if (!mpit__vendor_mpit_reference() || !mpit__vendor_mpit_enter())
        return 0;
    mpit__next.PMPI_T_cvar_get_num(&n);
    mpit__vendor_mpit_leave();
    return n;
}

/* Of a component that was unloaded: the vendor reads the variable from where its data were. */
static bool is_left_behind(const char *name)
{
    bool left;

    if (!mpit__quirk_find("cvar", name) || !mpit__vendor_mpit_enter())
        return false;
    mpit__component_scan();
    left = !mpit__component_is_loaded(name);
    mpit__vendor_mpit_leave();
    return left;
}

bool mpit__named_variable_find(const char *name, struct mpit_named_variable *variable)
{
    char its_name[MPIT_NAMED_LENGTH];
    int index;

    if (!take_index(name, &index) || !take_info(index, its_name, variable))
        return false;
    variable->crashes = is_left_behind(name);
    return true;
}

bool mpit__named_variable_nearest(const char *name, char nearest[MPIT_NAMED_LENGTH])
{
    char other[MPIT_NAMED_LENGTH];
    struct mpit_named_variable variable;
    int n = count_all(), best = (int)strlen(name) / 5 + 2;
    bool found = false;

    for (int i = 0; i < n; i++) {
        int distance;

        if (!take_info(i, other, &variable) || (distance = mpit__distance(name, other)) >= best)
            continue;
        best = distance;
        strcpy(nearest, other);
        found = true;
    }
    return found;
}

static const struct mpit_type_row *row_of(MPI_Datatype type)
{
    for (int i = 0; i < MPIT_TYPES; i++)
        if (mpit__types[i].mpi == type)
            return &mpit__types[i];
    return NULL;
}

static bool is_boolean(const struct mpit_named_variable *variable)
{
#if defined(MPIT_OPENMPI)
    return variable->type == MPI_C_BOOL;
#else
    (void)variable;
    return false;
#endif
}

/* The i-th item of the enumeration; false past the last. */
static bool item(const struct mpit_named_variable *variable, int i, int *value, char name[ITEM])
{
    char its_name[ITEM];
    int n = 0, length = ITEM;
    bool found;

    if (variable->enumeration == MPI_T_ENUM_NULL || !mpit__vendor_mpit_enter())
        return false;
    found = mpit__next.PMPI_T_enum_get_info(variable->enumeration, &n, its_name, &length) ==
                MPI_SUCCESS &&
            i < n;
    length = ITEM;
    found = found && mpit__next.PMPI_T_enum_get_item(variable->enumeration, i, value, name,
                                                     &length) == MPI_SUCCESS;
    mpit__vendor_mpit_leave();
    return found;
}

static bool parse_item(const struct mpit_named_variable *variable, const char *text, int *value)
{
    union mpit_value number;
    bool is_number = mpit__types[MPIT_INT].parse(text, &number);
    char name[ITEM];

    for (int i = 0; item(variable, i, value, name); i++)
        if (strcasecmp(name, text) == 0 || (is_number && number.integer == *value))
            return true;
    return false;
}

#if defined(MPIT_MPICH)
static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next "word - " of a description at or behind text: in MPICH that is an item, and the items
 * count from 0 in their order.  Returns what is behind it, NULL if there is none. */
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
#endif

/* A number, a word for yes or no, or the name of what the description counts up. */
static bool parse_integer(const struct mpit_named_variable *variable, const char *text, int *value)
{
    union mpit_value number;
    bool on;

    if (mpit__types[MPIT_INT].parse(text, &number)) {
        *value = number.integer;
        return true;
    }
#if defined(MPIT_MPICH)
    if (parse_described(variable->desc, text, value))
        return true;
#else
    (void)variable;
#endif
    if (!mpit__parse_switch(text, &on))
        return false;
    *value = on;
    return true;
}

static bool parse(const struct mpit_named_variable *variable, const char *text, union value *value)
{
    const struct mpit_type_row *row = row_of(variable->type);

    if (is_boolean(variable))
        return mpit__parse_switch(text, &value->boolean);
    if (!row)
        return false;
    if (variable->type == MPI_CHAR) {
        snprintf(value->text, sizeof value->text, "%s", text);
        return strlen(text) < sizeof value->text;
    }
    if (variable->enumeration != MPI_T_ENUM_NULL)
        return parse_item(variable, text, &value->known.integer);
    if (variable->type == MPI_INT)
        return parse_integer(variable, text, &value->known.integer);
    return row->parse(text, &value->known);
}

bool mpit__named_variable_takes(const struct mpit_named_variable *variable, const char *text)
{
    union value value;

    return parse(variable, text, &value);
}

void mpit__named_variable_allowed(const struct mpit_named_variable *variable, char *buffer,
                                   size_t size)
{
    const struct mpit_type_row *row = row_of(variable->type);
    char name[ITEM];
    size_t n;
    int value;

    if (is_boolean(variable)) {
        snprintf(buffer, size, "yes or no");
    } else if (variable->enumeration == MPI_T_ENUM_NULL) {
        snprintf(buffer, size, "what %s holds: %s", row ? row->name : "a type that is not known",
                 variable->desc);
    } else {
        n = (size_t)snprintf(buffer, size, "one of");
        for (int i = 0; n < size && item(variable, i, &value, name); i++)
            n += (size_t)snprintf(buffer + n, size - n, " %s", name);
    }
}

bool mpit__named_variable_is_writable(const struct mpit_named_variable *variable)
{
    return variable->bind == MPI_T_BIND_NO_OBJECT && variable->scope != MPI_T_SCOPE_CONSTANT &&
           variable->scope != MPI_T_SCOPE_READONLY;
}

static int write_value(const struct mpit_named_variable *variable, const union value *value)
{
    MPI_T_cvar_handle handle;
    int count, rc;

    rc = mpit__next.PMPI_T_cvar_handle_alloc(variable->index, NULL, &handle, &count);
    if (rc != MPI_SUCCESS)
        return rc;
    if (variable->type == MPI_CHAR && strlen(value->text) >= (size_t)count)
        rc = MPI_T_ERR_INVALID;
    else
        rc = mpit__next.PMPI_T_cvar_write(handle, value);
    mpit__next.PMPI_T_cvar_handle_free(&handle);
    return rc;
}

int mpit__named_variable_write(const struct mpit_named_variable *variable, const char *text)
{
    union value value = {0};
    int rc;

    if (variable->crashes || !parse(variable, text, &value) || !mpit__vendor_mpit_enter())
        return MPI_T_ERR_INVALID;
    rc = write_value(variable, &value);
    mpit__vendor_mpit_leave();
    return rc;
}

static bool read_locked(const struct mpit_named_variable *variable, union value *value)
{
    MPI_T_cvar_handle handle;
    int count, rc;

    if (mpit__next.PMPI_T_cvar_handle_alloc(variable->index, NULL, &handle, &count) != MPI_SUCCESS)
        return false;
    rc = count >= LARGEST ? MPI_T_ERR_INVALID : mpit__next.PMPI_T_cvar_read(handle, value);
    mpit__next.PMPI_T_cvar_handle_free(&handle);
    return rc == MPI_SUCCESS;
}

static bool read_value(const struct mpit_named_variable *variable, union value *value)
{
    bool is_read;

    memset(value, 0, sizeof *value);
    if (variable->crashes || variable->bind != MPI_T_BIND_NO_OBJECT || !mpit__vendor_mpit_enter())
        return false;
    is_read = read_locked(variable, value);
    mpit__vendor_mpit_leave();
    return is_read;
}

void mpit__named_variable_read(const struct mpit_named_variable *variable, char *buffer,
                                size_t size)
{
    const struct mpit_type_row *row = row_of(variable->type);
    char name[ITEM];
    union value value;
    int number;

    buffer[0] = '\0';
    if (!read_value(variable, &value))
        return;
    if (is_boolean(variable)) {
        snprintf(buffer, size, "%s", value.boolean ? "true" : "false");
        return;
    }
    for (int i = 0; item(variable, i, &number, name); i++) {
        if (number == value.known.integer) {
            snprintf(buffer, size, "%s", name);
            return;
        }
    }
    if (variable->type == MPI_CHAR)
        snprintf(buffer, size, "%s", value.text);
    else if (row)
        row->print(&value.known, buffer, size);
}

bool mpit__named_variable_is(const struct mpit_named_variable *variable, const char *text)
{
    const struct mpit_type_row *row = row_of(variable->type);
    union value asked = {0}, now;

    if (!parse(variable, text, &asked) || !read_value(variable, &now))
        return false;
    if (is_boolean(variable))
        return asked.boolean == now.boolean;
    if (variable->type == MPI_CHAR)
        return strcmp(asked.text, now.text) == 0;
    return row && row->compare(&asked.known, &now.known) == 0;
}
