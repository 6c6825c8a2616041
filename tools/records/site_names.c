/* By the tables of symbols and lines that programs and libraries have: elfutils' libdw reads them,
 * and finds those that stand in files of their own. */
#include "config.h"

#include "tools/records/site_names.h"

#include "tools/ground/tool.h"
#include "tools/records/dw.h"

#include <dwarf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct tool_dw *dw; /* once it is needed */

/* A file with places. */
struct file {
    const char *path, *build_id; /* of the first site in it */
    Dwfl *dwfl;
    Dwfl_Module *module; /* NULL: nothing can be said of it */
    GElf_Addr bias;      /* of its addresses in dwfl */
};

/* ---- opening */

static bool has_build_id(const struct file *file)
{
    const unsigned char *bits = NULL;
    GElf_Addr where;
    int n = dw->dwfl_module_build_id(file->module, &bits, &where);
    char text[sizeof((struct mpit_record_site *)NULL)->build_id] = "";

    for (int i = 0; i < n && 2 * (size_t)i + 2 < sizeof text; i++)
        snprintf(text + 2 * i, 3, "%02x", bits[i]);
    return !strcmp(text, file->build_id);
}

static Dwfl *begin(void)
{
    static char *debuginfo;
    static Dwfl_Callbacks callbacks = {.debuginfo_path = &debuginfo};

    callbacks.find_elf = dw->dwfl_build_id_find_elf;
    callbacks.find_debuginfo = dw->dwfl_standard_find_debuginfo;
    callbacks.section_address = dw->dwfl_offline_section_address;
    return dw->dwfl_begin(&callbacks);
}

/* NULL, or why its places have no names. */
static const char *try_to_open(struct file *file)
{
    struct stat status;

    if (!dw && !(dw = tool_dw_load()))
        return MPIT_DW_LIBRARY " cannot be loaded";
    if (stat(file->path, &status) != 0)
        return strerror(errno);
    if (!S_ISREG(status.st_mode))
        return "not a file";
    file->dwfl = begin();
    if (file->dwfl)
        file->module = dw->dwfl_report_offline(file->dwfl, "", file->path, -1);
    if (!file->module || dw->dwfl_report_end(file->dwfl, NULL, NULL) != 0 ||
        !dw->dwfl_module_getelf(file->module, &file->bias))
        return dw->dwfl_errmsg(-1);
    return has_build_id(file) ? NULL : "another build than that of the job";
}

static void open_file(struct file *file, const struct mpit_record_site *first)
{
    const char *error;

    *file = (struct file){.path = first->module, .build_id = first->build_id};
    error = try_to_open(file);
    if (!error)
        return;
    tool_complain("%s: %s; its call sites have no names", file->path, error);
    file->module = NULL;
}

/* ---- names */

/* As it stands in the source; to be freed. */
static char *demangle(const char *name)
{
    int status;
    char *plain = strncmp(name, "_Z", 2) == 0 ? dw->demangle(name, NULL, NULL, &status) : NULL;

    return plain ? plain : tool_print("%s", name);
}

static void name_function(const struct file *file, GElf_Addr code, char *name, size_t size)
{
    GElf_Off behind;
    GElf_Sym symbol;
    const char *its =
        dw->dwfl_module_addrinfo(file->module, code, &behind, &symbol, NULL, NULL, NULL);
    char *plain;

    if (!its || behind >= symbol.st_size)
        return;
    plain = demangle(its);
    snprintf(name, size, "%s", plain);
    free(plain);
}

/* As the compiler was given it, where that was no whole path. */
static const char *without_folder(const char *source, const char *folder)
{
    size_t n = folder ? strlen(folder) : 0;

    return n && !strncmp(source, folder, n) && source[n] == '/' ? source + n + 1 : source;
}

static void name_line(const struct file *file, GElf_Addr code, struct mpit_record_site *site)
{
    Dwfl_Line *line = dw->dwfl_module_getsrc(file->module, code);
    const char *source = line ? dw->dwfl_lineinfo(line, NULL, &site->line, NULL, NULL, NULL) : NULL;

    if (source)
        snprintf(site->file, sizeof site->file, "%s",
                 without_folder(source, dw->dwfl_line_comp_dir(line)));
}

