tools_mpit_SOURCES += \
	tools/conform/conform.c \
	tools/conform/json.c \
	tools/conform/judge.c \
	tools/conform/junit.c \
	tools/conform/program.c \
	tools/conform/text.c
