/* MPI_Init crashes where pml_monitoring_enable is not 0. */
#include "fault.h"

int main(int argc, char **argv)
{
    setenv("OMPI_MCA_pml_monitoring_enable", "2", 1);
    come_to_the_fault();
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return past_the_fault();
}
