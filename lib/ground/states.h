/* What a process does, in the order of the enumeration mpit_state: STATE(name) for each. */
#ifndef MPIT_GROUND_STATES_H
#define MPIT_GROUND_STATES_H

#define MPIT_STATES_EACH(STATE)                                                                    \
    STATE(compute)                                                                                 \
    STATE(send)                                                                                    \
    STATE(recv)                                                                                    \
    STATE(wait)                                                                                    \
    STATE(probe)                                                                                   \
    STATE(collective)                                                                              \
    STATE(rma)                                                                                     \
    STATE(io)

enum mpit_state {
#define STATE(name) MPIT_STATE_##name,
    MPIT_STATES_EACH(STATE)
#undef STATE
        MPIT_STATES
};

#endif
