#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool as_json;
static const char *const *columns;
static int tables, rows;

void bench_tables_begin(bool json)
{
    as_json = json;
    if (as_json)
        printf("{");
}

void bench_tables_end(void)
{
    if (as_json)
        printf("}\n");
}

static int width_of(const char *column)
{
    int width = (int)strlen(column);

    return width < 9 ? 9 : width;
}

void bench_table_begin(const char *name, const char *title, const char *const names[])
{
    columns = names;
    rows = 0;
    if (as_json) {
        printf("%s\n \"%s\": [", tables++ ? "," : "", name);
        return;
    }
    printf("%s%s: %s\n", tables++ ? "\n" : "", name, title);
    for (int i = 0; columns[i]; i++)
        printf("  %*s", width_of(columns[i]), columns[i]);
    putchar('\n');
}

static void number_print(int width, double value)
{
    if (isnan(value))
        printf("  %*s", width, "-");
    else if (value == floor(value) && fabs(value) < 1e15)
        printf("  %*.0f", width, value);
    else
        printf("  %*.*f", width, fabs(value) < 0.1 ? 4 : fabs(value) < 1000 ? 2 : 0, value);
}

void bench_table_row(const double values[])
{
    if (as_json)
        printf("%s\n  {", rows++ ? "," : "");
    for (int i = 0; columns[i]; i++) {
        if (!as_json)
            number_print(width_of(columns[i]), values[i]);
        else if (isnan(values[i]))
            printf("%s\"%s\": null", i ? ", " : "", columns[i]);
        else
            printf("%s\"%s\": %.9g", i ? ", " : "", columns[i], values[i]);
    }
    putchar(as_json ? '}' : '\n');
    fflush(stdout);
}

void bench_table_end(void)
{
    if (as_json)
        printf("]");
}

void bench_table_note(const char *format, ...)
{
    va_list args;

    if (as_json)
        return;
    printf("  ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}
