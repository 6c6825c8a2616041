tools_mpit_SOURCES += \
	tools/live/arrivals.c \
	tools/live/find.c \
	tools/live/open_calls.c \
	tools/live/pairs.c \
	tools/live/record.c \
	tools/live/segment.c \
	tools/live/uses.c
