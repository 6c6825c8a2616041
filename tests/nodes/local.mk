# Jobs of several nodes, which are namespaces of this machine.
SH_TESTS += tests/nodes/many.sh
SH_TESTS_ALONE += \
	tests/nodes/dead_waits.sh \
	tests/nodes/deaths.sh \
	tests/nodes/reach.sh \
	tests/nodes/waits.sh

TEST_HELPERS += tests/nodes/late_program
tests_nodes_late_program_LDADD =

check_LTLIBRARIES += tests/nodes/skew.la
tests_nodes_skew_la_SOURCES = tests/nodes/skew.c
tests_nodes_skew_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)

EXTRA_DIST += \
	tests/nodes/cluster.sh \
	tests/nodes/slurm.sh \
	tests/nodes/rsh.py \
	tests/nodes/waits.py
