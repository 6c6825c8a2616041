# What the front, a back end and the command have of the ground, and of settings.
lib_libbase_la_SOURCES =

# What the front and a back end stand on.
lib_libground_la_SOURCES =

# All of a back end but what the front has for it.
lib_libbackcore_la_SOURCES =
lib_libbackcore_la_LIBADD = lib/libground.la lib/libfacts.la lib/librecord.la

# All of libmpit for one MPI in one piece: the unit tests link this, to reach what is hidden
# otherwise, and what it is made of is the archive, libmpit.a.
lib_libcore_la_SOURCES =
lib_libcore_la_LIBADD = lib/libbackcore.la

# What is known of the MPI below, for libmpit and for the manual that is made from the tables.
lib_libfacts_la_SOURCES =

# The record of a job and its renderings, and joining of arrivals, for libmpit and for the command:
# no MPI in it.
lib_librecord_la_SOURCES =
lib_librecord_la_LIBADD = lib/libbase.la

# The front: libmpit.so, one for every MPI.  The MPI compiler appends the vendor's library, which it
# has nothing to do with.
lib_libmpit_la_SOURCES =
lib_libmpit_la_LIBADD = lib/libground.la lib/libbase.la
lib_libmpit_la_LDFLAGS = $(HARDENING_LDFLAGS) $(SANITIZE_FLAGS) -shared \
	-version-info $(MPIT_VERSION_INFO) \
	-Wl,--version-script=lib/libmpit.map -Wl,--as-needed $(NO_UNDEFINED)
EXTRA_lib_libmpit_la_DEPENDENCIES = lib/libmpit.map
EXTRA_DIST += lib/front/exports.h lib/floors.def
CLEANFILES += lib/libmpit.map

# -imacros takes the macros of a header and none of its text.
lib/libmpit.map: lib/front/exports.h lib/front/functions.h lib/mpi/offered.def \
		lib/mpi/interface.def lib/mpi/events.def lib/mpi/calls.def \
		lib/mpi/calls_mpi4.def lib/mpi/collectives.def lib/mpi/available.h config.h
	$(AM_V_GEN)$(MKDIR_P) lib && \
	$(CPP) -P $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(CPPFLAGS) \
	    -imacros config.h $(srcdir)/lib/front/exports.h >$@.cpp && \
	sed '/^ *$$/d' $@.cpp >$@.new && rm -f $@.cpp && mv $@.new $@

# The back end of the MPI that we are configured for; the front finds it in mpit/ beside itself.
# Beside it are the archive for programs of that MPI, and the command that was built with it.
backdir = $(libdir)/$(BACK_DIR)
EXTRA_LTLIBRARIES = lib/back.la
CLEANFILES += lib/back.la
lib_back_la_SOURCES =
lib_back_la_LIBADD = lib/libbackcore.la lib/libmpit.la $(LIBM)
lib_back_la_LDFLAGS = $(HARDENING_LDFLAGS) $(SANITIZE_FLAGS) -shared -module -avoid-version \
	-rpath $(backdir) -export-symbols-regex '^mpit_back$$' -Wl,--no-as-needed $(NO_UNDEFINED)
BACK_DIR = mpit/$(MPIT_BACK)

all-local: libmpit

# What a program needs to run with libmpit.
libmpit: lib/libmpit.la lib/.libs/$(BACK_DIR)/back.so lib/.libs/$(BACK_DIR)/mpit \
	lib/.libs/$(BACK_DIR)/conform

.PHONY: libmpit

lib/.libs/$(BACK_DIR)/back.so: lib/back.la
	$(AM_V_GEN)$(MKDIR_P) $(@D) && ln -sf ../../back.so $@ && touch -h $@

lib/.libs/$(BACK_DIR)/mpit: tools/mpit$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && ln -sf ../../../../tools/mpit$(EXEEXT) $@ && touch -h $@

lib/.libs/$(BACK_DIR)/conform: conform/conform$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) $(@D) && ln -sf ../../../../conform/conform$(EXEEXT) $@ && touch -h $@

# Once the front is there, with which it is linked anew; libtool's own file is of no use there.
install-exec-hook:
	$(MKDIR_P) '$(DESTDIR)$(backdir)'
	$(LIBTOOL) $(AM_LIBTOOLFLAGS) --mode=install $(INSTALL) lib/back.la '$(DESTDIR)$(backdir)'
	rm -f '$(DESTDIR)$(backdir)/back.la'
	$(INSTALL_DATA) lib/.libs/libcore.a '$(DESTDIR)$(backdir)/libmpit.a'
	$(LIBTOOL) $(AM_LIBTOOLFLAGS) --mode=install $(INSTALL_PROGRAM) tools/mpit$(EXEEXT) \
	    '$(DESTDIR)$(backdir)/mpit$(EXEEXT)'
	$(INSTALL_PROGRAM) conform/conform$(EXEEXT) '$(DESTDIR)$(backdir)/conform$(EXEEXT)'
	$(INSTALL_PROGRAM) mpib/mpit-bench$(EXEEXT) '$(DESTDIR)$(backdir)/mpit-bench$(EXEEXT)'

uninstall-hook:
	rm -f '$(DESTDIR)$(backdir)/libmpit.a' '$(DESTDIR)$(backdir)/mpit$(EXEEXT)' \
	    '$(DESTDIR)$(backdir)/conform$(EXEEXT)' '$(DESTDIR)$(backdir)/back.so' \
	    '$(DESTDIR)$(backdir)/mpit-bench$(EXEEXT)'
