/* The error codes themselves. */
#include "judge.h"

#include <string.h>

void row_error_codes_are_classes_of_their_own(void)
{
    for (int i = 0; i < judge_ncodes; i++) {
        CHECK(judge_codes[i].code != MPI_SUCCESS, "%s is MPI_SUCCESS", judge_codes[i].name);
        for (int k = 0; k < i; k++)
            CHECK(judge_codes[i].code != judge_codes[k].code, "%s is %s", judge_codes[i].name,
                  judge_codes[k].name);
    }
}

void row_error_codes_have_a_text(void)
{
    char text[MPI_MAX_ERROR_STRING + 1];

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int i = 0; i < judge_ncodes; i++) {
        int length = 0, rc;

        memset(text, 0, sizeof text);
        rc = MPI_Error_string(judge_codes[i].code, text, &length);
        CHECK(rc == MPI_SUCCESS && length > 0, "%s has none", judge_codes[i].name);
    }
}

/* Before mpit_events.h: as the MPI library's own header has them. */
void row_not_accessible_and_not_supported_are_there(void)
{
#if !defined(CONFORM_HAS_CODES_OF_5)
    judge_absent("mpi.h does not define them: it is of before MPI 5.0");
#endif
}
