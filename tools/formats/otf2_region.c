#include "config.h"

#include "tools/formats/otf2_content.h"

#include "tools/records/call_family.h"

#include <string.h>
#include <strings.h>

static const char *const collectives[] = {
#define COLLECTIVE(Name, OP, role, flow) "MPI_" #Name,
#include "tools/formats/otf2_collectives.def"
};

/* Its family is called as the collective is, but in small letters. */
static int collective_of(const char *family)
{
    for (int i = 0; i < TOOL_OTF2_OPS; i++)
        if (!strcasecmp(collectives[i] + strlen("MPI_"), family))
            return i;
    return -1;
}

static bool is_that(const char *call, const char *collective)
{
    const size_t length = strlen(collective);

    return !strncmp(call, collective, length) && (!call[length] || !strcmp(call + length, "_c"));
}

struct tool_otf2_region tool_otf2_region(const char *call)
{
    const char *family = tool_call_family(call);
    struct tool_otf2_region region = {
        .state = tool_family_state(family),
        .sends = !strcmp(family, "send") || !strcmp(family, "sendrecv"),
        .receives =
            !strcmp(family, "recv") || !strcmp(family, "sendrecv") || !strcmp(family, "wait"),
        .collective = collective_of(family),
    };

    region.blocks = region.collective >= 0 && is_that(call, collectives[region.collective]);
    return region;
}
