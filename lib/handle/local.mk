lib_libbackcore_la_SOURCES += \
	lib/handle/bind.c \
	lib/handle/count.c \
	lib/handle/cvar.c \
	lib/handle/pvar.c \
	lib/handle/stale.c
