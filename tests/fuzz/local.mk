# For a fuzzer, whose engine .ci/long names; else they take the inputs that they are given.
check_PROGRAMS += tests/fuzz/record tests/fuzz/settings
check_LTLIBRARIES += tests/fuzz/libmain.la
tests_fuzz_libmain_la_SOURCES = tests/fuzz/main.c
FUZZING_ENGINE = tests/fuzz/libmain.la
tests_fuzz_record_LDADD = $(FUZZING_ENGINE) tools/libformats.la $(PROGRAM) $(LIBM)
tests_fuzz_record_DEPENDENCIES = tests/fuzz/libmain.la tools/libformats.la tools/libprogram.la \
	lib/librecord.la
tests_fuzz_settings_LDADD = $(FUZZING_ENGINE) lib/libcore.la $(JANSSON_LIBS) $(LIBM)
tests_fuzz_settings_DEPENDENCIES = tests/fuzz/libmain.la lib/libcore.la

EXTRA_DIST += \
	tests/fuzz/settings/errors \
	tests/fuzz/settings/file \
	tests/fuzz/settings/list
