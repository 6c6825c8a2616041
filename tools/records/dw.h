/* What names call sites, loaded where a record has some: elfutils' libdw, which brings four others,
 * and what makes names of C++ readable.  Most records have no call sites. */
#ifndef TOOL_RECORDS_DW_H
#define TOOL_RECORDS_DW_H

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stddef.h>

#define TOOL_DW_FUNCTIONS(FUNCTION)                                                                \
    FUNCTION(dwarf_attr)                                                                           \
    FUNCTION(dwarf_attr_integrate)                                                                 \
    FUNCTION(dwarf_filesrc)                                                                        \
    FUNCTION(dwarf_formstring)                                                                     \
    FUNCTION(dwarf_formudata)                                                                      \
    FUNCTION(dwarf_getscopes)                                                                      \
    FUNCTION(dwarf_getscopes_die)                                                                  \
    FUNCTION(dwarf_getsrcfiles)                                                                    \
    FUNCTION(dwarf_tag)                                                                            \
    FUNCTION(dwfl_begin)                                                                           \
    FUNCTION(dwfl_build_id_find_elf)                                                               \
    FUNCTION(dwfl_end)                                                                             \
    FUNCTION(dwfl_errmsg)                                                                          \
    FUNCTION(dwfl_line_comp_dir)                                                                   \
    FUNCTION(dwfl_lineinfo)                                                                        \
    FUNCTION(dwfl_module_addrdie)                                                                  \
    FUNCTION(dwfl_module_addrinfo)                                                                 \
    FUNCTION(dwfl_module_build_id)                                                                 \
    FUNCTION(dwfl_module_getelf)                                                                   \
    FUNCTION(dwfl_module_getsrc)                                                                   \
    FUNCTION(dwfl_offline_section_address)                                                         \
    FUNCTION(dwfl_report_end)                                                                      \
    FUNCTION(dwfl_report_offline)                                                                  \
    FUNCTION(dwfl_standard_find_debuginfo)

struct tool_dw {
#define MEMBER(name) __typeof__(name) *name;
    TOOL_DW_FUNCTIONS(MEMBER)
#undef MEMBER
    /* __cxa_demangle, whose header is for C++. */
    char *(*demangle)(const char *mangled, char *buffer, size_t *length, int *status);
};

/* NULL: they are not there, or are others. */
const struct tool_dw *tool_dw_load(void);

#endif
