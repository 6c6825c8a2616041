tools_mpit_SOURCES += \
	tools/run/check_job.c \
	tools/run/child.c \
	tools/run/heard.c \
	tools/run/needed.c \
	tools/run/run.c \
	tools/run/settings.c \
	tools/run/watch.c
