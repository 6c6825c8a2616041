tools_libformats_la_SOURCES += \
	tools/records/read.c \
	tools/records/rows.c

tools_mpit_SOURCES += \
	tools/records/join.c \
	tools/records/parts.c \
	tools/records/site_names.c
