/* Which heads of segments are believed, and of which process, job and world they are said to be: by
 * the processes of a job and by the command. */
#include "config.h"

#include "../../tools/job/arrivals.h"
#include "../../tools/live/folder.h"
#include "../../tools/live/process.h"
#include "live/others.h"
#include "live/process.h"
#include "live/segment.h"
#include "suite.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct mpit_live_head own;
static char path[] = "/tmp/mpit-heads-XXXXXX";
static int file = -1;

/* As a process writes it that is this one. */
static struct mpit_live_head head_of_ours(void)
{
    struct mpit_live_head head = {.layout = MPIT_LIVE_LAYOUT,
                                  .order = MPIT_LIVE_ORDER,
                                  .head_bytes = sizeof head,
                                  .item_bytes = sizeof(struct mpit_live_item),
                                  .name_bytes = sizeof(struct mpit_live_name),
                                  .place_bytes = sizeof(struct mpit_live_place),
                                  .used = sizeof head};
    const double tick = 1e-9;
    uint64_t bits;

    memcpy(head.magic, MPIT_LIVE_MAGIC, sizeof MPIT_LIVE_MAGIC);
    mpit__process_describe(&head);
    memcpy(&bits, &tick, sizeof bits);
    atomic_store(&head.tick_length, bits);
    head.rank = 1;
    head.size = 2;
    strcpy(head.world, "one");
    return head;
}

static void write_head(const struct mpit_live_head *head)
{
    ck_assert_int_eq(pwrite(file, head, sizeof *head, 0), sizeof *head);
}

static bool can_be_read_by_us(const struct mpit_live_head *head)
{
    struct mpit_live_head read;

    write_head(head);
    return mpit__others_read(file, &read);
}

static enum tool_fate fate(const struct mpit_live_head *head)
{
    struct tool_segment segment;
    char reason[512];
    enum tool_fate found;

    write_head(head);
    ck_assert_msg(tool_segment_peek(path, &segment, reason), "%s", reason);
    found = tool_segment_fate(&segment);
    tool_segment_close(&segment);
    return found;
}

static const char *refusal(const struct mpit_live_head *head)
{
    static char reason[512];
    struct tool_segment segment;

    write_head(head);
    if (tool_segment_peek(path, &segment, reason))
        return NULL;
    tool_segment_close(&segment);
    return reason;
}

START_TEST(a_head_of_another_byte_order_is_not_read)
{
    struct mpit_live_head head = head_of_ours();

    ck_assert(can_be_read_by_us(&head));
    ck_assert_ptr_null(refusal(&head));
    head.order = __builtin_bswap32(MPIT_LIVE_ORDER);
    ck_assert(!can_be_read_by_us(&head));
    ck_assert_ptr_nonnull(strstr(refusal(&head), "another byte order"));
}
END_TEST

START_TEST(a_head_of_another_layout_is_not_read)
{
    struct mpit_live_head head = head_of_ours();

    head.layout++;
    ck_assert(!can_be_read_by_us(&head));
    ck_assert_ptr_nonnull(strstr(refusal(&head), "layout"));
}
END_TEST

START_TEST(a_process_is_known_by_machine_space_number_and_start)
{
    struct mpit_live_head head = head_of_ours(), other = head;

    ck_assert_int_eq(fate(&head), TOOL_FATE_ALIVE);
    other.pid_start++;
    ck_assert_int_eq(fate(&other), TOOL_FATE_GONE);
    other = head;
    other.boot[0] = other.boot[0] == 'x' ? 'y' : 'x';
    ck_assert_int_eq(fate(&other), TOOL_FATE_UNKNOWN);
    other = head;
    other.pid_space++;
    ck_assert_int_eq(fate(&other), TOOL_FATE_UNKNOWN);
}
END_TEST

START_TEST(a_process_with_the_number_of_another_is_another)
{
    struct tool_arrivals *arrivals = tool_arrivals_make();
    struct mpit_live_head head = head_of_ours(), later = head;

    write_head(&head);
    tool_arrivals_add(arrivals, dup(file), &head);
    ck_assert(tool_arrivals_has(arrivals, &head));
    later.pid_start++;
    ck_assert(!tool_arrivals_has(arrivals, &later));
    tool_arrivals_free(arrivals);
}
END_TEST

START_TEST(a_job_is_of_one_machine)
{
    struct mpit_live_head other = own;

    ck_assert(mpit__others_is_of_job(&other));
    other.boot[0] = other.boot[0] == 'x' ? 'y' : 'x';
    ck_assert(!mpit__others_is_of_job(&other));
    other = own;
    strcat(other.job, "2");
    ck_assert(!mpit__others_is_of_job(&other));
}
END_TEST

START_TEST(a_world_has_a_name_a_size_and_one_clock)
{
    const double tick = 2e-9;
    struct mpit_live_head other = own;
    uint64_t bits;

    ck_assert(mpit__others_is_of_world(&other));
    strcpy(other.world, "two");
    ck_assert(!mpit__others_is_of_world(&other));
    other = own;
    other.size++;
    ck_assert(!mpit__others_is_of_world(&other));
    other = own;
    other.rank = -1;
    ck_assert(!mpit__others_is_of_world(&other));
    other = own;
    memcpy(&bits, &tick, sizeof bits);
    other.tick_length = bits;
    ck_assert(!mpit__others_is_of_world(&other));
}
END_TEST

