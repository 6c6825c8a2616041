lib_libbackcore_la_SOURCES += \
	lib/mpi/agree.c \
	lib/mpi/below.c \
	lib/mpi/component.c \
	lib/mpi/dynamic.c \
	lib/mpi/families.c \
	lib/mpi/handle.c \
	lib/mpi/jump_slot.c \
	lib/mpi/message_memory.c \
	lib/mpi/own_settings.c \
	lib/mpi/receive.c \
	lib/mpi/session.c \
	lib/mpi/tool.c \
	lib/mpi/vendor.c

lib_libfacts_la_SOURCES += \
	lib/mpi/facts.c \
	lib/mpi/identify.c
