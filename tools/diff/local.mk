tools_mpit_SOURCES += \
	tools/diff/compare.c \
	tools/diff/diff.c \
	tools/diff/json.c \
	tools/diff/sections.c
