lib_libbackcore_la_SOURCES += \
	lib/profile/arrivals.c \
	lib/profile/block.c \
	lib/profile/cache.c \
	lib/profile/collective_waits.c \
	lib/profile/comm.c \
	lib/profile/current_call.c \
	lib/profile/in_flight.c \
	lib/profile/large_messages.c \
	lib/profile/layers.c \
	lib/profile/level.c \
	lib/profile/object.c \
	lib/profile/pause.c \
	lib/profile/raise.c \
	lib/profile/recorder.c \
	lib/profile/request.c \
	lib/profile/request_events.c \
	lib/profile/shared.c \
	lib/profile/sites.c \
	lib/profile/sum.c \
	lib/profile/synchronization.c \
	lib/profile/thread.c \
	lib/profile/uses.c \
	lib/profile/waits.c \
	lib/profile/watch.c \
	lib/profile/world.c

lib_libcore_la_SOURCES += \
	lib/profile/own_thread.c
