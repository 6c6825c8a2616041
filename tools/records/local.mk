tools_libformats_la_SOURCES += \
	tools/records/call_family.c \
	tools/records/pieces.c \
	tools/records/read.c \
	tools/records/rows.c \
	tools/records/source.c

tools_mpit_SOURCES += \
	tools/records/dw.c \
	tools/records/join.c \
	tools/records/packed.c \
	tools/records/parts.c \
	tools/records/site_names.c
