SH_TESTS += \
	tests/tools/config.sh \
	tests/tools/config_job.sh \
	tests/tools/completion.sh \
	tests/tools/diff.sh \
	tests/tools/html.sh \
	tests/tools/conform.sh \
	tests/tools/last.sh \
	tests/tools/otf2.sh \
	tests/tools/recorder.sh \
	tests/tools/recorder_file.sh \
	tests/tools/list.sh \
	tests/tools/list_choice.sh \
	tests/tools/openmetrics.sh \
	tests/tools/report.sh \
	tests/tools/results.sh \
	tests/tools/run.sh \
	tests/tools/safe_output.sh \
	tests/tools/scaling.sh \
	tests/tools/schema.sh \
	tests/tools/screen.sh \
	tests/tools/trace.sh \
	tests/tools/truth.sh

SH_TESTS_ALONE += \
	tests/tools/live_report.sh \
	tests/tools/one_file.sh \
	tests/tools/top.sh \
	tests/tools/waits.sh

EXTRA_DIST += tests/tools/instructions.sh

EXTRA_DIST += \
	tests/tools/axe.js \
	tests/tools/conform.py \
	tests/tools/html.awk \
	tests/tools/page.py \
	tests/tools/page_record.py \
	tests/tools/on_terminal.py \
	tests/tools/otf2.py \
	tests/tools/otf2_odd.py \
	tests/tools/otf2_trace.py \
	tests/tools/recorder.py \
	tests/tools/recorder_file.py \
	tests/tools/typed.py \
	tests/tools/counted.sh \
	tests/tools/is_openmetrics.sh \
	tests/tools/openmetrics.awk \
	tests/tools/record.sh \
	tests/tools/records/format1.csv \
	tests/tools/records/format1.html \
	tests/tools/records/format1.json \
	tests/tools/records/format1.openmetrics \
	tests/tools/records/format1.text
