#include "config.h"

#include "settings/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ground/letters.h"
#include "ground/message.h"

static void drop(const char *name, size_t length, struct mpit_origin origin)
{
    char where[MPIT_ORIGIN];

    mpit__origin_print(origin, where, sizeof where);
    mpit__message_node(MPIT_WARN, NULL, "out of memory: %.*s (%s) is not set", (int)length, name,
                       where);
}

static void append(struct mpit_settings *list, struct mpit_setting *setting)
{
    *list->end = setting;
    list->end = &setting->next;
}

void mpit__settings_add(struct mpit_settings *list, const char *name, size_t name_length,
                        const char *value, size_t value_length, struct mpit_origin origin)
{
    struct mpit_setting *setting = calloc(1, sizeof *setting);

    if (!setting) {
        drop(name, name_length, origin);
        return;
    }
    setting->origin = origin;
    setting->name = strndup(name, name_length);
    setting->value = strndup(value, value_length);
    if (setting->name && setting->value) {
        append(list, setting);
        return;
    }
    drop(name, name_length, origin);
    free(setting->name);
    free(setting->value);
    free(setting);
}

void mpit__settings_add_error(struct mpit_settings *list, const char *error,
                              struct mpit_origin origin)
{
    struct mpit_setting *setting = calloc(1, sizeof *setting);

    if (!setting) {
        drop(error, strlen(error), origin);
        return;
    }
    setting->origin = origin;
    setting->error = error;
    append(list, setting);
}

struct span {
    const char *begin, *end;
};

static struct span trim(struct span span)
{
    while (span.begin < span.end && mpit__is_blank(*span.begin))
        span.begin++;
    while (span.begin < span.end && mpit__is_blank(span.end[-1]))
        span.end--;
    return span;
}

/* A quoted text, with its escapes undone, into buffer; what is behind the closing quote is left
 * in *rest.  False where there is no closing quote. */
static bool unquote(struct span text, char *buffer, size_t *length, struct span *rest)
{
    size_t n = 0;

    for (const char *p = text.begin + 1; p < text.end; p++) {
        if (*p == '"') {
            *length = n;
            *rest = trim((struct span){p + 1, text.end});
            return true;
        }
        if (*p == '\\' && p + 1 < text.end) {
            p++;
            buffer[n++] = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
        } else {
            buffer[n++] = *p;
        }
    }
    return false;
}

static void add_quoted(struct mpit_settings *list, struct span name, struct span value,
                       struct mpit_origin origin)
{
    char *buffer = malloc((size_t)(value.end - value.begin));
    struct span rest;
    size_t length;

    if (!buffer) {
        drop(name.begin, (size_t)(name.end - name.begin), origin);
        return;
    }
    if (!unquote(value, buffer, &length, &rest))
        mpit__settings_add_error(list, "the closing quote is missing", origin);
    else if (rest.begin < rest.end)
        mpit__settings_add_error(list, "something stands behind the closing quote", origin);
    else
        mpit__settings_add(list, name.begin, (size_t)(name.end - name.begin), buffer, length,
                           origin);
    free(buffer);
}

static bool has_blank(struct span span)
{
    for (const char *p = span.begin; p < span.end; p++)
        if (mpit__is_blank(*p))
            return true;
    return false;
}

static void add_item(struct mpit_settings *list, struct span item, struct mpit_origin origin)
{
    const char *equals = memchr(item.begin, '=', (size_t)(item.end - item.begin));
    struct span name, value;

    if (!equals) {
        mpit__settings_add_error(list, "not NAME = VALUE", origin);
        return;
    }
    name = trim((struct span){item.begin, equals});
    value = trim((struct span){equals + 1, item.end});
    if (name.begin == name.end || has_blank(name))
        mpit__settings_add_error(list, "not NAME = VALUE", origin);
    else if (memchr(item.begin, '\0', (size_t)(item.end - item.begin)))
        mpit__settings_add_error(list, "a zero byte in it", origin);
    else if (value.begin < value.end && *value.begin == '"')
        add_quoted(list, name, value, origin);
    else
        mpit__settings_add(list, name.begin, (size_t)(name.end - name.begin), value.begin,
                           (size_t)(value.end - value.begin), origin);
}

/* Where the item ends: at the separator or a comment outside of quotes, which begin a value. */
static const char *end_of_item(struct span text, char separator, bool *comment)
{
    char before = '\n', last = '\0';
    bool quoted = false;

    *comment = false;
    for (const char *p = text.begin; p < text.end; before = *p++) {
        if (*p == '\n' && separator == '\n')
            return p;
        if (quoted) {
            if (*p == '\\' && p + 1 < text.end && p[1] != '\n')
                p++;
            else if (*p == '"')
                quoted = false;
            continue;
        }
        if (*p == separator)
            return p;
        if (*p == '#' && separator == '\n' && mpit__is_blank(before)) {
            *comment = true;
            return p;
        }
        if (*p == '"' && last == '=')
            quoted = true;
        if (!mpit__is_blank(*p))
            last = *p;
    }
    return text.end;
}

static const char *skip_comment(struct span text)
{
    const char *end = memchr(text.begin, '\n', (size_t)(text.end - text.begin));

    return end ? end : text.end;
}

void mpit__settings_parse(struct mpit_settings *list, const char *text, size_t length,
                          char separator, struct mpit_origin origin)
{
    struct span rest = {text, text + length};

    for (;;) {
        bool comment;
        const char *end = end_of_item(rest, separator, &comment);
        struct span item = trim((struct span){rest.begin, end});

        if (item.begin < item.end)
            add_item(list, item, origin);
        rest.begin = end;
        if (comment)
            rest.begin = skip_comment(rest);
        if (rest.begin == rest.end)
            return;
        rest.begin++;
        origin.line += origin.line > 0;
    }
}

void mpit__settings_free(struct mpit_settings *list)
{
    while (list->first) {
        struct mpit_setting *next = list->first->next;

        free(list->first->name);
        free(list->first->value);
        free(list->first);
        list->first = next;
    }
    list->end = &list->first;
}

bool mpit__setting_is_direct(struct mpit_origin origin)
{
    return origin.line == 0 && strcmp(origin.where, "MPIT_CVARS") != 0 &&
           strcmp(origin.where, "MPI_T_cvar_write") != 0;
}

bool mpit__setting_gives_way(const char *name, const char *value, struct mpit_origin origin,
                             const char *own_name, const char *own_value, bool is_same)
{
    bool gives_way = origin.line > 0;
    char label[MPIT_ORIGIN];

    mpit__setting_label(name, value, origin, label, sizeof label);
    if (!is_same)
        mpit__message_job(MPIT_WARN, "%s %s %s=%s of the environment", label,
                          gives_way ? "gives way to" : "takes the place of", own_name, own_value);
    return gives_way;
}

void mpit__setting_label(const char *name, const char *value, struct mpit_origin origin,
                         char *buffer, size_t size)
{
    char where[MPIT_ORIGIN];

    mpit__origin_print(origin, where, sizeof where);
    if (mpit__setting_is_direct(origin))
        snprintf(buffer, size, "%s=%s", where, value);
    else
        snprintf(buffer, size, "%s: %s=%s", where, name, value);
}
