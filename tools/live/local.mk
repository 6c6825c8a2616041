SEGMENTS = \
	tools/live/content.c \
	tools/live/folder.c \
	tools/live/place.c \
	tools/live/process.c \
	tools/live/segment.c

tools_mpit_SOURCES += \
	$(SEGMENTS) \
	tools/live/arrivals.c \
	tools/live/find.c \
	tools/live/open_calls.c \
	tools/live/pairs.c \
	tools/live/record.c \
	tools/live/uses.c
