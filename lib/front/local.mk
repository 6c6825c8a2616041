lib_libmpit_la_SOURCES += \
	lib/front/backs.c \
	lib/front/built_for.c \
	lib/front/complete_file.c \
	lib/front/find.c \
	lib/front/front.c \
	lib/front/messages.c \
	lib/front/open.c \
	lib/mpi/dynamic.c \
	lib/mpi/identify.c
