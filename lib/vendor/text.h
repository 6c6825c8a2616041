/* A control variable of the MPI library's as text, as settings are written and read back.
 *
 * What is said and written goes through a view (variable.h), as from a handle of the program's. */
#ifndef MPIT_VENDOR_TEXT_H
#define MPIT_VENDOR_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct mpit_vendor_variable;

/* Whether the text is a value of it: an item's name or number, a size, a word for yes or no. */
bool mpit__vendor_text_fits(const struct mpit_vendor_variable *variable, const char *text);

/* The words for what fits. */
void mpit__vendor_text_allowed(const struct mpit_vendor_variable *variable, char *buffer,
                               size_t size);

/* The codes of mpit__view_open and mpit__view_set. */
int mpit__vendor_text_write(struct mpit_vendor_variable *variable, const char *text);

/* Puts a number into it although it is read-only to a tool, before MPI_Init. */
bool mpit__vendor_text_force(const struct mpit_vendor_variable *variable, const char *text);

/* The value in force, empty if it cannot be read; whether it is what a text says. */
void mpit__vendor_text_read(struct mpit_vendor_variable *variable, char *buffer, size_t size);
bool mpit__vendor_text_is(struct mpit_vendor_variable *variable, const char *text);

#endif