/* As if a file had come so long ago. */
static void stamp(const char *folder, time_t ago, long ns)
{
    const struct timespec changed = {time(NULL) - ago, ns};

    ck_assert_int_eq(utimensat(AT_FDCWD, folder, (const struct timespec[]){changed, changed}, 0),
                     0);
}

/* Of one that has just changed it cannot be told: what comes in the same tick changes nothing. */
START_TEST(a_folder_is_as_it_was_seen_until_its_time_is_another)
{
    char folder[] = "/tmp/mpit-heads-XXXXXX";
    struct timespec seen = {0};

    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert(!tool_segments_are_as_seen(folder, &seen));
    ck_assert(!tool_segments_are_as_seen(folder, &seen));
    stamp(folder, 100, 5);
    ck_assert(!tool_segments_are_as_seen(folder, &seen));
    ck_assert(tool_segments_are_as_seen(folder, &seen));
    ck_assert(tool_segments_are_as_seen(folder, &seen));
    stamp(folder, 100, 6);
    ck_assert(!tool_segments_are_as_seen(folder, &seen));
    ck_assert(tool_segments_are_as_seen(folder, &seen));
    stamp(folder, 0, 0); /* of whole seconds */
    ck_assert(!tool_segments_are_as_seen(folder, &seen));
    ck_assert(!tool_segments_are_as_seen(folder, &seen));
    ck_assert_int_eq(rmdir(folder), 0);
    ck_assert(!tool_segments_are_as_seen(folder, &seen));
    ck_assert(!tool_segments_are_as_seen(folder, &seen));
}
END_TEST

/* What `mpit run` asks for the processes of its job, which is all there are. */
struct tool_segments tool_live_job_segments(const struct tool_live_job *job, bool heads)
{
    ck_assert(heads);
    return tool_segments_peek(job->folder, NULL);
}

static void set_rank(struct mpit_live_head *head, int rank)
{
    head->began = 1;
    head->rank = rank;
    head->pid += rank;
}

static void segment_path(char *name, size_t room, const char *folder, int rank)
{
    snprintf(name, room, "%s/%d" MPIT_LIVE_ENDING, folder, rank);
}

static rlim_t files_may_be(rlim_t n)
{
    struct rlimit limit;
    rlim_t before;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    before = limit.rlim_cur;
    limit.rlim_cur = n;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    return before;
}

START_TEST(a_process_that_could_not_be_taken_is_taken_later)
{
    enum { RANKS = 3, ROOM = 2 }; /* files that may still be opened: the folder and one of it */
    char folder[] = "/tmp/mpit-heads-XXXXXX", name[64];
    struct tool_live_job live = {.on = true, .folder = folder};
    struct tool_arrivals_job *job = tool_arrivals_job_begin(&live);
    const struct tool_arrivals *arrivals;
    rlim_t before;
    int next, taken = 0;

    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (int i = 0; i < RANKS; i++) {
        struct mpit_live_head head = head_of_ours();
        int segment;

        set_rank(&head, i);
        segment_path(name, sizeof name, folder, i);
        segment = open(name, O_CREAT | O_WRONLY, 0600);
        ck_assert_int_eq(write(segment, &head, sizeof head), sizeof head);
        close(segment);
    }
    stamp(folder, 100, 5);
    next = dup(0);
    close(next);
    before = files_may_be((rlim_t)next + ROOM);
    tool_arrivals_job_look(job);
    ck_assert_int_eq(dup(0), -1);
    files_may_be(before);
    arrivals = tool_arrivals_job_end(job);
    for (int i = 0; i < RANKS; i++) {
        struct mpit_live_head head = head_of_ours();

        set_rank(&head, i);
        taken += tool_arrivals_has(arrivals, &head);
        segment_path(name, sizeof name, folder, i);
        unlink(name);
    }
    ck_assert_int_eq(taken, RANKS);
    tool_arrivals_job_free(job);
    rmdir(folder);
}
END_TEST

static void remove_file(void)
{
    unlink(path);
}

static void set_up(void)
{
    own = head_of_ours();
    mpit__live_head = &own;
    file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(atexit(remove_file), 0);
}

#define TESTS(TEST)                                                                                \
    TEST(a_head_of_another_byte_order_is_not_read)                                                 \
    TEST(a_head_of_another_layout_is_not_read)                                                     \
    TEST(a_process_is_known_by_machine_space_number_and_start)                                     \
    TEST(a_process_with_the_number_of_another_is_another)                                          \
    TEST(a_job_is_of_one_machine)                                                                  \
    TEST(a_world_has_a_name_a_size_and_one_clock)                                                  \
    TEST(a_folder_is_as_it_was_seen_until_its_time_is_another)                                     \
    TEST(a_process_that_could_not_be_taken_is_taken_later)
SUITE("heads", TESTS, set_up)
