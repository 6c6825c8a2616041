tools_mpit_SOURCES += \
	tools/where/hang_rules.c \
	tools/where/json.c \
	tools/where/look.c \
	tools/where/text.c \
	tools/where/wait_graph.c \
	tools/where/where.c \
	tools/where/windows.c
