/* Any bytes as the text of a configuration, and as MPIT_CVARS: see .ci/long. */
#include "settings/settings.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Each setting has a name and a value, or an error, and a label that fits. */
static void look_at(const struct mpit_settings *list)
{
    char label[64];

    for (const struct mpit_setting *it = list->first; it; it = it->next) {
        if (it->error ? it->name || it->value : !it->name || !it->value)
            abort();
        if (it->error)
            continue;
        mpit__setting_label(it->name, it->value, it->origin, label, sizeof label);
        if (strnlen(label, sizeof label) == sizeof label)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char separators[] = "\n;";
    const struct mpit_origin origin = {.line = 1};

    for (int i = 0; separators[i]; i++) {
        struct mpit_settings list = MPIT_SETTINGS_INIT(list);

        mpit__settings_parse(&list, (const char *)data, size, separators[i], origin);
        look_at(&list);
        mpit__settings_free(&list);
    }
    return 0;
}
