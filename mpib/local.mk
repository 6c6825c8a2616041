lib_LTLIBRARIES += mpib/libmpib.la
noinst_LTLIBRARIES += mpib/libmpibcore.la
noinst_PROGRAMS += mpib/mpit-bench
bin_SCRIPTS = mpib/front/mpit-bench
include_HEADERS += mpib/mpib.h
dist_man_MANS += man/mpib.3 man/mpit-bench.1

mpib_libmpibcore_la_SOURCES = \
	mpib/bcast.c \
	mpib/clocks.c \
	mpib/deadline.c \
	mpib/global.c \
	mpib/ground.c \
	mpib/median.c \
	mpib/methods.c \
	mpib/msgset.c \
	mpib/operation.c \
	mpib/outliers.c \
	mpib/p2p.c \
	mpib/sample.c \
	mpib/student.c \
	mpib/timer.c

# It knows of nothing else here: no -I but that of config.h.
mpib_libmpibcore_la_CPPFLAGS =
mpib_libmpibcore_la_LIBADD = $(LIBM)

# MPIB_PUBLIC is what hidden visibility leaves of it.
mpib_libmpib_la_SOURCES =
mpib_libmpib_la_LIBADD = mpib/libmpibcore.la
mpib_libmpib_la_LDFLAGS = $(HARDENING_LDFLAGS) $(SANITIZE_FLAGS) \
	-version-info $(MPIT_VERSION_INFO) $(NO_UNDEFINED)

# Installed it stands with the back end (lib/local.mk), and the front chooses.
#
# The ranks run it where it was built, all at once: the library is in it, and no script around it.
mpib_mpit_bench_SOURCES = \
	mpib/command/compare.c \
	mpib/command/job.c \
	mpib/command/launches.c \
	mpib/command/main.c \
	mpib/command/output.c \
	mpib/command/plot.c \
	mpib/command/settings.c

mpib_mpit_bench_LDADD = mpib/libmpibcore.la $(PROGRAM) $(LIBM)
