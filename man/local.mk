# A page a subcommand; what tables say is put into the pages that name it.
dist_man_MANS = man/libmpit.7 man/mpit.1 \
	man/mpit-list.1 \
	man/mpit-get.1 \
	man/mpit-config.1 \
	man/mpit-conform.1 \
	man/mpit-run.1 \
	man/mpit-diff.1 \
	man/mpit-top.1 \
	man/mpit-where.1 \
	man/mpit-last.1 \
	man/mpit-clean.1 \
	man/mpit-collect.1 \
	man/mpit-answer.1 \
	man/mpit-completion.1

noinst_PROGRAMS += man/events
man_events_SOURCES = man/events.c
man_events_LDADD =
CLEANFILES += man/mpit-events.7

man/mpit-events.7: man/events$(EXEEXT)
	$(AM_V_GEN)man/events$(EXEEXT) >$@.new && mv $@.new $@

noinst_PROGRAMS += man/variables
man_variables_SOURCES = man/variables.c
man_variables_LDADD = lib/libfacts.la
CLEANFILES += man/mpit-variables.7

man/mpit-variables.7: man/variables$(EXEEXT)
	$(AM_V_GEN)man/variables$(EXEEXT) >$@.new && mv $@.new $@

noinst_PROGRAMS += man/settings
man_settings_SOURCES = man/settings.c
EXTRA_DIST += man/mpit.conf.5.in
CLEANFILES += man/mpit.conf.5

man/mpit.conf.5: man/mpit.conf.5.in man/settings$(EXEEXT)
	$(AM_V_GEN)man/settings$(EXEEXT) >$@.table && \
	sed -e 's|@sysconfdir[@]|$(sysconfdir)|' -e 's|@MPIT_VENDOR_NAME[@]|$(MPIT_VENDOR_NAME)|' \
	    -e 's|@libdir[@]|$(libdir)|' -e 's|@bindir[@]|$(bindir)|' -e 's|@MPIT_SO[@]|$(MPIT_SO)|g' \
	    -e '/@VARIABLES[@]/{' -e 'r $@.table' -e 'd' -e '}' $(srcdir)/man/mpit.conf.5.in >$@.new && \
	rm -f $@.table && mv $@.new $@

noinst_PROGRAMS += man/formats
man_formats_SOURCES = man/formats.c
man_formats_LDADD =
noinst_PROGRAMS += man/verdicts
man_verdicts_SOURCES = man/verdicts.c
man_verdicts_LDADD =
EXTRA_DIST += man/mpit-report.1.in
CLEANFILES += man/mpit-report.1

man/mpit-report.1: man/mpit-report.1.in man/formats$(EXEEXT) man/verdicts$(EXEEXT)
	$(AM_V_GEN)man/formats$(EXEEXT) >$@.formats && \
	man/verdicts$(EXEEXT) >$@.verdicts && \
	sed -e '/@FORMATS[@]/{' -e 'r $@.formats' -e 'd' -e '}' \
	    -e '/@VERDICTS[@]/{' -e 'r $@.verdicts' -e 'd' -e '}' \
	    $(srcdir)/man/mpit-report.1.in >$@.new && \
	rm -f $@.formats $@.verdicts && mv $@.new $@

CLEANFILES += man/mpit-conformance.7

man/mpit-conformance.7: tests/conformance_page.sh tests/rows.awk tests/requirements.def \
		tests/events.def tests/later.def
	$(AM_V_GEN)$(MKDIR_P) man && \
	$(SHELL) $(srcdir)/tests/conformance_page.sh $(srcdir) >$@.new && mv $@.new $@
