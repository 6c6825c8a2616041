#include "config.h"

#include "hook/below.h"

#include "mpi/jump_slot.h"

void mpit__below_enter(const struct mpit_base *base, enum mpit_call call,
                       struct mpit_handed *before)
{
    struct mpit_handed *handed = &mpit__thread.handed;

    *before = *handed;
    *handed = (struct mpit_handed){.frame = (uintptr_t)base, .call = (int)call};
}

enum mpit_way_back mpit__below_leave(const struct mpit_handed *before)
{
    struct mpit_handed *handed = &mpit__thread.handed;
    enum mpit_way_back way = handed->came_back       ? MPIT_CAME_BACK
                             : handed->came_as_other ? MPIT_CAME_AS_OTHER
                                                     : MPIT_WENT_PAST;

    *handed = *before;
    return way;
}

bool mpit__below_ends_with(const struct mpit_thread *thread, const void *caller)
{
    return mpit__thread_is_away(thread) && mpit__jump_is_ours(caller);
}

bool mpit__below_is_back(struct mpit_thread *thread, enum mpit_call call)
{
    struct mpit_handed *handed = &thread->handed;

    if (!mpit__thread_is_away(thread))
        return false;
    handed->came_back = handed->call == (int)call;
    handed->came_as_other = !handed->came_back;
    return handed->came_back;
}
