/* Text on a terminal: how wide it is, and lines that are broken between words. */
#ifndef MPIT_RECORD_SCREEN_H
#define MPIT_RECORD_SCREEN_H

#include <stdio.h>

/* The columns of the terminal that a stream goes to; 0: it goes to none, and a line may be as long
 * as it is. */
int mpit__screen_columns(FILE *out);

/* How many columns the beginning of a text takes, where what is hidden (mpit__utf8_hidden) is shown
 * as \xNN and a tab as a blank. */
int mpit__shown_columns(const char *text, int length);

/* Writes it so. */
void mpit__shown_write(const char *text, int length, FILE *out);

/* The length of the beginning that fits into so many columns with "..." behind it: up to the end of
 * a word, where a word fits. */
int mpit__shown_cut(const char *text, int length, int columns);

/* Makes a name fit into so many columns: without what stands in its brackets, of a template or of
 * arguments, and if that is not enough without its middle; "..." stands for either.  Its end tells
 * it from others: a path has its file there, a place its line. */
void mpit__shown_shorten(char *name, int columns);

/* A paragraph that is written piece by piece.  A word that is wider than the screen is on a line of
 * its own. */
struct mpit_paragraph {
    FILE *out;
    int screen; /* columns; 0: lines end where the text has a line break */
    int indent; /* of all lines that begin in it */
    int column; /* where we are */
};
void mpit__paragraph_write(struct mpit_paragraph *paragraph, const char *text);

#endif
