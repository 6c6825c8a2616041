lib_libbackcore_la_SOURCES += \
	lib/hook/below.c \
	lib/hook/book.c \
	lib/hook/completion.c \
	lib/hook/contribution.c \
	lib/hook/current_call.c \
	lib/hook/recorder.c \
	lib/hook/errors.c \
	lib/hook/files.c \
	lib/hook/frame.c \
	lib/hook/hooks.c \
	lib/hook/monitor.c \
	lib/hook/nested.c \
	lib/hook/prepared.c \
	lib/hook/raise_events.c \
	lib/hook/raise_objects.c \
	lib/hook/requests.c \
	lib/hook/waits.c
