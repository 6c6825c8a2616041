lib_libbackcore_la_SOURCES += \
	lib/live/copy.c \
	lib/live/module.c \
	lib/live/others.c \
	lib/live/process.c \
	lib/live/segment.c

lib_librecord_la_SOURCES += \
	lib/live/follow.c \
	lib/live/join.c \
	lib/live/joined.c \
	lib/live/meetings.c \
	lib/live/two_clocks.c
