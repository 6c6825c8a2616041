! Calls whose places are known, for 2 ranks together, as in tests/mpi/sites_program.c: through
! mpif.h, use mpi (USE_MPI) or use mpi_f08 (USE_MPI_F08).
#if defined USE_MPI_F08
#define HANDLE(kind) type(kind)
#define STATUS type(MPI_Status)
#else
#define HANDLE(kind) integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#endif

program sites
#include "interface.inc"
  integer :: rank, ierr, numbers(100), others(100)

  numbers = 1
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call exchange()
  call deeper(5)
  call MPI_FINALIZE(ierr)

contains

  subroutine exchange()
    HANDLE(MPI_Request) :: request
    STATUS :: status
    HANDLE(MPI_Comm) :: world
    integer :: i

    world = MPI_COMM_WORLD
    do i = 1, 10
       call MPI_IRECV(others, 100, MPI_INTEGER, 1 - rank, 1, world, request, ierr) ! 20 x, 8000
       call MPI_SEND(numbers, 100, MPI_INTEGER, 1 - rank, 1, MPI_COMM_WORLD, ierr) ! 20 x, 8000
       call MPI_BCAST(numbers, i, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) ! 20 x, 220
       call MPI_BCAST(numbers, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) ! 20 x, 40
       call MPI_WAIT(request, status, ierr) ! 20 x, 0
    end do
    call MPI_ALLREDUCE(numbers, others, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr) ! 2 x, 16
  end subroutine exchange

  ! The same place with more and less of the stack below it.
  recursive subroutine deeper(depth)
    integer, intent(in) :: depth
    integer :: room(100 * depth)

    room = depth
    if (depth > 1) call deeper(depth - 1)
    call MPI_SEND(room, 1, MPI_INTEGER, MPI_PROC_NULL, 2, MPI_COMM_WORLD, ierr) ! 10 x, 0
    call MPI_BARRIER(MPI_COMM_WORLD, ierr) ! 10 x, 0
  end subroutine deeper
end program sites
