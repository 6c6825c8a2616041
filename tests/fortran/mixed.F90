! The calls of mixed.c, through mpif.h, use mpi (USE_MPI) or use mpi_f08 (USE_MPI_F08).
#if defined USE_MPI_F08
#define HANDLE(kind) type(kind)
#define STATUS(n) type(MPI_Status), dimension(n)
#else
#define HANDLE(kind) integer
#define STATUS(n) integer, dimension(MPI_STATUS_SIZE, n)
#endif

program mixed
  use iso_c_binding, only: c_int, c_ptr
#include "interface.inc"
  interface
     subroutine mixed_watch() bind(C)
     end subroutine mixed_watch
     integer(c_int) function mixed_check(rank) bind(C)
       import :: c_int
       integer(c_int), value :: rank
     end function mixed_check
  end interface
  integer :: rank, ranks, right, left, ierr, wrong(1), everywhere(1)
  integer :: in(32), out(32)

  out = 0
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
  right = mod(rank + 1, ranks)
  left = mod(rank + ranks - 1, ranks)
  call mixed_watch()
  call messages()
  call more_messages()
  call collectives()
  call more_collectives()
  call one_sided()
  call file_access()
  wrong(1) = mixed_check(rank)
  call MPI_ALLREDUCE(wrong, everywhere, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (rank == 0) print '(a,i0,a)', 'mixed: ', everywhere(1), ' wrong values'
  call MPI_FINALIZE(ierr)
  if (everywhere(1) /= 0) stop 1

contains

  subroutine messages()
    HANDLE(MPI_Request) :: request(2)
    HANDLE(MPI_Message) :: message
    STATUS(2) :: states
    integer :: i

    if (mod(rank, 2) == 0) call MPI_SEND(out, 10, MPI_INTEGER, right, 1, MPI_COMM_WORLD, ierr)
    call MPI_RECV(in, 32, MPI_INTEGER, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (mod(rank, 2) /= 0) call MPI_SEND(out, 10, MPI_INTEGER, right, 1, MPI_COMM_WORLD, ierr)

    call MPI_IRECV(in, 32, MPI_INTEGER, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, request(1), ierr)
    call MPI_ISEND(out, 20, MPI_INTEGER, right, 2, MPI_COMM_WORLD, request(2), ierr)
    call MPI_WAITALL(2, request, states, ierr)

    call MPI_SENDRECV(out, 5, MPI_INTEGER, right, 3, in, 5, MPI_INTEGER, left, 3, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)

    call MPI_RECV_INIT(in, 3, MPI_INTEGER, left, 4, MPI_COMM_WORLD, request(1), ierr)
    call MPI_SEND_INIT(out, 3, MPI_INTEGER, right, 4, MPI_COMM_WORLD, request(2), ierr)
    do i = 1, 4
       call MPI_STARTALL(2, request, ierr)
       call MPI_WAITALL(2, request, MPI_STATUSES_IGNORE, ierr)
    end do
    call MPI_REQUEST_FREE(request(1), ierr)
    call MPI_REQUEST_FREE(request(2), ierr)

    call MPI_ISEND(out, 6, MPI_INTEGER, right, 5, MPI_COMM_WORLD, request(1), ierr)
    call MPI_MPROBE(left, 5, MPI_COMM_WORLD, message, MPI_STATUS_IGNORE, ierr)
    call MPI_MRECV(in, 32, MPI_INTEGER, message, MPI_STATUS_IGNORE, ierr)
    call MPI_WAIT(request(1), MPI_STATUS_IGNORE, ierr)

    call MPI_SEND(out, 9, MPI_INTEGER, MPI_PROC_NULL, 6, MPI_COMM_WORLD, ierr)
    call MPI_RECV(in, 9, MPI_INTEGER, MPI_PROC_NULL, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end subroutine messages

  subroutine more_messages()
    HANDLE(MPI_Comm) :: half, inter
    HANDLE(MPI_Request) :: request(2)
    HANDLE(MPI_Datatype) :: pair
    integer :: index

    call MPI_TYPE_CONTIGUOUS(2, MPI_INTEGER, pair, ierr)
    call MPI_TYPE_COMMIT(pair, ierr)
    call MPI_ISEND(out, 3, pair, right, 7, MPI_COMM_WORLD, request(1), ierr)
    call MPI_RECV(in, 8, pair, left, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_WAIT(request(1), MPI_STATUS_IGNORE, ierr)
    call MPI_TYPE_FREE(pair, ierr)

    call MPI_IRECV(in, 32, MPI_INTEGER, left, 8, MPI_COMM_WORLD, request(1), ierr)
    call MPI_ISSEND(out, 4, MPI_INTEGER, right, 8, MPI_COMM_WORLD, request(2), ierr)
    call MPI_WAITANY(2, request, index, MPI_STATUS_IGNORE, ierr)
    call MPI_WAITANY(2, request, index, MPI_STATUS_IGNORE, ierr)

    call MPI_ISEND(out, 1, MPI_INTEGER, right, 9, MPI_COMM_WORLD, request(1), ierr)
    call MPI_REQUEST_FREE(request(1), ierr)
    call MPI_RECV(in, 1, MPI_INTEGER, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)

    call MPI_IRECV(in, 32, MPI_INTEGER, left, 10, MPI_COMM_WORLD, request(1), ierr)
    call MPI_CANCEL(request(1), ierr)
    call MPI_WAIT(request(1), MPI_STATUS_IGNORE, ierr)

    call MPI_PCONTROL(0)
    call MPI_SENDRECV(out, 7, MPI_INTEGER, right, 11, in, 7, MPI_INTEGER, left, 11, &
         MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_PCONTROL(1)

    call MPI_COMM_SPLIT(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierr)
    call MPI_INTERCOMM_CREATE(half, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 12, inter, ierr)
    call MPI_SENDRECV(out, 2, MPI_INTEGER, rank / 2, 13, in, 2, MPI_INTEGER, rank / 2, 13, &
         inter, MPI_STATUS_IGNORE, ierr)
    call MPI_COMM_FREE(inter, ierr)
    call MPI_COMM_FREE(half, ierr)
  end subroutine more_messages

  subroutine collectives()
    HANDLE(MPI_Comm) :: same
    HANDLE(MPI_Request) :: request

    call MPI_BARRIER(MPI_COMM_WORLD, ierr)
    call MPI_BCAST(in, 7, MPI_INTEGER, 1, MPI_COMM_WORLD, ierr)
    call MPI_BCAST(in, 7, MPI_INTEGER, 1, MPI_COMM_WORLD, ierr)
    call MPI_ALLREDUCE(out, in, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_ALLREDUCE(MPI_IN_PLACE, in, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (rank == 0) then
       call MPI_GATHER(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 3, MPI_INTEGER, 0, &
            MPI_COMM_WORLD, ierr)
    else
       call MPI_GATHER(out, 3, MPI_INTEGER, in, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD, ierr)
    end if
    call MPI_SCATTER(out, 2, MPI_INTEGER, in, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
    call MPI_ALLTOALL(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call MPI_IREDUCE(out, in, 4, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, request, ierr)
    call MPI_WAIT(request, MPI_STATUS_IGNORE, ierr)
    call MPI_COMM_DUP(MPI_COMM_WORLD, same, ierr)
    call MPI_ALLREDUCE(out, in, 1, MPI_INTEGER, MPI_SUM, same, ierr)
    call MPI_COMM_FREE(same, ierr)
  end subroutine collectives

  subroutine more_collectives()
    HANDLE(MPI_Comm) :: ring
    HANDLE(MPI_Request) :: request
    HANDLE(MPI_Datatype) :: types(4)
    integer :: upwards(4) = [1, 2, 3, 4], places(4) = [0, 1, 3, 6], ones(4) = 1
    integer :: bytes(4) = [0, 4, 8, 12], ring_size(1) = 4
    logical :: periodic(1) = .true.

    types = MPI_INTEGER
    call MPI_IBARRIER(MPI_COMM_WORLD, request, ierr)
    call MPI_WAIT(request, MPI_STATUS_IGNORE, ierr)
    call MPI_IBCAST(in, 2, MPI_INTEGER, 3, MPI_COMM_WORLD, request, ierr)
    call MPI_WAIT(request, MPI_STATUS_IGNORE, ierr)
    call MPI_GATHERV(out, rank + 1, MPI_INTEGER, in, upwards, places, MPI_INTEGER, 0, &
         MPI_COMM_WORLD, ierr)
    call MPI_SCATTERV(out, upwards, places, MPI_INTEGER, in, rank + 1, MPI_INTEGER, 2, &
         MPI_COMM_WORLD, ierr)
    call MPI_ALLGATHER(out, 2, MPI_INTEGER, in, 2, MPI_INTEGER, MPI_COMM_WORLD, ierr)
    call MPI_ALLGATHERV(out, rank + 1, MPI_INTEGER, in, upwards, places, MPI_INTEGER, &
         MPI_COMM_WORLD, ierr)
    call MPI_ALLTOALLV(out, ones, places, MPI_INTEGER, in, ones, places, MPI_INTEGER, &
         MPI_COMM_WORLD, ierr)
    call MPI_ALLTOALLW(out, ones, bytes, types, in, ones, bytes, types, MPI_COMM_WORLD, ierr)
    call MPI_REDUCE_SCATTER(out, in, upwards, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_REDUCE_SCATTER_BLOCK(out, in, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_SCAN(out, in, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_EXSCAN(out, in, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_CART_CREATE(MPI_COMM_WORLD, 1, ring_size, periodic, .false., ring, ierr)
    call MPI_NEIGHBOR_ALLGATHER(out, 2, MPI_INTEGER, in, 2, MPI_INTEGER, ring, ierr)
    call MPI_COMM_FREE(ring, ierr)
  end subroutine more_collectives

  subroutine one_sided()
    HANDLE(MPI_Win) :: win
    HANDLE(MPI_Request) :: request
    integer(MPI_ADDRESS_KIND) :: start = 0, second = 1
#if defined USE_MPI_F08
    type(c_ptr) :: memory
#else
    integer(MPI_ADDRESS_KIND) :: memory
#endif

    call MPI_WIN_ALLOCATE(32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, memory, win, ierr)
    call MPI_WIN_FENCE(0, win, ierr)
    call MPI_PUT(out, 3, MPI_INTEGER, right, start, 3, MPI_INTEGER, win, ierr)
    call MPI_WIN_FENCE(0, win, ierr)
    call MPI_GET(in, 2, MPI_INTEGER, right, start, 2, MPI_INTEGER, win, ierr)
    call MPI_WIN_FENCE(0, win, ierr)
    call MPI_ACCUMULATE(out, 1, MPI_INTEGER, right, start, 1, MPI_INTEGER, MPI_SUM, win, ierr)
    call MPI_WIN_FENCE(0, win, ierr)
    call MPI_WIN_LOCK(MPI_LOCK_SHARED, right, 0, win, ierr)
    call MPI_FETCH_AND_OP(out, in, MPI_INTEGER, right, start, MPI_SUM, win, ierr)
    call MPI_RGET(in, 2, MPI_INTEGER, right, second, 2, MPI_INTEGER, win, request, ierr)
    call MPI_WAIT(request, MPI_STATUS_IGNORE, ierr)
    call MPI_WIN_UNLOCK(right, win, ierr)
    call MPI_WIN_FREE(win, ierr)
  end subroutine one_sided

  subroutine file_access()
    HANDLE(MPI_File) :: file
    HANDLE(MPI_Request) :: request
    integer(MPI_OFFSET_KIND) :: mine

    mine = rank * 32
    call MPI_FILE_OPEN(MPI_COMM_WORLD, 'mixed.data', ior(MPI_MODE_CREATE, MPI_MODE_RDWR), &
         MPI_INFO_NULL, file, ierr)
    call MPI_FILE_WRITE_AT_ALL(file, mine, out, 8, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
    call MPI_FILE_WRITE_AT_ALL_BEGIN(file, mine, out, 8, MPI_INTEGER, ierr)
    call MPI_FILE_WRITE_AT_ALL_END(file, out, MPI_STATUS_IGNORE, ierr)
    call MPI_FILE_SYNC(file, ierr)
    call MPI_BARRIER(MPI_COMM_WORLD, ierr)
    call MPI_FILE_READ_AT(file, mine, in, 8, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
    call MPI_FILE_IREAD_AT(file, mine, in, 4, MPI_INTEGER, request, ierr)
    call MPI_WAIT(request, MPI_STATUS_IGNORE, ierr)
    call MPI_FILE_CLOSE(file, ierr)
  end subroutine file_access

end program mixed
