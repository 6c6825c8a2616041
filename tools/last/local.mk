tools_mpit_SOURCES += \
	tools/last/collectives.c \
	tools/last/job.c \
	tools/last/json.c \
	tools/last/last.c \
	tools/last/messages.c \
	tools/last/text.c
