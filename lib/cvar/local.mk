lib_libbackcore_la_SOURCES += \
	lib/cvar/access.c \
	lib/cvar/assign.c \
	lib/cvar/compare.c \
	lib/cvar/cvar.c \
	lib/cvar/effects.c \
	lib/cvar/read_settings.c \
	lib/cvar/tunables.c \
	lib/cvar/watch_list.c
