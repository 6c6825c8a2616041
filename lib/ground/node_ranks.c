#include "config.h"

#include "ground/node_ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "ground/hash.h"
#include "ground/launcher.h"

/* ---- marks: a page of memory each, that nobody touches, whose name is the mark */

static const struct {
    const char *name, *setting;
} marks[] = {[MPIT_MARK_REPORT] = {"mpit-report", "MPIT_REPORT"},
             [MPIT_MARK_CHECK] = {"mpit-check", "MPIT_CHECK"}};

void mpit__node_ranks_mark(enum mpit_node_ranks_mark mark)
{
    static _Atomic bool is_up[MPIT_MARKS];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int file;

    if (mpit__launcher_rank() < 0 || atomic_exchange(&is_up[mark], true))
        return;
    file = memfd_create(marks[mark].name, MFD_CLOEXEC);
    if (file < 0)
        return;
    mmap(NULL, page, PROT_NONE, MAP_PRIVATE, file, 0);
    close(file);
}

/* ---- who is missing */

/* What is known of a rank, the best last: of several processes of it the best holds. */
enum coming { SILENT, UNSET, UNLOADED, COMES };

struct rank_here {
    int rank;
    long process;
    enum coming coming;
};

struct look {
    enum mpit_node_ranks_mark mark;
    struct rank_here *rank;
    int n;
    bool sees_us, failed;
};

struct mapped {
    bool front, back, mark;
};

/* The files that a process has in its memory. */
static struct mapped look_at_memory(long process, const char *mark)
{
    char name[64], line[512], wanted[64];
    struct mapped found = {0};
    FILE *maps;

    snprintf(name, sizeof name, "/proc/%ld/maps", process);
    snprintf(wanted, sizeof wanted, "memfd:%s ", mark);
    maps = fopen(name, "re");
    while (maps && fgets(line, sizeof line, maps)) {
        found.front = found.front || strstr(line, "/libmpit");
        found.back = found.back || strstr(line, "/back.so");
        found.mark = found.mark || strstr(line, wanted);
    }
    if (maps)
        fclose(maps);
    return found;
}

static enum coming look_at(long process, enum mpit_node_ranks_mark mark)
{
    struct mapped mapped = look_at_memory(process, marks[mark].name);
    char value[8];

    if (mapped.mark)
        return COMES;
    if (mapped.front && !mapped.back)
        return SILENT;
    if (!mpit__launcher_gave(process, marks[mark].setting, value, sizeof value))
        return UNSET;
    return mapped.front || mapped.back ? SILENT : UNLOADED;
}

static struct rank_here *row_of(struct look *look, int rank)
{
    struct rank_here *grown;

    for (int i = 0; i < look->n; i++)
        if (look->rank[i].rank == rank)
            return &look->rank[i];
    grown = realloc(look->rank, sizeof *grown * ((size_t)look->n + 1));
    if (!grown)
        return NULL;
    look->rank = grown;
    grown += look->n++;
    *grown = (struct rank_here){rank, 0, SILENT};
    return grown;
}

/* A script that has started the program stands above it: the younger process is the program. */
static void take(void *context, int rank, long process)
{
    struct look *look = context;
    struct rank_here *row = row_of(look, rank);
    enum coming coming;

    if (!row) {
        look->failed = true;
        return;
    }
    if (row->coming == COMES)
        return;
    coming = look_at(process, look->mark);
    look->sees_us = look->sees_us || (coming == COMES && process == getpid());
    if (coming == COMES || process > row->process)
        *row = (struct rank_here){rank, process, coming};
}

static void describe(const struct rank_here *row, enum mpit_node_ranks_mark mark, int more,
                     char *text, size_t size)
{
    char others[40] = "";
    static const char *const why[] = {[SILENT] = "libmpit counts nothing in",
                                      [UNSET] = "is not set in",
                                      [UNLOADED] = "libmpit is not loaded in"};

    if (more)
        snprintf(others, sizeof others, " and %d more of this node", more);
    snprintf(text, size, "rank %d%s (%s%s%s process %ld)", row->rank, others,
             row->coming == UNSET ? marks[mark].setting : "", row->coming == UNSET ? " " : "",
             why[row->coming], row->process);
}

