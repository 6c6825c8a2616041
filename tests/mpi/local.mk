# MPI programs linked ahead with libmpit, by the number of ranks that tests/run-mpi gives them.
# Those of 0 ranks are started without a launcher: each test is a process of its own.
MPI_TESTS_0 = \
	tests/mpi/clients \
	tests/mpi/constants \
	tests/mpi/errors \
	tests/mpi/events_interface \
	tests/mpi/events_life \
	tests/mpi/interface \
	tests/mpi/late_requests \
	tests/mpi/later \
	tests/mpi/levels \
	tests/mpi/limits \
	tests/mpi/lifecycle \
	tests/mpi/sessions \
	tests/mpi/vendor_settings \
	tests/mpi/write_back

MPI_TESTS_1 = \
	tests/mpi/events_callbacks \
	tests/mpi/events_dropped \
	tests/mpi/events_process \
	tests/mpi/events_requests \
	tests/mpi/fuzz_interface \
	tests/mpi/many_requests \
	tests/mpi/objects \
	tests/mpi/parent \
	tests/mpi/places \
	tests/mpi/queue_multiple \
	tests/mpi/queue_serialized \
	tests/mpi/queue_served \
	tests/mpi/request_ends \
	tests/mpi/stale_handles

MPI_TESTS_2 = \
	tests/mpi/arrivals \
	tests/mpi/events_objects \
	tests/mpi/events_threads \
	tests/mpi/frees \
	tests/mpi/large_waits \
	tests/mpi/late \
	tests/mpi/queue_calls \
	tests/mpi/queue_matching \
	tests/mpi/queue_truncation \
	tests/mpi/queue_vendor \
	tests/mpi/threads \
	tests/mpi/values \
	tests/mpi/variables \
	tests/mpi/vendor_objects

MPI_TESTS_3 = \
	tests/mpi/queue_bound \
	tests/mpi/queue_fifo \
	tests/mpi/queue_threads \
	tests/mpi/waits

MPI_TESTS_4 = \
	tests/mpi/coll_counts \
	tests/mpi/access \
	tests/mpi/collectives \
	tests/mpi/events_values \
	tests/mpi/exchanges \
	tests/mpi/kinds \
	tests/mpi/large_counts \
	tests/mpi/p2p_counts \
	tests/mpi/peer_limit \
	tests/mpi/queue_create

if PARTITIONED
MPI_TESTS_4 += tests/mpi/partitioned
endif

MPI_TESTS = $(MPI_TESTS_0) $(MPI_TESTS_1) $(MPI_TESTS_2) $(MPI_TESTS_3) $(MPI_TESTS_4)
LDADD = lib/libmpit.la $(LIBM)

# The MPI library's own functions.
THEIRS = tests/mpi/theirs.c

# harness: running and checking; watch: variables and handles.
HARNESS = tests/mpi/harness.c tests/mpi/watch.c

# And of events.
RECORDER = tests/mpi/recorder.c $(HARNESS)
DRAINED = tests/mpi/drain.c $(RECORDER)
TRAFFIC = tests/mpi/traffic.c
tests_mpi_coll_counts_SOURCES = tests/mpi/coll_counts.c $(HARNESS)
tests_mpi_clients_SOURCES = tests/mpi/clients.c $(HARNESS)
tests_mpi_constants_SOURCES = tests/mpi/constants.c $(HARNESS)
tests_mpi_arrivals_SOURCES = tests/mpi/arrivals.c $(HARNESS)
tests_mpi_arrivals_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_large_waits_SOURCES = tests/mpi/large_waits.c $(HARNESS)
tests_mpi_waits_SOURCES = tests/mpi/waits.c $(HARNESS)
tests_mpi_vendor_settings_SOURCES = tests/mpi/vendor_settings.c $(THEIRS) $(HARNESS)
tests_mpi_vendor_settings_LDFLAGS = $(AM_LDFLAGS) -rdynamic
tests_mpi_write_back_SOURCES = tests/mpi/write_back.c $(HARNESS)
tests_mpi_errors_SOURCES = tests/mpi/errors.c $(HARNESS)
tests_mpi_events_callbacks_SOURCES = tests/mpi/events_callbacks.c $(DRAINED)
tests_mpi_events_callbacks_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_events_dropped_SOURCES = tests/mpi/events_dropped.c $(RECORDER)
tests_mpi_events_dropped_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_events_interface_SOURCES = tests/mpi/events_interface.c $(RECORDER)
tests_mpi_later_SOURCES = tests/mpi/later.c $(RECORDER)
tests_mpi_events_life_SOURCES = tests/mpi/events_life.c $(RECORDER)
tests_mpi_events_objects_SOURCES = tests/mpi/events_objects.c $(RECORDER)
tests_mpi_events_objects_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_events_process_SOURCES = tests/mpi/events_process.c $(DRAINED)
tests_mpi_events_process_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_events_requests_SOURCES = tests/mpi/events_requests.c $(DRAINED)
tests_mpi_events_requests_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_events_threads_SOURCES = tests/mpi/events_threads.c $(DRAINED)
tests_mpi_events_threads_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_events_values_SOURCES = tests/mpi/events_values.c $(DRAINED)
tests_mpi_events_values_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_frees_SOURCES = tests/mpi/frees.c $(QUEUE)
tests_mpi_frees_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_fuzz_interface_SOURCES = tests/mpi/fuzz_interface.c $(HARNESS)
tests_mpi_request_ends_SOURCES = tests/mpi/request_ends.c $(DRAINED)
tests_mpi_request_ends_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)

