lib_libbackcore_la_SOURCES += \
	lib/entry/back.c \
	lib/entry/category.c \
	lib/entry/cvar.c \
	lib/entry/entry.c \
	lib/entry/enum.c \
	lib/entry/event.c \
	lib/entry/event_words.c \
	lib/entry/init.c \
	lib/entry/life.c \
	lib/entry/life_events.c \
	lib/entry/listeners.c \
	lib/entry/pcontrol.c \
	lib/entry/public.c \
	lib/entry/pvar.c \
	lib/entry/setup.c \
	lib/entry/version.c
