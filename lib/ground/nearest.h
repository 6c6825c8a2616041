/* What a misspelt word probably meant. */
#ifndef MPIT_GROUND_NEAREST_H
#define MPIT_GROUND_NEAREST_H

/* Levenshtein's distance of the first 64 characters; case does not count. */
int mpit__distance(const char *a, const char *b);

/* The first one of words[0…n-1] that is nearest, NULL where none is near. */
const char *mpit__nearest(const char *word, const char *const *words, int n);

#endif