static int find_missing(enum mpit_node_ranks_mark mark, char *text, size_t size)
{
    struct look look = {.mark = mark};
    const struct rank_here *lowest = NULL;
    int missing = 0;

    text[0] = '\0';
    mpit__launcher_each(take, &look);
    for (int i = 0; look.sees_us && !look.failed && i < look.n; i++) {
        if (look.rank[i].coming == COMES)
            continue;
        missing++;
        if (!lowest || look.rank[i].rank < lowest->rank)
            lowest = &look.rank[i];
    }
    if (lowest)
        describe(lowest, mark, missing - 1, text, size);
    free(look.rank);
    return missing;
}

/* ---- who speaks: the name stands in the network's name space of the node, and ends with the
 * process, or when the program closes what it does not know */

enum { LINES = 32, HIGH = 512 };
static _Atomic uint64_t lines[LINES];

static bool has_line(uint64_t line)
{
    for (int i = 0; i < LINES; i++)
        if (atomic_load(&lines[i]) == line)
            return true;
    return false;
}

static void keep_line(uint64_t line)
{
    for (int i = 0; i < LINES; i++) {
        uint64_t none = 0;

        if (atomic_compare_exchange_strong(&lines[i], &none, line))
            return;
    }
}

/* Not where the program expects the next file that it opens. */
static void keep_open(int bound)
{
    int high = fcntl(bound, F_DUPFD_CLOEXEC, HIGH);

    if (high >= 0)
        close(bound);
}

static socklen_t name_of(uint64_t line, long launcher, struct sockaddr_un *name)
{
    const char *job = mpit__launcher_job();
    int n;

    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    n = snprintf(name->sun_path + 1, sizeof name->sun_path - 1, "mpit-%ld-%ld-%.48s-%" PRIx64,
                 (long)geteuid(), launcher, job ? job : "", line);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

/* False: another process has the name. */
static bool take_name(uint64_t line, long launcher)
{
    struct sockaddr_un name;
    socklen_t length = name_of(line, launcher, &name);
    int bound = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool taken;

    if (bound < 0)
        return true;
    taken = bind(bound, (const struct sockaddr *)&name, length) != 0 && errno == EADDRINUSE;
    if (taken)
        close(bound);
    else
        keep_open(bound);
    return !taken;
}

static bool has_name(uint64_t line, long launcher)
{
    struct sockaddr_un name;
    socklen_t length = name_of(line, launcher, &name);
    int asks = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool there = asks >= 0 && connect(asks, (const struct sockaddr *)&name, length) == 0;

    if (asks >= 0)
        close(asks);
    return there;
}

bool mpit__node_ranks_speaks(const char *name)
{
    uint64_t line = mpit__hash_of(name);
    long launcher = mpit__launcher_process();
    int saved = errno;
    bool speaks = launcher <= 0 || has_line(line) || take_name(line, launcher);

    if (speaks && launcher > 0 && !has_line(line))
        keep_line(line);
    errno = saved;
    return speaks;
}

/* ---- waiting: of all that wait on this node one looks, and keeps a name while somebody is
 * missing */

static struct {
    enum { UNKNOWN, LOOKS, HEARS } part;
    bool missing;
    char who[256];
} wait[MPIT_MARKS];

static uint64_t name_of_missing(enum mpit_node_ranks_mark mark)
{
    return mpit__hash_add(mpit__hash_of("missing"), marks[mark].name);
}

static void look_first(enum mpit_node_ranks_mark mark, void (*say)(const char *who))
{
    if (!find_missing(mark, wait[mark].who, sizeof wait[mark].who))
        return;
    wait[mark].missing = true;
    take_name(name_of_missing(mark), mpit__launcher_process());
    say(wait[mark].who);
}

bool mpit__node_ranks_goes_on(enum mpit_node_ranks_mark mark, double waited,
                              void (*say)(const char *who))
{
    if (wait[mark].part == UNKNOWN) {
        wait[mark].part = mpit__node_ranks_speaks(marks[mark].name) ? LOOKS : HEARS;
        if (wait[mark].part == LOOKS)
            look_first(mark, say);
    }
    if (wait[mark].part == HEARS)
        wait[mark].missing = has_name(name_of_missing(mark), mpit__launcher_process());
    return !wait[mark].missing || waited < MPIT_HERE_PATIENCE;
}

bool mpit__node_ranks_is_missed(enum mpit_node_ranks_mark mark)
{
    return wait[mark].missing;
}

const char *mpit__node_ranks_who(enum mpit_node_ranks_mark mark)
{
    return wait[mark].part == LOOKS && wait[mark].missing ? wait[mark].who : NULL;
}
