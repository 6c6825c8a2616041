tools_mpit_SOURCES += \
	tools/report/output.c \
	tools/report/report.c \
	tools/report/scaling.c
