tools_mpit_SOURCES += \
	tools/collect/collect.c \
	tools/collect/gather.c
