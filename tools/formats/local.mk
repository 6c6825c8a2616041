tools_libformats_la_SOURCES += \
	tools/formats/csv.c \
	tools/formats/html.c \
	tools/formats/html_calls.c \
	tools/formats/html_data.c \
	tools/formats/html_first.c \
	tools/formats/html_fold.c \
	tools/formats/html_text.c \
	tools/formats/openmetrics.c \
	tools/formats/text_full.c \
	tools/formats/trace.c \
	tools/formats/trace_calls.c

if HAVE_OTF2
tools_libformats_la_SOURCES += \
	tools/formats/otf2.c \
	tools/formats/otf2_collectives.c \
	tools/formats/otf2_content.c \
	tools/formats/otf2_definitions.c \
	tools/formats/otf2_events.c \
	tools/formats/otf2_messages.c \
	tools/formats/otf2_names.c \
	tools/formats/otf2_region.c
endif

tools_mpit_SOURCES += \
	tools/formats/formats.c \
	tools/formats/output_path.c \
	tools/formats/renderings.c \
	tools/formats/report_file.c \
	tools/formats/scaling.c

# The files of the page of a report stand in the command as they are.
PAGE_FILES = tools/formats/page/page.css tools/formats/page/licence.js tools/formats/page/d3.js \
	tools/formats/page/plot.js tools/formats/page/view.js \
	tools/formats/page/ranks.js tools/formats/page/job.js tools/formats/page/regions.js \
	tools/formats/page/calls.js \
	tools/formats/page/tables.js

nodist_tools_libformats_la_SOURCES = tools/page_files.c
CLEANFILES += tools/page_files.c

tools/page_files.c: $(PAGE_FILES)
	$(AM_V_GEN){ echo '#include "tools/formats/html_parts.h"' && \
	for file in $(PAGE_FILES); do \
	    echo "const unsigned char tool_page_`basename $$file | tr . _`[] = {" && \
	    LC_ALL=C od -An -v -tu1 $(srcdir)/$$file | sed 's/[0-9]\{1,\}/&,/g' && \
	    echo '0};' || exit; done; } >$@.new && mv $@.new $@
