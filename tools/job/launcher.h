/* What stands behind the program that `mpit run` is to start, and how it passes on environment. */
#ifndef TOOL_JOB_LAUNCHER_H
#define TOOL_JOB_LAUNCHER_H

enum tool_launcher {
    TOOL_LAUNCHER_NONE, /* no launcher: the program itself, or a script around one */
    TOOL_LAUNCHER_OPENMPI,
    TOOL_LAUNCHER_MPICH,
    TOOL_LAUNCHER_SLURM
};

/* Variables for the ranks, by name. */
struct tool_setting {
    char *name, *value;
};
struct tool_environment {
    int n;
    struct tool_setting *setting; /* [n] */
};

/* Adds a variable, or replaces the one of this name. */
void tool_environment_set(struct tool_environment *environment, const char *name,
                          const char *value);

/* The file that execvp would start for `program`, or NULL with errno ENOENT or EACCES. */
char *tool_program_find(const char *program);

/* By the names along the symbolic links, else, where the name is one that launchers have, by what
 * `file --version` prints. */
enum tool_launcher tool_launcher_detect(const char *file);
/* By the name of the file itself alone. */
enum tool_launcher tool_launcher_by_name(const char *file);

/* What to start: arguments, and what is set in the launcher's own environment. */
struct tool_launch {
    int argc;
    char **argv; /* NULL-terminated */
    struct tool_environment own;
    int killed_by; /* the signal it gets if we are killed: launchers end their ranks at SIGTERM */
};
void tool_launch_prepare(enum tool_launcher launcher, char *const *argv,
                         const struct tool_environment *ranks, struct tool_launch *launch);

#endif
