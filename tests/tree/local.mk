SH_TESTS += \
	tests/tree/dist.sh \
	tests/tree/faults.sh \
	tests/tree/floors.sh \
	tests/tree/format.sh \
	tests/tree/fuzz.sh \
	tests/tree/hardening.sh \
	tests/tree/manual.sh \
	tests/tree/packaging.sh \
	tests/tree/pages.sh \
	tests/tree/symbols.sh \
	tests/tree/callers.sh \
	tests/tree/text.sh \
	tests/tree/calls.sh \
	tests/tree/ci.sh \
	tests/tree/vendor_faults.sh

EXTRA_DIST += tests/tree/mixtures.sh
EXTRA_DIST += tests/tree/text.py
