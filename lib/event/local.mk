lib_libbackcore_la_SOURCES += \
	lib/event/deliver.c \
	lib/event/registration.c \
	lib/event/table.c
