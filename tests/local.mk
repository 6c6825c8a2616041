# A program named x stands in tests/<kind>/x.c. Exit 0 is a pass, anything else is none.

# Scripts over the finished thing (command, examples, preloading, symbols, documents); they get
# the environment below and start MPI programs by `"$RUN_MPI" -n RANKS PROGRAM`.
SH_TESTS =
SH_TESTS_ALONE =

# The long ones come first.
SH_TESTS += \
	tests/tools/endings.sh \
	tests/tools/page.sh \
	tests/tools/output.sh \
	tests/tools/where.sh \
	tests/tools/where_judged.sh \
	tests/tools/brief.sh \
	tests/tools/bench.sh \
	tests/tools/kills.sh \
	tests/mpi/vendor_faults.sh

# Where the MPI has functions that came after MPI 3.1.
if LATER_CALLS
SH_TESTS += tests/tree/mixtures.sh
endif

if SESSIONS
SH_TESTS += tests/mpi/sessions_report.sh
endif

# valgrind and a sanitizer exclude each other.
if !SANITIZED
SH_TESTS += tests/tools/instructions.sh
endif

EXTRA_DIST += tests/sites.py

if HAVE_CHECK
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
else
check_DATA += tests/check-is-missing
tests/check-is-missing:
	@echo 'make check: the unit tests need the library Check:' \
	    'install the package check and run configure again' >&2; exit 1
endif

check_PROGRAMS += $(MPI_TESTS) $(TEST_HELPERS)
TESTS += $(MPI_TESTS) $(SH_TESTS) $(SH_TESTS_ALONE) tests/requirements.sh

TESTS_ALONE = $(SH_TESTS_ALONE) \
	tests/mpi/arrivals \
	tests/mpi/events_requests \
	tests/mpi/events_threads \
	tests/mpi/events_values \
	tests/mpi/large_waits \
	tests/mpi/late \
	tests/mpi/late_requests \
	tests/mpi/queue_matching \
	tests/mpi/values \
	tests/mpi/waits

# It reads what the others have left.
OTHER_LOGS = $(UNIT_TESTS:=.log) $(MPI_TESTS:=.log) $(SH_TESTS:.sh=.log) $(SH_TESTS_ALONE:.sh=.log)
tests/requirements.log: $(OTHER_LOGS)

# All rows of tests/hangs.def.
check-hangs: check-programs
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/tools/where.sh --all

.PHONY: check-hangs

# All faults of tests/mpi/last_calls.c, of each rank, one to 900 calls ago.
check-last: check-programs
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/tools/last.sh --all

.PHONY: check-last

# Each argument of each call wrong in turn, in all settings.
check-arguments: check-programs
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/mpi/arguments.sh all

.PHONY: check-arguments

# What HACKING promises of adding a row: it builds a copy of the tree, which takes some minutes.
check-copy: check-programs
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/tree/copy.sh

.PHONY: check-copy

EXTRA_DIST += tests/tree/copy.sh

# In a cluster of Slurm that the test makes of this machine, and with 10,000 commands of all kinds.
check-site: check-programs
	$(AM_TESTS_ENVIRONMENT) EVERYWHERE=10000 $(SHELL) $(srcdir)/tests/site/everywhere.sh
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/site/slurm.sh
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/nodes/slurm.sh

.PHONY: check-site

# Writes the rows of this MPI into bench/instructions.def of the source tree.
record-instructions: check-programs
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/tools/instructions.sh --record

.PHONY: record-instructions

# What is no more about one MPI than another: the tree, and what is made of records that are there.
TESTS_ONCE = \
	tests/nodes/many.sh \
	tests/tools/completion.sh \
	tests/tools/diff.sh \
	tests/tools/html.sh \
	tests/tools/otf2.sh \
	tests/tools/page.sh \
	tests/tools/report.sh \
	tests/tools/results.sh \
	tests/tools/scaling.sh \
	tests/tools/truth.sh \
	tests/tree/callers.sh \
	tests/tree/ci.sh \
	tests/tree/dist.sh \
	tests/tree/faults.sh \
	tests/tree/floors.sh \
	tests/tree/format.sh \
	tests/tree/fuzz.sh \
	tests/tree/packaging.sh \
	tests/tree/text.sh \
	tests/tree/vendor_faults.sh

