tools_mpit_SOURCES += \
	tools/report/report.c