# The library is in it: it stops between the halves of a call.
tests_mpi_stale_handles_SOURCES = tests/mpi/stale_handles.c $(HARNESS)
tests_mpi_stale_handles_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_stale_handles_LDADD = lib/libcore.la $(LIBM)
tests_mpi_aliases_SOURCES = tests/mpi/aliases.c $(HARNESS)
tests_mpi_aliases_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_access_SOURCES = tests/mpi/access.c $(HARNESS)
tests_mpi_access_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_collectives_SOURCES = tests/mpi/collectives.c $(RECORDER)
tests_mpi_collectives_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_exchanges_SOURCES = tests/mpi/exchanges.c $(HARNESS) $(TRAFFIC)
tests_mpi_exchanges_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_large_counts_SOURCES = tests/mpi/large_counts.c $(HARNESS)
tests_mpi_large_counts_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_late_SOURCES = tests/mpi/late.c $(HARNESS)
tests_mpi_late_requests_SOURCES = tests/mpi/late_requests.c $(HARNESS)
tests_mpi_levels_SOURCES = tests/mpi/levels.c $(HARNESS)
tests_mpi_many_requests_SOURCES = tests/mpi/many_requests.c $(HARNESS)
tests_mpi_kinds_SOURCES = tests/mpi/kinds.c $(HARNESS)
tests_mpi_kinds_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_interface_SOURCES = tests/mpi/interface.c $(HARNESS)
tests_mpi_limits_SOURCES = tests/mpi/limits.c $(RECORDER)
tests_mpi_lifecycle_SOURCES = tests/mpi/lifecycle.c $(HARNESS)
tests_mpi_objects_SOURCES = tests/mpi/objects.c $(HARNESS)
tests_mpi_objects_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_partitioned_SOURCES = tests/mpi/partitioned.c $(HARNESS) $(TRAFFIC)
tests_mpi_partitioned_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_parent_SOURCES = tests/mpi/parent.c $(HARNESS)

# The library is in it: it looks at the place of its own thread.
tests_mpi_places_SOURCES = tests/mpi/places.c $(HARNESS)
tests_mpi_places_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_places_LDADD = lib/libcore.la $(LIBM)
tests_mpi_sessions_SOURCES = tests/mpi/sessions.c $(HARNESS)
tests_mpi_sessions_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_p2p_counts_SOURCES = tests/mpi/p2p_counts.c $(HARNESS) $(TRAFFIC)

# MPICH's mpi.h makes gcc take MPI_STATUSES_IGNORE and MPI_UNWEIGHTED for arrays that are too short.
tests_mpi_p2p_counts_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_peer_limit_SOURCES = tests/mpi/peer_limit.c $(HARNESS)
tests_mpi_peer_limit_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_regions_program_LDADD =
tests_mpi_uses_program_LDADD =
tests_mpi_sessions_program_LDADD =
tests_mpi_many_program_LDADD =
tests_mpi_figures_program_LDADD =
tests_mpi_verdicts_program_LDADD =

# By the MPI library a program tells which MPI it was built for.
tests_mpi_ending_program_LDFLAGS = $(AM_LDFLAGS) -Wl,--no-as-needed
tests_mpi_waits_program_LDADD =
tests_mpi_kills_program_LDADD =

tests_mpi_arguments_program_SOURCES = \
	tests/mpi/arguments_program.c \
	tests/mpi/arguments_values.c \
	tests/mpi/arguments_watch.c
