SH_TESTS += \
	tests/fortran/mixed.sh \
	tests/fortran/pcontrol.sh \
	tests/fortran/sites.sh

# Compiled by the scripts in tests/fortran, with each of the Fortran interfaces.
EXTRA_DIST += \
	tests/fortran/interface.inc \
	tests/fortran/mixed.F90 \
	tests/fortran/mixed.c \
	tests/fortran/pcontrol.F90 \
	tests/fortran/sites.F90 \
	tests/fortran/watch_counts.c
