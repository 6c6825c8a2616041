lib_libbase_la_SOURCES += \
	lib/settings/places.c \
	lib/settings/site.c

lib_libground_la_SOURCES += \
	lib/settings/config_file.c \
	lib/settings/environment.c \
	lib/settings/foreign.c \
	lib/settings/origin.c \
	lib/settings/settings.c
