# Compiled by tests/mpi/vendor_faults.sh, where the MPI has that fault.
EXTRA_DIST += \
	tests/vendor-faults/asks_everywhere.c \
	tests/vendor-faults/crashes_monitoring.c \
	tests/vendor-faults/crashes_short_allreduce.c \
	tests/vendor-faults/crashes_smp_bcast.c \
	tests/vendor-faults/empties_status.c \
	tests/vendor-faults/fails_scatter_init.c \
	tests/vendor-faults/finalize_ends_sessions.c \
	tests/vendor-faults/forgets_children.c \
	tests/vendor-faults/forgets_the_dead.c \
	tests/vendor-faults/forgives.c \
	tests/vendor-faults/hangs_threads.c \
	tests/vendor-faults/hides_error.c \
	tests/vendor-faults/ignores_sigpipe.c \
	tests/vendor-faults/knows_no_neighbors.c \
	tests/vendor-faults/launches_one_program.c \
	tests/vendor-faults/loses_after_bsend.c \
	tests/vendor-faults/matched_blames_world.c \
	tests/vendor-faults/outlives_launcher.c \
	tests/vendor-faults/sessions_begin_once.c \
	tests/vendor-faults/sessions_begin_once_with_mpi_t.c \
	tests/vendor-faults/sessions_have_no_windows.c \
	tests/vendor-faults/sessions_need_a_launcher.c \
	tests/vendor-faults/some_calls_nobody.c \
	tests/vendor-faults/takes_others_for_parts.c
