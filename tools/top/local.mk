tools_mpit_SOURCES += \
	tools/top/json.c \
	tools/top/look.c \
	tools/top/openmetrics.c \
	tools/top/recent.c \
	tools/top/screen.c \
	tools/top/tables.c \
	tools/top/top.c
