tools_libprogram_la_SOURCES += \
	tools/ground/clock.c \
	tools/ground/manual_page.c \
	tools/ground/message.c \
	tools/ground/options.c \
	tools/ground/quoted.c
tools_mpit_SOURCES += \
	tools/ground/grid.c \
	tools/ground/json_write.c \
	tools/ground/kinds.c \
	tools/ground/words.c
