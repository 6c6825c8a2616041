tools_mpit_SOURCES += \
	tools/list/choice.c \
	tools/list/csv.c \
	tools/list/json.c \
	tools/list/list.c \
	tools/list/long.c \
	tools/list/sets.c \
	tools/list/table.c
