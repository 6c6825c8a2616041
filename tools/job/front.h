/* The front of a job: where its launcher runs, or ran, and how that was started.
 *
 * `mpit run` keeps it beside the segments, in a file of its own that ends in .front, as long as
 * anything of the job may be left on any node.  Of a job that was started otherwise it is what the
 * system says of the launcher, which is an ancestor of the ranks on its node. */
#ifndef TOOL_JOB_FRONT_H
#define TOOL_JOB_FRONT_H

#include "tools/job/launcher.h"
#include "tools/job/word_list.h"
#include "tools/live/folder.h"

struct tool_front {
    enum tool_launcher launcher; /* TOOL_LAUNCHER_NONE: it does not run here */
    int64_t pid; /* of the launcher, or the `mpit run` above it; 0: unknown, or it is no more */
    struct tool_words arguments, environment;
    char *folder; /* its working directory; NULL: unknown */
};

/* What is known of a job from here, of which these are the segments that are here. */
void tool_front_find(const char *folder, const char *job, const struct tool_segments *here,
                     struct tool_front *front);
void tool_front_free(struct tool_front *front);

/* The node that the name of a job says `mpit run` was started on; NULL: it says none, or it is this
 * one. */
char *tool_front_elsewhere(const char *job);

/* Keeps it, of a job that this process starts now, and forgets it. */
void tool_front_keep(const char *folder, const char *job, enum tool_launcher launcher,
                     char *const *argv);
void tool_front_forget(const char *folder, const char *job);

/* Whether it can be asked for its nodes: it is kept here, or its name says where. */
bool tool_front_is_known(const char *folder, const char *job);

/* The jobs whose `mpit run` is no more, and has not forgotten them: a node had not answered. */
struct tool_words tool_front_left(const char *folder);

/* Forgets those that are a day old: nobody has asked for what they have left. */
void tool_front_sweep(const char *folder);

/* The jobs that `mpit run` runs from here; to be freed. */
struct tool_words tool_front_jobs(const char *folder);

#endif
