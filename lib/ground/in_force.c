#include "config.h"

#include "ground/in_force.h"

struct mpit_in_force mpit__in_force;
