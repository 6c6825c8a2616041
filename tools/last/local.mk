tools_mpit_SOURCES += \
	tools/last/behind.c \
	tools/last/collectives.c \
	tools/last/differ.c \
	tools/last/job.c \
	tools/last/json.c \
	tools/last/last.c \
	tools/last/messages.c \
	tools/last/sequence.c \
	tools/last/text.c
