tools_mpit_SOURCES += \
	tools/get/get.c
