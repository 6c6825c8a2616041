# The judge of an MPI library: a program of the MPI alone, which knows nothing of libmpit.  It
# stands beside the back end that was built with the same MPI.
noinst_PROGRAMS += conform/conform
conform_conform_SOURCES = \
	conform/categories.c \
	conform/codes.c \
	conform/cvars.c \
	conform/events.c \
	conform/handles.c \
	conform/judge.c \
	conform/lifecycle.c \
	conform/main.c \
	conform/processes.c \
	conform/pvars.c \
	conform/strings.c \
	conform/variables.c
conform_conform_CPPFLAGS = -I$(srcdir)/include
conform_conform_LDADD =
