lib_libbase_la_SOURCES += \
	lib/ground/batch.c \
	lib/ground/file.c \
	lib/ground/launcher.c \
	lib/ground/nearest.c \
	lib/ground/number.c \
	lib/ground/signals.c

lib_libground_la_SOURCES += \
	lib/ground/clock.c \
	lib/ground/in_force.c \
	lib/ground/keyed.c \
	lib/ground/lock.c \
	lib/ground/memory.c \
	lib/ground/message.c \
	lib/ground/node_ranks.c \
	lib/ground/stack.c \
	lib/ground/strings_out.c \
	lib/ground/vector.c
