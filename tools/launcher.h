/* What stands behind the program that `mpit run` is to start, and how it passes on environment. */
#ifndef MPIT_LAUNCHER_H
#define MPIT_LAUNCHER_H

enum mpit_launcher {
    MPIT_LAUNCHER_NONE, /* no launcher: the program itself, or a script around one */
    MPIT_LAUNCHER_OPENMPI,
    MPIT_LAUNCHER_MPICH,
    MPIT_LAUNCHER_SLURM
};

/* Variables for the ranks, by name. */
struct mpit_setting {
    char *name, *value;
};
struct mpit_environment {
    int n;
    struct mpit_setting *setting; /* [n] */
};

/* Adds a variable, or replaces the one of this name. */
void mpit__environment_set(struct mpit_environment *environment, const char *name,
                           const char *value);

/* The file that execvp would start for `program`, or NULL with errno ENOENT or EACCES. */
char *mpit__program_find(const char *program);

/* By the names along the symbolic links, else, where the name is one that launchers have, by what
 * `file --version` prints. */
enum mpit_launcher mpit__launcher_detect(const char *file);

/* What to start: arguments, and what is set in the launcher's own environment. */
struct mpit_launch {
    int argc;
    char **argv; /* NULL-terminated */
    struct mpit_environment own;
};
void mpit__launch_prepare(enum mpit_launcher launcher, char *const *argv,
                          const struct mpit_environment *ranks, struct mpit_launch *launch);

#endif
