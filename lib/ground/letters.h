/* Letters of ASCII, whatever locale the program has set: in a Turkish one I is not the upper case
 * of i, and MPIT_ would not be that of mpit_. */
#ifndef MPIT_GROUND_LETTERS_H
#define MPIT_GROUND_LETTERS_H

#include <stdbool.h>
#include <stddef.h>

static inline bool mpit__is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool mpit__is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline char mpit__to_lower(char c)
{
    return mpit__is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

static inline char mpit__to_upper(char c)
{
    return mpit__is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

static inline bool mpit__is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* A text without the blanks around it; false where there is no room for it. */
static inline bool mpit__without_blanks(const char *text, char *buffer, size_t size)
{
    size_t length = 0;

    while (mpit__is_blank(*text))
        text++;
    for (size_t i = 0; text[i]; i++)
        if (!mpit__is_blank(text[i]))
            length = i + 1;
    if (length >= size)
        return false;
    for (size_t i = 0; i < length; i++)
        buffer[i] = text[i];
    buffer[length] = '\0';
    return true;
}

/* Whether a word begins with another one, is another one, in letters of either case. */
static inline bool mpit__begins_with_word(const char *text, const char *word)
{
    size_t i = 0;

    while (word[i] && mpit__to_lower(text[i]) == mpit__to_lower(word[i]))
        i++;
    return !word[i];
}

static inline bool mpit__is_word(const char *a, const char *b)
{
    return mpit__begins_with_word(a, b) && mpit__begins_with_word(b, a);
}

#endif
