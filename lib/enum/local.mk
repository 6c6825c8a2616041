lib_libbackcore_la_SOURCES += \
	lib/enum/enum.c
