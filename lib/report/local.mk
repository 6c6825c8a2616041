lib_libbackcore_la_SOURCES += \
	lib/report/busy.c \
	lib/report/calls_file.c \
	lib/report/calls_writer.c \
	lib/report/collect.c \
	lib/report/collectives.c \
	lib/report/gather.c \
	lib/report/helper.c \
	lib/report/job.c \
	lib/report/labels.c \
	lib/report/meetings_gather.c \
	lib/report/output.c \
	lib/report/pairs.c \
	lib/report/pings.c \
	lib/report/processors.c \
	lib/report/publish.c \
	lib/report/region.c \
	lib/report/resources.c \
	lib/report/sampler.c \
	lib/report/series.c \
	lib/report/sites.c \
	lib/report/snapshot.c \
	lib/report/spans.c \
	lib/report/uses.c \
	lib/report/uses_joined.c
