tools_mpit_SOURCES += \
	tools/run/child.c \
	tools/run/needed.c \
	tools/run/run.c
