/* The same as JUnit XML, a suite a library, for what shows tests. */
#include "config.h"

#include "tools/conform/conform.h"

#include "tools/formats/html_parts.h"

static void write_attribute(const char *name, const char *value, FILE *out)
{
    fprintf(out, " %s=\"", name);
    tool_html_escaped(value, out);
    fputc('"', out);
}

static void write_case(const struct conform_row *row, const struct conform_finding *found,
                       FILE *out)
{
    fputs("    <testcase", out);
    write_attribute("classname", row->group, out);
    write_attribute("name", row->name, out);
    if (found->verdict == CONFORM_KEPT) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, "><%s", found->verdict == CONFORM_BROKEN ? "failure" : "skipped");
    write_attribute("message", found->seen ? found->seen : "", out);
    fputs("/></testcase>\n", out);
}

static void write_suite(const struct conform_rows *rows, enum conform_library library, FILE *out)
{
    fputs("  <testsuite", out);
    write_attribute("name", conform_libraries[library], out);
    write_attribute("package", rows->mpi, out);
    fprintf(out, " tests=\"%d\" failures=\"%d\" skipped=\"%d\">\n", rows->judged,
            conform_count(rows, library, CONFORM_BROKEN),
            conform_count(rows, library, CONFORM_NOT_OFFERED));
    for (int i = 0; i < rows->judged; i++)
        write_case(&rows->row[i], &rows->row[i].found[library], out);
    fputs("  </testsuite>\n", out);
}

void conform_write_junit(const struct conform_rows *rows, FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    for (int i = 0; i < CONFORM_LIBRARIES; i++)
        if (rows->is_judged[i])
            write_suite(rows, (enum conform_library)i, out);
    fputs("</testsuites>\n", out);
}
