/* Components of the MPI library: whose a variable is, by its name, and whether that one is loaded.
 * A copy of any shared library stands for one that is. */
#include "config.h"

#include "entry/setup.h"
#include "mpi/component.h"
#include "suite.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <unistd.h>

static char directory[] = "/tmp/mpit-component-XXXXXX";

static const char *path_of(const char *file)
{
    static char path[128];

    snprintf(path, sizeof path, "%s/%s", directory, file);
    return path;
}

static void copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    char bytes[4096];
    size_t n;

    ck_assert_ptr_nonnull(in);
    ck_assert_ptr_nonnull(out);
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        ck_assert_uint_eq(fwrite(bytes, 1, n, out), n);
    fclose(in);
    ck_assert_int_eq(fclose(out), 0);
}

static void remove_all(void)
{
    remove(path_of("mca_fake.so"));
    remove(path_of("mca_fake_more.so"));
    rmdir(directory);
}

START_TEST(a_variable_is_of_the_component_with_the_longest_name)
{
    struct link_map *library;
    void *loaded;

    ck_assert_ptr_nonnull(mkdtemp(directory));
    ck_assert_int_eq(atexit(remove_all), 0);
    loaded = dlopen("libm.so.6", RTLD_NOW);
    ck_assert_msg(loaded != NULL, "%s", dlerror());
    ck_assert_int_eq(dlinfo(loaded, RTLD_DI_LINKMAP, &library), 0);
    copy(library->l_name, path_of("mca_fake.so"));
    copy("/dev/null", path_of("mca_fake_more.so"));
    loaded = dlopen(path_of("mca_fake.so"), RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(loaded != NULL, "%s", dlerror());
    mpit__component_scan();
    ck_assert(mpit__component_is_loaded("fake_one"));
    ck_assert(!mpit__component_is_loaded("fake_more_one"));
    ck_assert(mpit__component_is_loaded("fake_moreover"));
    ck_assert(mpit__component_is_loaded("of_none"));
    dlclose(loaded);
    mpit__component_scan();
    ck_assert(!mpit__component_is_loaded("fake_one"));
    ck_assert(mpit__component_is_loaded("of_none"));
}
END_TEST

#define TESTS(TEST) TEST(a_variable_is_of_the_component_with_the_longest_name)
SUITE("component", TESTS, mpit__setup_settings)
