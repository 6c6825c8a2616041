/* Numbers as text, with a decimal point whatever locale the program has set. */
#ifndef MPIT_GROUND_NUMBER_H
#define MPIT_GROUND_NUMBER_H

/* Room for any double: the largest has 309 digits before its point. */
enum { MPIT_NUMBER = 400 };

/* As printf writes it: 'f', 'e' or 'g' with this precision, at most 17. */
void mpit__number_write(char text[MPIT_NUMBER], char conversion, int precision, double value);

/* As strtod reads it. */
double mpit__number_read(const char *text, char **end);

#endif
