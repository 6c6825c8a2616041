#include "config.h"

#include "tools/formats/text_full.h"

#include <stdlib.h>
#include <strings.h>

static bool full;

/* As a switch of a control variable is said. */
static bool is_on(const char *word)
{
    static const char *const words[] = {"on", "true", "yes", "1"};

    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(word, words[i]))
            return true;
    return false;
}

void tool_text_ask(bool option, const char *setting)
{
    full = option || is_on(setting ? setting : getenv("MPIT_REPORT_FULL"));
}

bool tool_text_is_full(void)
{
    return full;
}

int tool_text_write(const struct mpit_record *record, FILE *out)
{
    return full ? mpit__record_write_text(record, out) : mpit__record_write_short(record, out);
}
