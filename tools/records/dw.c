#include "config.h"

#include "tools/records/dw.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/* No pointer to an object is one to a function in C: it is copied. */
static bool take(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, sizeof symbol);
    return symbol;
}

const struct tool_dw *tool_dw_load(void)
{
    static struct tool_dw dw;
    void *library = dlopen(MPIT_DW_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    void *of_cxx = dlopen(MPIT_CXX_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    bool whole = library && of_cxx && take(of_cxx, "__cxa_demangle", &dw.demangle);

#define TAKE(name) whole = whole && take(library, #name, &dw.name);
    TOOL_DW_FUNCTIONS(TAKE)
#undef TAKE
    return whole ? &dw : NULL;
}
