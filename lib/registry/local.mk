lib_libbackcore_la_SOURCES += \
	lib/registry/registry.c \
	lib/registry/slots.c \
	lib/registry/types.c
