tools_mpit_SOURCES += \
	tools/clean/clean.c