# All others, where the tests of another MPI have seen to these.
check-mpi:
	rest=`for test in $(TESTS); do \
	    case ' $(TESTS_ONCE) ' in *\ $$test\ *) ;; *) echo $$test ;; esac; done`; \
	others=`for test in $$rest; do \
	    case $$test in tests/requirements.sh) ;; *) echo $${test%.sh}.log ;; esac; done`; \
	TESTED_ONCE='$(TESTS_ONCE)' $(MAKE) $(AM_MAKEFLAGS) check TESTS="`echo $$rest`" \
	    OTHER_LOGS="`echo $$others`"

# Before a release: the tests that threads and memory are about, built with each sanitizer.
check-sanitizers:
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/sanitizers.sh

# Whether the tests see what they are for: an hour or so.  FAULTS='ID...': these alone.
faults:
	$(AM_TESTS_ENVIRONMENT) FAULTS='$(FAULTS)' $(SHELL) $(srcdir)/tests/faults.sh

clean-local:
	rm -rf sanitizers faults

check-programs-of-debian:
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/real_programs.sh

.PHONY: check-mpi check-programs-of-debian check-sanitizers faults

EXTRA_DIST += \
	tests/conformance_page.sh \
	tests/faults.py \
	tests/faults.sh \
	tests/mpi_environment.sh \
	tests/prelude.sh \
	tests/real_programs.sh \
	tests/requirements.sh \
	tests/rows.awk \
	tests/run-mpi \
	tests/sanitizers.sh \
	tests/step_around.sh \
	tests/take-turns \
	tests/tsan.supp \
	$(SH_TESTS) \
	$(SH_TESTS_ALONE)

# Of tests/take-turns.
CLEANFILES += tests/turns

TEST_EXTENSIONS = .sh
LOG_COMPILER = $(SHELL) $(srcdir)/tests/take-turns $(SHELL) $(srcdir)/tests/run-mpi

# A test that hangs ends, with what it has started.
SH_LOG_COMPILER = $(SHELL) $(srcdir)/tests/take-turns \
	timeout -k 30 $${SH_TEST_TIMEOUT:-1800} $(SHELL)

AM_TESTS_ENVIRONMENT = \
	TEST_ALONE='$(TESTS_ALONE)'; \
	TEST_RANKS='$(MPI_TESTS_1:=@1) $(MPI_TESTS_2:=@2) $(MPI_TESTS_3:=@3) $(MPI_TESTS_4:=@4)'; \
	RUN_MPI='$(abs_srcdir)/tests/run-mpi'; \
	TEST_VENDOR='$(MPIT_VENDOR)'; TEST_VENDOR_VERSION='$(MPIT_VENDOR_VERSION)'; \
	MPIRUN='$(MPIRUN)'; MPICC='$(MPICC_PATH)'; MPIFC='$(MPIFC)'; \
	LIBMPIT='$(abs_builddir)/lib/.libs/libmpit.so'; BACK='$(abs_builddir)/lib/.libs/back.so'; \
	MPIT='$(abs_builddir)/tools/mpit'; TEST_BACK='$(MPIT_BACK)'; \
	if test -n '$(MPIT_ABI_PATH)'; then \
	    LD_LIBRARY_PATH='$(MPIT_ABI_PATH)'$${LD_LIBRARY_PATH:+:$$LD_LIBRARY_PATH}; \
	    export LD_LIBRARY_PATH; fi; \
	PATH='$(abs_builddir)/tests/bin':$$PATH; export PATH; \
	CK_VERBOSITY=verbose; NM='$(NM)'; abs_srcdir='$(abs_srcdir)'; abs_builddir='$(abs_builddir)'; \
	export TEST_ALONE TEST_RANKS RUN_MPI TEST_VENDOR TEST_VENDOR_VERSION MPIRUN MPICC MPIFC; \
	export LIBMPIT BACK MPIT TEST_BACK NM CK_VERBOSITY abs_srcdir abs_builddir;

# Where tests say what they step around, besides their logs.
AM_TESTS_FD_REDIRECT = 9>&2

# All that `make check` needs, built and not run: this part may go in parallel.
# One make for it all: `all` is another one, and the two would build the library at once.
check-programs: config.h
	$(MAKE) $(AM_MAKEFLAGS) check-programs-am

check-programs-am: all-am $(check_PROGRAMS) $(check_LTLIBRARIES) $(check_DATA)

# Puts C in form: see .clang-format for the version.
format:
	cd $(srcdir) && clang-format -i $$(git ls-files '*.[ch]' | grep -v '/exports\.h$$')

.PHONY: check-programs check-programs-am format
