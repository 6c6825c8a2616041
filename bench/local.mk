noinst_PROGRAMS += bench/bcast_time bench/methods bench/overhead bench/overhead_kernel \
	bench/queue bench/waits
bench_bcast_time_SOURCES = bench/bcast_time.c
bench_bcast_time_LDADD =
noinst_LTLIBRARIES += bench/empty_wrapper.la bench/returning_wrapper.la
JOB = bench/job.c
OPTIONS = bench/options.c
VERDICT = bench/verdict.c

# mpib/median.c: what the figures of several rounds say.
STATISTICS = mpib/libmpibcore.la

bench_overhead_SOURCES = \
	bench/overhead.c \
	bench/overhead_cells.c \
	bench/overhead_instructions.c \
	bench/overhead_output.c \
	bench/overhead_run.c \
	bench/overhead_targets.c \
	$(JOB) \
	$(OPTIONS) \
	$(VERDICT)

# All versions of Open MPI's launcher know it, and variables for it have had three names.
if MPIT_OPENMPI
OVERSUBSCRIBE = --oversubscribe
endif

bench_overhead_CPPFLAGS = $(AM_CPPFLAGS) -DMPIRUN='"$(MPIRUN) $(OVERSUBSCRIBE)"' \
	-DVENDOR_NAME='"$(MPIT_VENDOR)"'
bench_overhead_LDADD = $(STATISTICS) $(PROGRAM) $(LIBM)
bench_queue_SOURCES = bench/queue.c $(OPTIONS)
bench_queue_LDADD = lib/libmpit.la $(STATISTICS) $(PROGRAM) $(LIBM)
bench_methods_SOURCES = bench/methods.c bench/table.c $(OPTIONS) $(VERDICT)
bench_methods_LDADD = $(STATISTICS) $(PROGRAM) $(LIBM)
bench_waits_SOURCES = bench/waits.c bench/table.c $(OPTIONS)
bench_waits_LDADD = lib/libmpit.la $(PROGRAM) $(LIBM)
KERNEL = bench/kernel.c $(OPTIONS)
bench_overhead_kernel_SOURCES = bench/overhead_kernel.c $(KERNEL)
bench_overhead_kernel_LDADD = $(PROGRAM)
bench_empty_wrapper_la_SOURCES = bench/empty_wrapper.c

# It stands for any tool: its functions are seen as those of any shared object are.
bench_empty_wrapper_la_CFLAGS = $(AM_CFLAGS) -fvisibility=default
bench_empty_wrapper_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)

# The same as a tool that looks at what a call returns: not a jump, but a call and a return.
bench_returning_wrapper_la_SOURCES = $(bench_empty_wrapper_la_SOURCES)
bench_returning_wrapper_la_CFLAGS = $(bench_empty_wrapper_la_CFLAGS) -fno-optimize-sibling-calls
bench_returning_wrapper_la_LDFLAGS = $(bench_empty_wrapper_la_LDFLAGS)
EXTRA_DIST += bench/nodes.sh bench/record.py bench/start.py bench/top.sh bench/results.sh \
	bench/results.md
noinst_PROGRAMS += bench/start_kernel
bench_start_kernel_SOURCES = bench/start_kernel.c
bench_start_kernel_LDADD =
noinst_PROGRAMS += bench/nodes_answers
bench_nodes_answers_SOURCES = bench/nodes_answers.c tools/live/far.c $(SEGMENTS)
bench_nodes_answers_LDADD = $(PROGRAM) $(ZLIB_LIBS) $(LIBM)
noinst_PROGRAMS += bench/scale

bench_scale_SOURCES = \
	bench/scale.c \
	bench/scale_comms.c \
	bench/scale_handles.c \
	bench/scale_merge.c \
	bench/scale_peers.c \
	bench/scale_threads.c \
	bench/table.c \
	$(JOB) \
	$(KERNEL)

bench_scale_LDADD = lib/libcore.la $(STATISTICS) $(PROGRAM) $(LIBM)
noinst_PROGRAMS += bench/interface bench/interface_kernel
noinst_LTLIBRARIES += bench/many_variables.la
bench_interface_SOURCES = bench/interface.c $(JOB) $(OPTIONS) $(VERDICT)
bench_interface_LDADD = $(STATISTICS) $(PROGRAM) $(LIBM)
bench_many_variables_la_SOURCES = bench/many_variables.c
bench_many_variables_la_CFLAGS = $(AM_CFLAGS) -fvisibility=default
bench_many_variables_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)
bench_interface_kernel_SOURCES = bench/interface_kernel.c $(KERNEL)
bench_interface_kernel_LDADD = $(PROGRAM)

# All of it, in under a quarter of an hour; writes bench/results.md of the source tree.
BENCH_ENVIRONMENT = VENDOR='$(MPIT_VENDOR_NAME) $(MPIT_VENDOR_VERSION)' MPIRUN='$(MPIRUN)' \
	MPIT='$(PACKAGE_VERSION)' COMPILER="$$($(CC) --version | head -n 1)"

bench: all
	$(BENCH_ENVIRONMENT) $(SHELL) $(srcdir)/bench/results.sh $(srcdir)/bench/results.md

.PHONY: bench

# What reports of small programs say first, against what is true of them: some minutes.
noinst_PROGRAMS += bench/truth/truth

bench_truth_truth_SOURCES = \
	bench/truth/collectives.c \
	bench/truth/healthy.c \
	bench/truth/main.c \
	bench/truth/messages.c \
	bench/truth/outside.c \
	bench/truth/sided.c \
	bench/truth/traffic.c \
	bench/truth/two_faults.c \
	bench/truth/work.c

bench_truth_truth_LDADD = $(PROGRAM)
EXTRA_DIST += bench/truth/run.sh bench/truth/score.py

bench-truth: all
	$(SHELL) $(srcdir)/bench/truth/run.sh $(TRUTH_OPTIONS)

.PHONY: bench-truth