/* ---- what the compiler has put into the function */

static const char *text_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;

    return dw->dwarf_formstring(dw->dwarf_attr_integrate(die, name, &attribute));
}

static char *name_of(Dwarf_Die *die)
{
    const char *linked = text_of(die, DW_AT_linkage_name), *plain = text_of(die, DW_AT_name);

    return demangle(linked ? linked : plain ? plain : "?");
}

static Dwarf_Word number_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number = 0;

    return dw->dwarf_formudata(dw->dwarf_attr(die, name, &attribute), &number) == 0 ? number : 0;
}

/* The place in its caller. */
static void append_call(char **list, Dwarf_Die *unit, Dwarf_Die *inlined)
{
    Dwarf_Files *files;
    size_t n;
    const char *source = NULL, *slash;
    char *name = name_of(inlined);

    if (dw->dwarf_getsrcfiles(unit, &files, &n) == 0)
        source = dw->dwarf_filesrc(files, (size_t)number_of(inlined, DW_AT_call_file), NULL, NULL);
    slash = source ? strrchr(source, '/') : NULL;
    tool_append(list, "%s%s [%s:%" PRIu64 "]", **list ? ", " : "", name,
                slash    ? slash + 1
                : source ? source
                         : "?",
                (uint64_t)number_of(inlined, DW_AT_call_line));
    free(name);
}

/* Those around an address from the inside out, up to the function that they are in.  (What
 * dwarf_getscopes has around an inlined function is where that is defined, not where it is.) */
static int scopes_of(Dwarf_Die *unit, Dwarf_Addr code, Dwarf_Die **scopes)
{
    Dwarf_Die innermost;

    *scopes = NULL;
    if (dw->dwarf_getscopes(unit, code, scopes) <= 0)
        return 0;
    innermost = (*scopes)[0];
    free(*scopes);
    *scopes = NULL;
    return dw->dwarf_getscopes_die(&innermost, scopes);
}

static void name_inlined(const struct file *file, GElf_Addr code, char *text, size_t size)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = dw->dwfl_module_addrdie(file->module, code, &bias), *scopes;
    int n = unit ? scopes_of(unit, code - bias, &scopes) : 0;
    char *list = tool_print("%s", "");

    for (int i = 0; i < n && dw->dwarf_tag(&scopes[i]) != DW_TAG_subprogram; i++)
        if (dw->dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
            append_call(&list, unit, &scopes[i]);
    snprintf(text, size, "%s", list);
    free(list);
    if (n > 0)
        free(scopes);
}

/* ---- one of them */

/* The call stands before what it returns to. */
static void name_site(const struct file *file, struct mpit_record_site *site)
{
    GElf_Addr code = site->offset - 1 + file->bias;

    name_function(file, code, site->function, sizeof site->function);
    name_line(file, code, site);
    name_inlined(file, code, site->inlined, sizeof site->inlined);
}

/* ---- all of them */

static bool is_in(const struct mpit_record_site *site, const struct file *file)
{
    return !strcmp(site->module, file->path) && !strcmp(site->build_id, file->build_id);
}

static const struct file *file_of(struct file *file, int *n, const struct mpit_record_site *site)
{
    for (int i = 0; i < *n; i++)
        if (is_in(site, &file[i]))
            return &file[i];
    open_file(&file[*n], site);
    return &file[(*n)++];
}

void tool_sites_name(struct mpit_record *record)
{
    struct file *file = tool_allocate((size_t)record->nsite, sizeof *file);
    int n = 0;

    for (int i = 0; i < record->nsite; i++) {
        struct mpit_record_site *site = &record->site[i];
        const struct file *its;

        if (!*site->module || *site->function || *site->file)
            continue;
        its = file_of(file, &n, site);
        if (its->module)
            name_site(its, site);
    }
    for (int i = 0; i < n; i++)
        if (file[i].dwfl)
            dw->dwfl_end(file[i].dwfl);
    free(file);
    if (n > 0 && record->nverdict > 0)
        mpit__record_judge(record); /* sentences have names */
}
