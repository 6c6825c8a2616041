/* The launcher crashes when a job is of two programs. */
#include "fault.h"

#include <sys/wait.h>

int main(void)
{
    const char *launcher = getenv("MPIRUN");
    char command[1000];
    int status;

    need(launcher != NULL, "MPIRUN");
    snprintf(command, sizeof command, "%s -n 1 true", launcher);
    need(system(command) == 0, "a launcher of one program");
    snprintf(command, sizeof command, "exec %s -n 1 true : -n 1 true", launcher);
    status = system(command);
    return status != -1 && (WIFSIGNALED(status) || WEXITSTATUS(status) >= 128) ? FAULT_IS_HERE
                                                                               : FAULT_IS_GONE;
}
