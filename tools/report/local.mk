tools_mpit_SOURCES += \
	tools/report/report.c \
	tools/report/scaling.c
