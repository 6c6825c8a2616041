tools_mpit_SOURCES += \
	tools/answer/answer.c \
	tools/collect/collect.c
