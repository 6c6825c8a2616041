# What all programs share: messages, options, text in quotes.
noinst_LTLIBRARIES += tools/libprogram.la
tools_libprogram_la_SOURCES =
PROGRAM = tools/libprogram.la lib/librecord.la $(JANSSON_LIBS) $(POPT_LIBS)

# Records, read and written in every format.
noinst_LTLIBRARIES += tools/libformats.la
tools_libformats_la_SOURCES =
tools_libformats_la_LIBADD = $(OTF2_LIBS) $(ZLIB_LIBS)
tools_mpit_SOURCES = tools/mpit.c
EXTRA_DIST += $(PAGE_FILES)

# The command finds its library where both were installed, before anybody has run ldconfig: libtool
# leaves that path out where it is one of the system's, as /usr/local/lib is.  It is there twice, as
# bin/mpit and lib/mpit/<back end>/mpit, and finds it where the tree is moved to.  Of the MPI that
# it was built with libmpit.so has each function that it calls: it loads that where it asks libmpit.
# What names call sites is loaded as well, where there are some (tools/records/dw.h).
tools_mpit_LDFLAGS = '-Wl,--enable-new-dtags,-rpath,$$ORIGIN/../lib,-rpath,$$ORIGIN/../..' \
	-Wl,-rpath,$(libdir) -Wl,--as-needed $(HARDENING_LDFLAGS) $(HARDENING_PIE) $(SANITIZE_FLAGS)

tools_mpit_LDADD = lib/libmpit.la lib/libfacts.la mpib/libmpibcore.la tools/libformats.la \
	$(PROGRAM) $(NCURSES_LIBS) $(ZLIB_LIBS) $(LIBM)
