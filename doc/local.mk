# What is installed beside the pages of the manual, for who reads it there.
dist_doc_DATA = README doc/conformance.md doc/cost.md doc/install.md doc/nodes.md doc/pictures.md \
	doc/record.schema.json doc/scaling doc/segment.md doc/sets.md doc/suites.md doc/tools.md \
	doc/verdicts.md

EXTRA_DIST += doc/conformance.py

# What doc/schema prints stands in the source tree, for who reads it there: `make schema` puts it
# there, and a test compares the two.
noinst_PROGRAMS += doc/schema
doc_schema_SOURCES = doc/schema.c
doc_schema_LDADD = lib/librecord.la $(JANSSON_LIBS) $(LIBM)

schema: doc/schema$(EXEEXT)
	doc/schema$(EXEEXT) >$(srcdir)/doc/record.schema.json.new && \
	mv $(srcdir)/doc/record.schema.json.new $(srcdir)/doc/record.schema.json

.PHONY: schema
