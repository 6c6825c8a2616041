lib_libbackcore_la_SOURCES += \
	lib/vendor/binding.c \
	lib/vendor/discover.c \
	lib/vendor/events.c \
	lib/vendor/handles.c \
	lib/vendor/keep.c \
	lib/vendor/presented.c \
	lib/vendor/quirk.c \
	lib/vendor/settings.c \
	lib/vendor/sources.c \
	lib/vendor/take.c \
	lib/vendor/text.c \
	lib/vendor/view.c
