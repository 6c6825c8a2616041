lib_libbackcore_la_SOURCES += \
	lib/queue/accept.c \
	lib/queue/callable.c \
	lib/queue/complete.c \
	lib/queue/create.c \
	lib/queue/drain_limit.c \
	lib/queue/exchange.c \
	lib/queue/freed.c \
	lib/queue/measure.c \
	lib/queue/peak.c \
	lib/queue/persistent.c \
	lib/queue/probe.c \
	lib/queue/queue.c \
	lib/queue/receive.c \
	lib/queue/refresh.c \
	lib/queue/source.c \
	lib/queue/store.c \
	lib/queue/umq.c \
	lib/queue/umq_length.c \
	lib/queue/warn.c
