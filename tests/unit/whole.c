/* Which files are whole: a back end that was cut short would end the program that loads it. */
#include "config.h"

#include "suite.h"

/* It is hidden in libmpit.so, and in no archive. */
#include "front/complete_file.c"

#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch[] = "/tmp/mpit-whole-XXXXXX";
static char path[64];

static void remove_scratch(void)
{
    unlink(path);
    rmdir(scratch);
}

/* A file of so many bytes that has one segment. */
static void write_object(off_t size, uint64_t offset, uint64_t bytes)
{
    ElfW(Ehdr) header = {.e_phoff = sizeof header, .e_phentsize = sizeof(ElfW(Phdr)), .e_phnum = 1};
    ElfW(Phdr) segment = {.p_type = PT_LOAD, .p_offset = offset, .p_filesz = bytes};
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

    memcpy(header.e_ident, ELFMAG, SELFMAG);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(pwrite(file, &header, sizeof header, 0), sizeof header);
    ck_assert_int_eq(pwrite(file, &segment, sizeof segment, sizeof header), sizeof segment);
    ck_assert_int_eq(ftruncate(file, size), 0);
    close(file);
}

START_TEST(a_file_has_all_of_its_segments)
{
    write_object(1000, 200, 800);
    ck_assert(mpit__file_is_whole(path));
    write_object(999, 200, 800);
    ck_assert(!mpit__file_is_whole(path));
    write_object(sizeof(ElfW(Ehdr)) + 1, 0, 1);
    ck_assert(!mpit__file_is_whole(path));
}
END_TEST

START_TEST(a_segment_behind_the_end_is_missing)
{
    write_object(1000, 1000, 0);
    ck_assert(mpit__file_is_whole(path));
    write_object(1000, 1001, 0);
    ck_assert(!mpit__file_is_whole(path));
    write_object(1000, 5000, 10);
    ck_assert(!mpit__file_is_whole(path));
    write_object(1000, UINT64_MAX, 2);
    ck_assert(!mpit__file_is_whole(path));
}
END_TEST

START_TEST(what_is_no_object_is_not_whole)
{
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

    ck_assert_int_ge(file, 0);
    close(file);
    ck_assert(!mpit__file_is_whole(path));
    ck_assert(!mpit__file_is_whole(scratch));
    unlink(path);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert(!mpit__file_is_whole(path));
    unlink(path);
    ck_assert(!mpit__file_is_whole(path));
    ck_assert(mpit__file_is_whole("/proc/self/exe"));
}
END_TEST

static void set_up(void)
{
    ck_assert_ptr_nonnull(mkdtemp(scratch));
    snprintf(path, sizeof path, "%s/file", scratch);
    ck_assert_int_eq(atexit(remove_scratch), 0);
}

#define TESTS(TEST)                                                                                \
    TEST(a_file_has_all_of_its_segments)                                                           \
    TEST(a_segment_behind_the_end_is_missing)                                                      \
    TEST(what_is_no_object_is_not_whole)
SUITE("whole", TESTS, set_up)
