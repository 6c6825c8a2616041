tools_mpit_SOURCES += \
	tools/config/config.c
