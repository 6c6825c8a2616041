#include "verdict.h"

enum mpit_verdict mpit__verdict(struct mpit_interval excess, double resolution)
{
    return excess.low > 0 ? MPIT_MISSED : excess.high <= resolution ? MPIT_HELD : MPIT_UNDECIDED;
}

const char *mpit__verdict_text(enum mpit_verdict verdict)
{
    return verdict == MPIT_MISSED ? "MISSED" : mpit__verdict_json(verdict);
}

const char *mpit__verdict_json(enum mpit_verdict verdict)
{
    static const char *const names[] = {"held", "missed", "undecided"};

    return names[verdict];
}
