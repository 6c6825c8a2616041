! Regions of a Fortran program, whose MPI_PCONTROL has no argument for a label:
!
!     use mpit_regions
!     call region_begin("solve")
!     ...
!     call region_end()
!
! libmpit is found when the program runs (preloaded, as by mpit run, or linked); without it nothing
! happens.  The program is not linked with anything for this.
module mpit_regions
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: region_begin, region_end

  abstract interface
    function begins(label) bind(c) result(code)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: label(*)
      integer(c_int) :: code
    end function begins
    function ends() bind(c) result(code)
      import :: c_int
      integer(c_int) :: code
    end function ends
  end interface

  interface
    ! Of libc: where a function of this process is, by its name; a null handle is all of it.
    function dlsym(handle, name) bind(c, name="dlsym") result(found)
      import :: c_char, c_funptr, c_ptr
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr) :: found
    end function dlsym
  end interface

contains

  subroutine region_begin(label)
    character(len=*), intent(in) :: label
    procedure(begins), pointer :: begin
    type(c_funptr) :: found
    integer(c_int) :: code

    found = dlsym(c_null_ptr, "mpit_region_begin" // c_null_char)
    if (.not. c_associated(found)) return
    call c_f_procpointer(found, begin)
    code = begin(trim(label) // c_null_char)
  end subroutine region_begin

  subroutine region_end()
    procedure(ends), pointer :: end_it
    type(c_funptr) :: found
    integer(c_int) :: code

    found = dlsym(c_null_ptr, "mpit_region_end" // c_null_char)
    if (.not. c_associated(found)) return
    call c_f_procpointer(found, end_it)
    code = end_it()
  end subroutine region_end

end module mpit_regions
