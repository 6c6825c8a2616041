# What is installed as it stands here; how to build it stands in examples/README.
examplesdir = $(docdir)/examples
dist_examples_DATA = examples/README examples/choose_bcast.c examples/events.c examples/hang.c \
	examples/heat2d.c \
	examples/list_cvars.c examples/mpit_regions.f90 examples/mpit_regions.py \
	examples/read_cvar.c examples/tune-bcast.sh examples/umq_demo.c examples/umq_tool.c

examples_choose_bcast_SOURCES = examples/choose_bcast.c
examples_choose_bcast_CPPFLAGS = -I$(srcdir)/mpib
examples_choose_bcast_LDADD = mpib/libmpib.la
examples_hang_SOURCES = examples/hang.c
examples_hang_LDADD =
examples_heat2d_SOURCES = examples/heat2d.c
examples_heat2d_LDADD = $(LIBM)
examples_list_cvars_SOURCES = examples/list_cvars.c
examples_list_cvars_LDADD =
examples_read_cvar_SOURCES = examples/read_cvar.c
examples_read_cvar_LDADD =
examples_umq_demo_SOURCES = examples/umq_demo.c
examples_umq_demo_LDADD =

# A PMPI tool: examples/.libs/umq_tool.so, to be preloaded. (-rpath makes libtool build it shared.)
MODULE = -module -avoid-version -shared -rpath /nowhere
noinst_LTLIBRARIES += examples/umq_tool.la
examples_umq_tool_la_SOURCES = examples/umq_tool.c
examples_umq_tool_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)

# Likewise, a tool of events.
noinst_LTLIBRARIES += examples/events.la
examples_events_la_SOURCES = examples/events.c
examples_events_la_LDFLAGS = $(SANITIZE_FLAGS) $(MODULE)
