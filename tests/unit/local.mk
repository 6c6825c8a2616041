# Check programs over the insides; they run without a launcher.
# Two rows each: sources and LDADD.
UNIT_TESTS = \
	tests/unit/arrivals \
	tests/unit/bench \
	tests/unit/calls_file \
	tests/unit/cell \
	tests/unit/component \
	tests/unit/config \
	tests/unit/config_effects \
	tests/unit/facts \
	tests/unit/file \
	tests/unit/formats \
	tests/unit/fuzz_config \
	tests/unit/fuzz_segment \
	tests/unit/handles_again \
	tests/unit/heads \
	tests/unit/join \
	tests/unit/meetings \
	tests/unit/memory \
	tests/unit/mpib \
	tests/unit/number \
	tests/unit/object \
	tests/unit/pace \
	tests/unit/pairs \
	tests/unit/peers \
	tests/unit/queue_store \
	tests/unit/phases \
	tests/unit/reductions \
	tests/unit/registry \
	tests/unit/record \
	tests/unit/request \
	tests/unit/segment \
	tests/unit/series \
	tests/unit/slots \
	tests/unit/spans \
	tests/unit/strings \
	tests/unit/student \
	tests/unit/tables \
	tests/unit/totals \
	tests/unit/two_clocks \
	tests/unit/types \
	tests/unit/value_races \
	tests/unit/vector \
	tests/unit/vendor \
	tests/unit/vendor_events \
	tests/unit/verdicts \
	tests/unit/whole

UNIT = lib/libcore.la $(CHECK_LIBS) $(JANSSON_LIBS) $(LIBM)
tests_unit_whole_LDADD = $(CHECK_LIBS)
tests_unit_verdicts_LDADD = lib/librecord.la $(CHECK_LIBS) $(LIBM)
tests_unit_record_LDADD = tools/libformats.la tools/libprogram.la lib/librecord.la $(CHECK_LIBS) \
	$(JANSSON_LIBS) $(LIBM)
tests_unit_arrivals_LDADD = lib/librecord.la $(CHECK_LIBS) $(LIBM)
tests_unit_bench_SOURCES = tests/unit/bench.c bench/table.c $(OPTIONS) $(VERDICT)
tests_unit_bench_LDADD = $(STATISTICS) $(PROGRAM) $(CHECK_LIBS) $(LIBM)
tests_unit_calls_file_LDADD = $(UNIT)
tests_unit_cell_LDADD = $(UNIT)
tests_unit_component_LDADD = $(UNIT)
tests_unit_config_LDADD = $(UNIT)

# The MPI library is asked for by name: it must be there although no symbol of it is referred to.
tests_unit_config_LDFLAGS = $(AM_LDFLAGS) -Wl,--no-as-needed
tests_unit_config_effects_LDADD = $(UNIT)
tests_unit_config_effects_LDFLAGS = $(AM_LDFLAGS) -Wl,--no-as-needed
tests_unit_facts_LDADD = $(UNIT)

# As of config.
tests_unit_facts_LDFLAGS = $(AM_LDFLAGS) -Wl,--no-as-needed
tests_unit_formats_LDADD = $(tests_unit_record_LDADD)
tests_unit_fuzz_config_LDADD = $(UNIT)

# It counts the blocks that the code under test takes and gives back.
tests_unit_fuzz_config_LDFLAGS = $(AM_LDFLAGS) -Wl,--no-as-needed \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=free,--wrap=strdup,--wrap=strndup

tests_unit_fuzz_segment_SOURCES = \
	tests/unit/fuzz_segment.c \
	tools/live/far.c \
	tools/records/join.c \
	$(LIVE_RECORDS) \
	$(SEGMENTS)

tests_unit_fuzz_segment_LDADD = tools/libformats.la tools/libprogram.la lib/librecord.la \
	$(ZLIB_LIBS) $(LIBM)
tests_unit_heads_SOURCES = tests/unit/heads.c tools/job/arrivals.c tools/live/arrivals.c \
	$(SEGMENTS)
tests_unit_heads_LDADD = tools/libprogram.la $(UNIT)
tests_unit_meetings_LDADD = lib/librecord.la $(CHECK_LIBS) $(LIBM)
tests_unit_two_clocks_LDADD = lib/librecord.la $(CHECK_LIBS) $(LIBM)
tests_unit_join_SOURCES = tests/unit/join.c tools/records/join.c
tests_unit_join_LDADD = tools/libprogram.la lib/librecord.la $(CHECK_LIBS) $(LIBM)
tests_unit_memory_LDADD = $(UNIT)
tests_unit_mpib_LDADD = mpib/libmpibcore.la $(CHECK_LIBS) $(LIBM)
tests_unit_number_LDADD = $(UNIT)
tests_unit_pairs_LDADD = $(UNIT)
tests_unit_pace_LDADD = $(UNIT)
tests_unit_peers_LDADD = $(UNIT)
tests_unit_queue_store_LDADD = $(UNIT)
tests_unit_reductions_LDADD = $(UNIT)
tests_unit_registry_LDADD = $(UNIT)
tests_unit_handles_again_CFLAGS = $(AM_CFLAGS) $(NO_STRINGOP_WARNING)
tests_unit_handles_again_LDADD = $(UNIT)

# As of config.
tests_unit_handles_again_LDFLAGS = $(AM_LDFLAGS) -Wl,--no-as-needed
tests_unit_request_LDADD = $(UNIT)
tests_unit_segment_LDADD = $(UNIT)
tests_unit_phases_LDADD = $(UNIT)
tests_unit_series_LDADD = $(UNIT)
tests_unit_slots_LDADD = $(UNIT)
tests_unit_spans_LDADD = $(UNIT)
tests_unit_strings_LDADD = $(UNIT)
tests_unit_student_LDADD = mpib/libmpibcore.la $(CHECK_LIBS) $(LIBM)
tests_unit_tables_LDADD = $(UNIT)
tests_unit_object_LDADD = $(UNIT)
tests_unit_totals_LDADD = $(UNIT)

# It asks the MPI library for the time, and refers to no function of it.
tests_unit_totals_LDFLAGS = $(AM_LDFLAGS) -Wl,--no-as-needed
tests_unit_types_LDADD = $(UNIT)
tests_unit_value_races_LDADD = $(UNIT)
tests_unit_file_LDADD = $(UNIT)
tests_unit_vector_LDADD = $(UNIT)
tests_unit_vendor_events_LDADD = $(UNIT)
tests_unit_vendor_LDADD = $(UNIT)