tests_mpi_arguments_program_LDADD =
tests_mpi_locales_program_LDADD =
tests_mpi_hangs_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_hangs_LDADD =
tests_mpi_series_program_LDADD =
tests_mpi_queue_polled_program_LDADD =
tests_mpi_queue_series_program_LDADD =

# The library is in it, so that its calls for memory fail where the test says, and no other's.
tests_mpi_gather_program_SOURCES = tests/mpi/gather_program.c
tests_mpi_gather_program_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_gather_program_LDADD = lib/libcore.la $(LIBM)

tests_mpi_gather_program_LDFLAGS = $(AM_LDFLAGS) -Wl,--no-as-needed \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup \
	-Wl,--wrap=strndup,--wrap=mpit__cvar_word,--wrap=mpit__regions_gather \
	-Wl,--wrap=mpit__vendor_variables_end,--wrap=mpit__agree_all_came
tests_mpi_spawn_program_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_spawn_program_LDADD =
tests_mpi_waiting_program_LDADD =
tests_mpi_threads_SOURCES = tests/mpi/threads.c $(HARNESS)
tests_mpi_threads_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_values_SOURCES = tests/mpi/values.c $(HARNESS)
tests_mpi_values_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_mpi_values_LDADD = $(LDADD) $(TIMER_LIBS)
tests_mpi_variables_SOURCES = tests/mpi/variables.c $(HARNESS)
tests_mpi_vendor_objects_SOURCES = tests/mpi/vendor_objects.c $(HARNESS)
QUEUE = tests/mpi/queue.c $(HARNESS)
QUEUE_TRAFFIC = tests/mpi/queue_traffic.c $(QUEUE)
QUEUE_MEDDLE = tests/mpi/queue_meddle.c $(QUEUE_TRAFFIC)
tests_mpi_queue_bound_SOURCES = tests/mpi/queue_bound.c $(QUEUE)
tests_mpi_queue_calls_SOURCES = tests/mpi/queue_calls.c $(QUEUE)
tests_mpi_queue_create_SOURCES = tests/mpi/queue_create.c $(QUEUE)
tests_mpi_queue_fifo_SOURCES = tests/mpi/queue_fifo.c $(QUEUE_MEDDLE)
tests_mpi_queue_matching_SOURCES = tests/mpi/queue_matching.c $(RECORDER)
tests_mpi_queue_multiple_SOURCES = tests/mpi/queue_multiple.c $(QUEUE)
tests_mpi_queue_serialized_SOURCES = tests/mpi/queue_serialized.c $(QUEUE)

# The library is in it: it looks at the watch mask.
tests_mpi_queue_served_SOURCES = tests/mpi/queue_served.c $(QUEUE)
tests_mpi_queue_served_LDADD = lib/libcore.la $(LIBM)
tests_mpi_queue_truncation_SOURCES = tests/mpi/queue_truncation.c tests/mpi/queue.c $(RECORDER)
tests_mpi_queue_vendor_SOURCES = tests/mpi/queue_vendor.c $(THEIRS) $(QUEUE)
tests_mpi_queue_threads_SOURCES = tests/mpi/queue_threads.c $(QUEUE_MEDDLE)

SH_TESTS += \
	tests/mpi/many.sh \
	tests/mpi/examples.sh \
	tests/mpi/heat2d_counts.sh \
	tests/mpi/queue_refused.sh \
	tests/mpi/queue_sources.sh \
	tests/mpi/queue_warn.sh \
	tests/mpi/tunables.sh \
	tests/mpi/tune_bcast.sh \
	tests/mpi/stacking.sh \
	tests/mpi/vendor_orders.sh \
	tests/mpi/aliases.sh \
	tests/mpi/region_functions.sh \
	tests/mpi/regions.sh \
	tests/mpi/sites.sh \
	tests/mpi/arguments.sh \
	tests/mpi/locales.sh \
	tests/mpi/gather.sh \
	tests/mpi/front.sh \
	tests/mpi/translated.sh \
	tests/mpi/built.sh \
	tests/mpi/ends.sh \
	tests/mpi/one_line.sh \
	tests/mpi/rests.sh \
	tests/mpi/unseen.sh \
	tests/mpi/uses.sh \
	tests/mpi/memory_walk.sh \
	tests/mpi/worlds.sh

SH_TESTS_ALONE += \
	tests/mpi/figures.sh \
	tests/mpi/mpib.sh \
	tests/mpi/series.sh \
	tests/mpi/verdicts.sh

EXTRA_DIST += tests/mpi/sessions_report.sh
EXTRA_DIST += tests/mpi/sites_library.c tests/mpi/sites_program.c

