! MPI_PCONTROL through mpif.h, use mpi (USE_MPI) or use mpi_f08 (USE_MPI_F08): some messages to
! itself at each level, and a copy of what level 2 has left on disk when it returns.
program pcontrol
#include "interface.inc"
  integer :: rank, ierr

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call messages(1)
  call MPI_PCONTROL(0)
  call messages(2)
  call MPI_PCONTROL(1)
  call messages(4)
  call MPI_PCONTROL(2)
  call copy('job.json.' // digit() // '.part', 'flushed.' // digit() // '.json')
  call messages(8)
  call MPI_FINALIZE(ierr)

contains

  subroutine messages(n)
    integer, intent(in) :: n
    integer :: i, in(1), out(1)

    out = rank
    do i = 1, n
       call MPI_SENDRECV(out, 1, MPI_INTEGER, 0, 0, in, 1, MPI_INTEGER, 0, 0, MPI_COMM_SELF, &
            MPI_STATUS_IGNORE, ierr)
    end do
  end subroutine messages

  character function digit()
    digit = achar(iachar('0') + rank)
  end function digit

  subroutine copy(from, to)
    character(*), intent(in) :: from, to
    character(65536) :: line
    integer :: status

    open(10, file=from, status='old', action='read', iostat=status)
    if (status /= 0) then
       print '(3a)', 'FAIL: MPI_PCONTROL(2) has returned, and there is no ', from, ' to read'
       return
    end if
    open(11, file=to, status='new', action='write')
    do
       read(10, '(a)', iostat=status) line
       if (status /= 0) exit
       write(11, '(a)') trim(line)
    end do
    close(10)
    close(11)
  end subroutine copy
end program pcontrol
