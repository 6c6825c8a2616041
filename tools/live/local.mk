SEGMENTS = \
	tools/live/calls_file.c \
	tools/live/came.c \
	tools/live/content.c \
	tools/live/file.c \
	tools/live/folder.c \
	tools/live/place.c \
	tools/live/process.c \
	tools/live/recorder.c \
	tools/live/segment.c

# Records, made of segments.
LIVE_RECORDS = \
	tools/live/arrivals.c \
	tools/live/calls.c \
	tools/live/meetings.c \
	tools/live/messages.c \
	tools/live/open_calls.c \
	tools/live/pairs.c \
	tools/live/part.c \
	tools/live/rank.c \
	tools/live/record.c \
	tools/live/recorded.c \
	tools/live/regions.c \
	tools/live/sites.c \
	tools/live/source.c \
	tools/live/uses.c \
	tools/live/worlds.c

tools_mpit_SOURCES += \
	$(SEGMENTS) \
	$(LIVE_RECORDS) \
	tools/live/far.c
