/* The words that an argument of mpit can be, one a line, for completion in shells. */
#ifndef TOOL_COMPLETION_WORDS_H
#define TOOL_COMPLETION_WORDS_H

/* Each prints those that begin as it was typed, on standard output.  What the MPI library has of
 * its own is asked for only where that cannot be one of ours. */
void tool_words_of_backs(const char *typed);
void tool_words_of_categories(const char *typed);
void tool_words_of_classes(const char *typed);
void tool_words_of_conform(const char *typed);
void tool_words_of_cvars(const char *typed);
void tool_words_of_diff(const char *typed);
void tool_words_of_groups(const char *typed);
void tool_words_of_levels(const char *typed);
void tool_words_of_libraries(const char *typed);
void tool_words_of_report(const char *typed);
void tool_words_of_shells(const char *typed);
void tool_words_of_variables(const char *typed);

/* NAME= of control variables, and once that is there, NAME=VALUE where its values have names. */
void tool_words_of_settings(const char *typed);

#endif