# Compiled by tests/mpi/front.sh, translated.sh and unseen.sh: without an MPI, with the other one,
# or as a module.
EXTRA_DIST += \
	tests/mpi/front_library.c \
	tests/mpi/front_program.c \
	tests/mpi/translated_program.c \
	tests/mpi/translator.c \
	tests/mpi/translator_front.c \
	tests/mpi/ends_program.c \
	tests/mpi/unseen_module.c \
	tests/mpi/unseen_program.c

# Programs and modules that the scripts use: no tests by themselves.
TEST_HELPERS = \
	tests/mpi/tunables_program \
	tests/mpi/last_calls \
	tests/mpi/otf2_program \
	tests/mpi/recorder_program \
	tests/mpi/calls_program \
	tests/mpi/local_program \
	tests/mpi/rests_program \
	tests/mpi/silent_program \
	tests/mpi/stack_archive \
	tests/mpi/stack_plain \
	tests/mpi/stack_program \
	tests/mpi/stack_tool_program \
	tests/mpi/aliases \
	tests/mpi/regions_program \
	tests/mpi/uses_program \
	tests/mpi/sessions_program \
	tests/mpi/ending_program \
	tests/mpi/kills_program \
	tests/mpi/waits_program \
	tests/mpi/figures_program \
	tests/mpi/verdicts_program \
	tests/mpi/many_program \
	tests/mpi/arguments_program \
	tests/mpi/locales_program \
	tests/mpi/hangs \
	tests/mpi/series_program \
	tests/mpi/queue_polled_program \
	tests/mpi/queue_series_program \
	tests/mpi/gather_program \
	tests/mpi/spawn_program \
	tests/mpi/waiting_program \
	tests/mpi/mpib_delay \
	tests/mpi/mpib_exact \
	tests/mpi/mpib_release \
	tests/mpi/queue_limits \
	tests/mpi/vendor_order

check_LTLIBRARIES += \
	tests/mpi/events_delay.la \
	tests/mpi/local_module.la \
	tests/mpi/queue_thief.la \
	tests/mpi/stack_taker.la \
	tests/mpi/stack_tool.la

tests_mpi_events_delay_la_SOURCES = tests/mpi/events_delay.c
tests_mpi_events_delay_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)
tests_mpi_local_program_LDADD =
tests_mpi_local_module_la_SOURCES = tests/mpi/local_module.c
tests_mpi_local_module_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)
tests_mpi_queue_limits_SOURCES = tests/mpi/queue_limits.c $(QUEUE)
tests_mpi_vendor_order_SOURCES = tests/mpi/vendor_order.c $(HARNESS)
tests_mpi_queue_thief_la_SOURCES = tests/mpi/queue_thief.c
tests_mpi_queue_thief_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)
tests_mpi_rests_program_LDADD =
tests_mpi_silent_program_LDADD =

# One program four ways: with the vendor alone, libmpit ahead, libmpit as an archive, and libmpit
# ahead behind a PMPI tool.
tests_mpi_stack_plain_SOURCES = tests/mpi/stack_program.c
tests_mpi_stack_plain_LDADD =
tests_mpi_stack_archive_SOURCES = tests/mpi/stack_program.c
tests_mpi_stack_archive_LDADD = lib/libcore.la $(LIBM)
tests_mpi_stack_tool_program_SOURCES = tests/mpi/stack_program.c tests/mpi/stack_tool.c
tests_mpi_stack_tool_program_CFLAGS = $(AM_CFLAGS)
tests_mpi_stack_taker_la_SOURCES = tests/mpi/stack_taker.c
tests_mpi_stack_taker_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)
tests_mpi_stack_tool_la_SOURCES = tests/mpi/stack_tool.c
tests_mpi_stack_tool_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)

# The library is in these programs, so that their own calls of MPI and libc stand before it.
MPIB = mpib/libmpibcore.la lib/libmpit.la $(LIBM)
tests_mpi_mpib_delay_SOURCES = tests/mpi/mpib_delay.c $(HARNESS)
tests_mpi_mpib_delay_LDADD = $(MPIB)
tests_mpi_mpib_exact_SOURCES = tests/mpi/mpib_exact.c $(HARNESS)
tests_mpi_mpib_exact_LDADD = $(MPIB)
tests_mpi_mpib_release_SOURCES = tests/mpi/mpib_release.c $(HARNESS)
tests_mpi_mpib_release_LDADD = $(MPIB)
tests_mpi_mpib_release_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=free
