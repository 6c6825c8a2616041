lib_libbackcore_la_SOURCES += \
	lib/pvar/collective_waits.c \
	lib/pvar/flush.c \
	lib/pvar/handle_cells.c \
	lib/pvar/in_flight.c \
	lib/pvar/known.c \
	lib/pvar/reduction.c \
	lib/pvar/slot.c \
	lib/pvar/table.c
