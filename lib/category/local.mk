lib_libbackcore_la_SOURCES += \
	lib/category/category.c
