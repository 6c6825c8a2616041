/* Whether a job can be run, before anything is started. */
#include "config.h"

#include "tools/run/check_job.h"

#include "ground/launcher.h"
#include "tools/ground/tool.h"
#include "tools/interface/backs.h"
#include "tools/run/needed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef MPIT_OPENMPI
enum { OTHER_LAUNCHER = TOOL_LAUNCHER_MPICH };
#else
enum { OTHER_LAUNCHER = TOOL_LAUNCHER_OPENMPI };
#endif

int tool_run_complain_start(const char *program, int error)
{
    if (error == ENOENT) {
        tool_complain("%s: not found; give the launcher's path, or set PATH", program);
        return TOOL_NOT_FOUND;
    }
    tool_complain("%s: cannot be started: %s", program, strerror(error));
    return TOOL_NOT_EXECUTABLE;
}

/* The settings are looked at by the command of the job's own MPI. */
static int detect(const char *program, enum tool_launcher *launcher)
{
    char *file = tool_program_find(program);

    if (!file)
        return tool_run_complain_start(program, errno);
    *launcher = tool_launcher_detect(file);
    free(file);
    if ((int)*launcher != OTHER_LAUNCHER)
        return TOOL_GO_ON;
    tool_backs_go_to(MPIT_MPI_OTHER);
    tool_complain("%s starts jobs of %s, and there is no libmpit for it here: install that, too",
                  program, mpit__mpi_names[MPIT_MPI_OTHER]);
    return TOOL_USAGE;
}

static int refuse_program(const char *program, enum tool_launcher launcher)
{
    const char *other = mpit__mpi_names[MPIT_MPI_OTHER];

    if (launcher == TOOL_LAUNCHER_OPENMPI || launcher == TOOL_LAUNCHER_MPICH) {
        tool_complain("%s is a program of %s, and the launcher is that of %s: use its own", program,
                      other, MPIT_VENDOR_NAME);
        return TOOL_USAGE;
    }
    tool_backs_go_to(MPIT_MPI_OTHER);
    tool_complain("%s is a program of %s, and there is no libmpit for it here: install that, too",
                  program, other);
    return TOOL_USAGE;
}

/* A launcher has started us, once for each rank: each would make a job of its own. */
static int check_order(char *const *argv, enum tool_launcher launcher)
{
    int started = mpit__launcher_started();

    if (started <= 1 || launcher != TOOL_LAUNCHER_NONE)
        return TOOL_GO_ON;
    if (mpit__launcher_rank() <= 0)
        tool_complain("a launcher has started this command %d times, and it is to start the "
                      "launcher: mpit run -- %s -n %d %s ...; no job was run",
                      started, getenv("SLURM_STEP_NUM_TASKS") ? "srun" : "mpirun", started,
                      argv[0]);
    return TOOL_USAGE;
}

/* Which argument of the launcher is the program we do not know: it is the first that needs an MPI,
 * of each part of the job. */
static int check_programs(char *const *argv, enum tool_launcher launcher)
{
    bool found = false;

    for (; *argv; argv++) {
        char *file = NULL;
        enum mpit_mpi mpi = MPIT_MPIS;

        if (!strcmp(*argv, ":"))
            found = false;
        else if (!found && (file = tool_program_find(*argv)))
            mpi = tool_needed_mpi(file);
        free(file);
        found = found || mpi != MPIT_MPIS;
        if (mpi == MPIT_MPI_OTHER)
            return refuse_program(*argv, launcher);
    }
    return TOOL_GO_ON;
}

int tool_run_check_job(char *const *argv, enum tool_launcher *launcher)
{
    int code = detect(argv[0], launcher);

    if (code == TOOL_GO_ON)
        code = check_order(argv, *launcher);
    if (code == TOOL_GO_ON)
        code = check_programs(argv, *launcher);
    return code;
}
