tools_mpit_SOURCES += \
	tools/interface/backs.c \
	tools/interface/categories.c \
	tools/interface/events.c \
	tools/interface/mpi.c \
	tools/interface/names.c \
	tools/interface/variables.c
