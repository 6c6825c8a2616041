tools_mpit_SOURCES += \
	tools/job/arrivals.c \
	tools/job/ask.c \
	tools/job/asked.c \
	tools/job/clean.c \
	tools/job/defaults.c \
	tools/job/destination.c \
	tools/job/destination_end.c \
	tools/job/ending.c \
	tools/job/find.c \
	tools/job/front.c \
	tools/job/joined.c \
	tools/job/launcher.c \
	tools/job/nodes.c \
	tools/job/reach.c \
	tools/job/remains.c \
	tools/job/reports.c \
	tools/job/segments.c \
	tools/job/settings_of_ranks.c \
	tools/job/unclaimed.c \
	tools/job/word_list.c
