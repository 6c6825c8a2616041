/* What sets control variables from outside: the text of settings, files, the environment, their
 * precedence, and what is refused. */
#include "config.h"

#include "category/category.h"
#include "cvar/assign.h"
#include "cvar/cvar.h"
#include "cvar/read_settings.h"
#include "mpi/facts.h"
#include "settings/environment.h"
#include "settings/foreign.h"
#include "settings/settings.h"
#include "suite.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

/* In the place of the C library's: a program that runs with more rights than its user. */
static bool secure;

unsigned long getauxval(unsigned long type)
{
    return type == AT_SECURE && secure;
}

char *secure_getenv(const char *name)
{
    return secure ? NULL : getenv(name);
}

static char scratch[] = "/tmp/mpit-config-XXXXXX";
static char said[8192]; /* on standard error */

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status, (void)type, (void)walk;
    return remove(path);
}

static void remove_scratch(void)
{
    nftw(scratch, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* The user that the program runs as, where it is not the real one. */
static uid_t another_user;

uid_t geteuid(void)
{
    return another_user ? another_user : getuid();
}

static void start(void)
{
    static char *empty[] = {NULL};

    umask(022);
    strcpy(scratch, "/tmp/mpit-config-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(scratch));
    ck_assert_int_eq(atexit(remove_scratch), 0);
    ck_assert_int_eq(chdir(scratch), 0);
    environ = empty;
    setenv("HOME", "/nonexistent", 1);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

/* A file of the scratch directory as the one that MPIT_CONFIG asks for. */
static void ask_for(const char *name)
{
    char path[sizeof scratch + 64];

    snprintf(path, sizeof path, "%s/%s", scratch, name);
    setenv("MPIT_CONFIG", path, 1);
}

/* As at the start of a program, with the system's file in the scratch directory; keeps what is
 * said. */
static void read_settings(void)
{
    int before = dup(STDERR_FILENO), file = open("said", O_CREAT | O_TRUNC | O_RDWR, 0600);
    ssize_t n;

    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(dup2(file, STDERR_FILENO), STDERR_FILENO);
    mpit__cvar_read_settings(scratch);
    ck_assert_int_eq(dup2(before, STDERR_FILENO), STDERR_FILENO);
    close(before);
    n = pread(file, said, sizeof said - 1, 0);
    ck_assert_int_ge(n, 0);
    said[n] = '\0';
    close(file);
}

static const char *text_of(const char *name)
{
    static char text[MPIT_TEXT];
    const struct mpit_cvar *cvar = mpit__cvar_own(name);
    union mpit_value value;

    ck_assert_ptr_nonnull(cvar);
    mpit__cvar_get(cvar, NULL, &value);
    mpit__cvar_print(cvar, &value, text, sizeof text);
    return text;
}

static const char *origin_of(const char *name)
{
    static char text[512];

    mpit__origin_print(*mpit__cvar_own(name)->origin, text, sizeof text);
    return text;
}

static int lines_said(void)
{
    int n = 0;

    for (const char *p = said; *p; p++)
        n += *p == '\n';
    return n;
}

static void ck_says(const char *what)
{
    ck_assert_msg(strstr(said, what), "'%s' does not say '%s'", said, what);
}

struct expected {
    int line;
    const char *name, *value;
};

static void ck_parses(const char *text, size_t length, char separator, const struct expected *row)
{
    struct mpit_settings list = MPIT_SETTINGS_INIT(list);
    struct mpit_origin origin = {"f", separator == '\n' ? 1 : 0};
    const struct mpit_setting *setting;

    mpit__settings_parse(&list, text, length, separator, origin);
    for (setting = list.first; setting; setting = setting->next, row++) {
        ck_assert_int_eq(setting->origin.line, row->line);
        if (row->name)
            ck_assert_str_eq(setting->name, row->name);
        else
            ck_assert_ptr_nonnull(setting->error);
        if (row->value)
            ck_assert_str_eq(setting->value, row->value);
    }
    ck_assert_int_eq(row->line, -1);
    mpit__settings_free(&list);
}

START_TEST(a_file_has_a_setting_a_line)
{
    static const char text[] =
        "a=1\n\n  b  =  two words \r\n# c = 3\nd = 4 # comment\n"
        "e = x#y\nf =\n\tg = \"# ; \"  # quoted\nh = \"a\\\"b\\\\c\\nd\\te\"\n"
        "i = x=y\nj = \"\"\nk = say \"x\"\nl = end\n"
        "m = \"a\\\" # b\" # c\nn = it is 2\" # inches\no = end";
    static const struct expected rows[] = {{1, "a", "1"},
                                           {3, "b", "two words"},
                                           {5, "d", "4"},
                                           {6, "e", "x#y"},
                                           {7, "f", ""},
                                           {8, "g", "# ; "},
                                           {9, "h", "a\"b\\c\nd\te"},
                                           {10, "i", "x=y"},
                                           {11, "j", ""},
                                           {12, "k", "say \"x\""},
                                           {13, "l", "end"},
                                           {14, "m", "a\" # b"},
                                           {15, "n", "it is 2\""},
                                           {16, "o", "end"},
                                           {-1, NULL, NULL}};

    ck_parses(text, strlen(text), '\n', rows);
}
END_TEST

START_TEST(a_line_that_is_no_setting_is_told_with_its_number)
{
    static const char text[] = "a\n= b\nc d = e\nf = \"g\nh = \"i\" j\nk = l\0m\nn = \"o";
    static const struct expected rows[] = {{1, NULL, NULL}, {2, NULL, NULL}, {3, NULL, NULL},
                                           {4, NULL, NULL}, {5, NULL, NULL}, {6, NULL, NULL},
                                           {7, NULL, NULL}, {-1, NULL, NULL}};

    ck_parses(text, sizeof text - 1, '\n', rows);
}
END_TEST

START_TEST(a_list_is_parted_by_semicolons)
{
    static const char text[] = "a=1; b = 2 ;;c=\"x;y\";d=#e;f=g\nh;i=\"\\\";\";j=\\\"k;l=m";
    static const struct expected rows[] = {{0, "a", "1"},     {0, "b", "2"},    {0, "c", "x;y"},
                                           {0, "d", "#e"},    {0, "f", "g\nh"}, {0, "i", "\";"},
                                           {0, "j", "\\\"k"}, {0, "l", "m"},    {-1, NULL, NULL}};

    ck_parses(text, strlen(text), ';', rows);
}
END_TEST

/* Level by level, in the order of the documents: each one wins over all before it. */
START_TEST(later_sources_win)
{
    char file[64];

    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "65536");
    ck_assert_str_eq(origin_of("mpit_session_limit"), "default");

    write_text("mpit.conf", "\nmpit_session_limit = 1\n");
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "1");
    snprintf(file, sizeof file, "%s/mpit.conf:2", scratch);
    ck_assert_str_eq(origin_of("mpit_session_limit"), file);

    ck_assert_int_eq(mkdir("home", 0700), 0);
    ck_assert_int_eq(mkdir("home/.config", 0700), 0);
    write_text("home/.config/mpit.conf", "mpit_session_limit = 2");
    snprintf(file, sizeof file, "%s/home", scratch);
    setenv("HOME", file, 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "2");

    ck_assert_int_eq(mkdir("xdg", 0700), 0);
    write_text("xdg/mpit.conf", "mpit_session_limit = 3");
    snprintf(file, sizeof file, "%s/xdg", scratch);
    setenv("XDG_CONFIG_HOME", file, 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "3");

    write_text("mine", "mpit_session_limit = 4");
    ask_for("mine");
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "4");
    snprintf(file, sizeof file, "%s/mine:1", scratch);
    ck_assert_str_eq(origin_of("mpit_session_limit"), file);

    setenv("MPIT_CVARS", "mpit_session_limit=5", 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "5");
    ck_assert_str_eq(origin_of("mpit_session_limit"), "MPIT_CVARS");

    setenv("MPIT_CVAR_mpit_session_limit", "6", 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "6");
    ck_assert_str_eq(origin_of("mpit_session_limit"), "MPIT_CVAR_mpit_session_limit");

    setenv("MPIT_SESSION_LIMIT", "7", 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "7");
    ck_assert_str_eq(origin_of("mpit_session_limit"), "MPIT_SESSION_LIMIT");
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(a_relative_directory_of_xdg_is_ignored)
{
    ck_assert_int_eq(mkdir("xdg", 0700), 0);
    write_text("xdg/mpit.conf", "mpit_session_limit = 3");
    setenv("XDG_CONFIG_HOME", "xdg", 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "65536");
}
END_TEST

START_TEST(a_user_s_file_that_no_path_can_name_is_told)
{
    static char folder[PATH_MAX];

    memset(folder, '/', sizeof folder - 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    read_settings();
    ck_assert_int_eq(lines_said(), 1);
    ck_says("XDG_CONFIG_HOME is ignored: no path is as long as that of mpit.conf there");
}
END_TEST

START_TEST(a_privileged_program_heeds_the_system_alone)
{
    write_text("mpit.conf", "mpit_session_limit = 1");
    write_text("mine", "mpit_session_limit = 2");
    ask_for("mine");
    setenv("MPIT_CVARS", "mpit_session_limit=3", 1);
    setenv("MPIT_CVAR_mpit_session_limit", "4", 1);
    setenv("MPIT_SESSION_LIMIT", "5", 1);
    setenv("MPIT_NONSENSE", "5", 1);
    setenv("XDG_CONFIG_HOME", scratch, 1);
    secure = true;
    read_settings();
    ck_assert_str_eq(text_of("mpit_session_limit"), "1");
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(sizes_and_times_have_suffixes)
{
    setenv("MPIT_UMQ_WARN", "64k", 1);
    setenv("MPIT_MEMORY_LIMIT", "2M", 1);
    setenv("MPIT_REPORT_PATIENCE", "10ms", 1);
    setenv("MPIT_PEER_LIMIT", "1KiB", 1);
    setenv("MPIT_SAMPLE_INTERVAL", "25ms", 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_umq_warn"), "65536");
    ck_assert_str_eq(text_of("mpit_memory_limit"), "2097152");
    ck_assert_str_eq(text_of("mpit_report_patience"), "0.01");
    ck_assert_str_eq(text_of("mpit_peer_limit"), "1024");
    ck_assert_str_eq(text_of("mpit_sample_interval"), "0.025");
    ck_assert_str_eq(said, "");
}
END_TEST

/* What a script hands on often has some. */
START_TEST(blanks_around_a_value_do_not_count)
{
    static const char *const padded[] = {"5", " 5", "5 ", "\t5\n"};

    for (size_t i = 0; i < sizeof padded / sizeof *padded; i++) {
        setenv("MPIT_PEER_LIMIT", padded[i], 1);
        setenv("MPIT_REPORT_PATIENCE", padded[i], 1);
        read_settings();
        ck_assert_str_eq(text_of("mpit_peer_limit"), "5");
        ck_assert_str_eq(text_of("mpit_report_patience"), "5");
        ck_assert_str_eq(said, "");
    }
    setenv("MPIT_CLOCK", " Monotonic ", 1);
    setenv("MPIT_NESTED", " yes", 1);
    setenv("MPIT_REPORT", " job ", 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_clock"), "monotonic");
    ck_assert_str_eq(text_of("mpit_nested"), "on");
    ck_assert_str_eq(text_of("mpit_report"), " job ");
    setenv("MPIT_PEER_LIMIT", "5 5", 1);
    read_settings();
    ck_says("MPIT_PEER_LIMIT=5 5 is ignored");
}
END_TEST

START_TEST(mpit_tune_verbose_is_a_switch_with_every_mpi)
{
    setenv("MPIT_TUNE_VERBOSE", "1", 1);
    read_settings();
    ck_assert_str_eq(text_of("mpit_tune_verbose"), "on");
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(switches_take_the_usual_words)
{
    static const char *const words[][2] = {{"on", "on"},     {"YES", "on"},  {"true", "on"},
                                           {"1", "on"},      {"off", "off"}, {"no", "off"},
                                           {"False", "off"}, {"0", "off"}};
    const struct mpit_cvar *cvar;
    int n = 0;

    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++) {
        union mpit_value value;
        char text[MPIT_TEXT];

        if (cvar->enumtype != &mpit__enum_mpit_switch)
            continue;
        n++;
        for (size_t j = 0; j < sizeof words / sizeof *words; j++) {
            ck_assert(mpit__cvar_parse(cvar, words[j][0], &value));
            mpit__cvar_print(cvar, &value, text, sizeof text);
            ck_assert_str_eq(text, words[j][1]);
        }
        ck_assert(!mpit__cvar_parse(cvar, "2", &value));
        ck_assert(!mpit__cvar_parse(cvar, "maybe", &value));
        ck_assert(!mpit__cvar_parse(cvar, "", &value));
    }
    ck_assert_int_ge(n, 2);
}
END_TEST

static bool is_settable(const struct mpit_cvar *cvar)
{
    return cvar->scope != MPI_T_SCOPE_CONSTANT && cvar->scope != MPI_T_SCOPE_READONLY;
}

START_TEST(every_value_printed_is_read_back_as_itself)
{
    const struct mpit_cvar *cvar;

    read_settings();
    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++) {
        union mpit_value value, again;
        char text[MPIT_TEXT];

        if (!is_settable(cvar))
            continue;
        mpit__cvar_get(cvar, NULL, &value);
        mpit__cvar_print(cvar, &value, text, sizeof text);
        ck_assert_msg(mpit__cvar_parse(cvar, text, &again), "%s: %s", cvar->name, text);
        ck_assert_int_eq(mpit__types[cvar->type].compare(&value, &again), 0);
        ck_assert(mpit__cvar_parse(cvar, cvar->standard, &again));
        ck_assert_int_eq(mpit__types[cvar->type].compare(&value, &again), 0);
    }
}
END_TEST

/* Every row: what cannot be parsed keeps the default, and one line names all that there is to
 * know. */
START_TEST(a_refused_value_keeps_the_default_and_is_told)
{
    const struct mpit_cvar *cvar;
    char name[MPIT_ENVIRONMENT_NAME], allowed[512];
    static char text[MPIT_TEXT + 1]; /* too long for any */

    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++) {
        mpit__environment_name(cvar->name, name);
        setenv(name, text, 1);
        read_settings();
        unsetenv(name);
        ck_assert_int_eq(lines_said(), 1);
        ck_says(name);
        if (!is_settable(cvar)) {
            ck_says("cannot be set");
            continue;
        }
        ck_assert_str_eq(origin_of(cvar->name), "default");
        mpit__cvar_describe_allowed(cvar, allowed, sizeof allowed);
        ck_says(allowed);
        ck_says("; it stays ");
    }
}
END_TEST

START_TEST(what_is_out_of_range_is_refused)
{
    static const char *const wrong[][2] = {
        {"MPIT_UMQ_WARN", "-1"},
        {"MPIT_UMQ_WARN", "4294967296"},
        {"MPIT_UMQ_WARN", "4194304k"},
        {"MPIT_PEER_LIMIT", "0"},
        {"MPIT_HANDLE_LIMIT", "1.5"},
        {"MPIT_REPORT_PATIENCE", "-1"},
        {"MPIT_REPORT_PATIENCE", "nan"},
        {"MPIT_REPORT_PATIENCE", "5 parsecs"},
        {"MPIT_WATCH", "counts,moods"},
        {"MPIT_MEMORY_LIMIT", "16777216T"},
        {"MPIT_CLOCK", "17"},
        {"MPIT_CHECK", "2"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char label[128];

        setenv(wrong[i][0], wrong[i][1], 1);
        read_settings();
        unsetenv(wrong[i][0]);
        snprintf(label, sizeof label, "mpit: %s=%s is ignored: ", wrong[i][0], wrong[i][1]);
        ck_assert_msg(strncmp(said, label, strlen(label)) == 0, "%s: %s", label, said);
        ck_assert_int_eq(lines_said(), 1);
    }
}
END_TEST

START_TEST(an_unknown_name_is_told_with_the_nearest)
{
    write_text("mine", "\nmpit_clokc = tsc\n");
    ask_for("mine");
    read_settings();
    ck_says("mine:2: mpit_clokc is not a variable of ours and is ignored; the nearest is "
            "mpit_clock\n");
    ck_assert_int_eq(lines_said(), 1);
    unsetenv("MPIT_CONFIG");
    setenv("MPIT_UMQ_WRAN", "1", 1);
    read_settings();
    ck_assert_str_eq(said, "mpit: MPIT_UMQ_WRAN is not a variable of ours and is ignored; the "
                           "nearest is MPIT_UMQ_WARN\n");
    unsetenv("MPIT_UMQ_WRAN");
    setenv("MPIT_clock", "tsc", 1);
    read_settings();
    ck_says("MPIT_clock is not a variable of ours and is ignored; the nearest is MPIT_CLOCK\n");
    ck_assert_str_eq(text_of("mpit_clock"), "auto");
}
END_TEST

START_TEST(mpit_verbose_decides_wherever_it_stands)
{
    write_text("mine", "mpit_clokc = tsc\ngarbage\n");
    ask_for("mine");
    read_settings();
    ck_assert_int_eq(lines_said(), 2);
    setenv("MPIT_VERBOSE", "quiet", 1);
    read_settings();
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(one_process_of_a_job_speaks_for_all)
{
    setenv("MPIT_CLOKC", "tsc", 1);
    setenv("PMI_RANK", "1", 1);
    read_settings();
    ck_assert_str_eq(said, "");
    setenv("PMI_RANK", "0", 1);
    read_settings();
    ck_assert_int_eq(lines_said(), 1);
}
END_TEST

START_TEST(a_message_is_one_line_whatever_the_value)
{
    setenv("MPIT_CLOCK", "a\nmpit: forged\r\033[2J", 1);
    read_settings();
    ck_assert_int_eq(lines_said(), 1);
    ck_assert_ptr_null(strchr(said, '\033'));
}
END_TEST

START_TEST(a_file_that_was_asked_for_must_be_there)
{
    ask_for("missing");
    read_settings();
    ck_says("/missing is ignored: no such file\n");
    ask_for("");
    read_settings();
    ck_says("not a regular file");
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    ask_for("pipe");
    read_settings();
    ck_says("/pipe is ignored: not a regular file\n");
    ck_assert_int_eq(truncate("said", 0), 0);
    write_text("large", "");
    ck_assert_int_eq(truncate("large", (1 << 20) + 1), 0);
    ask_for("large");
    read_settings();
    ck_says("longer than 1 MiB");
}
END_TEST

/* Reads again; the file is refused, in one line, and sets nothing. */
static void is_refused(const char *why)
{
    read_settings();
    ck_says(why);
    ck_assert_int_eq(lines_said(), 1);
    ck_assert_str_eq(text_of("mpit_session_limit"), "65536");
}

static void is_obeyed(void)
{
    read_settings();
    ck_assert_str_eq(said, "");
    ck_assert_str_eq(text_of("mpit_session_limit"), "2");
}

/* A process of root's gives the file away, another one is run as if by a neighbour. */
static void give_away(const char *path)
{
    if (getuid() == 0)
        ck_assert_int_eq(chown(path, 12345, 12345), 0);
    else
        another_user = getuid() + 1;
}

static void take_back(const char *path)
{
    if (getuid() == 0)
        ck_assert_int_eq(chown(path, 0, 0), 0);
    another_user = 0;
}

START_TEST(a_file_that_others_can_write_is_refused)
{
    write_text("mine", "mpit_session_limit = 2");
    ask_for("mine");
    is_obeyed();
    ck_assert_int_eq(chmod("mine", 0664), 0);
    is_refused("/mine is ignored: others can write to it; chmod go-w it\n");
    ck_assert_int_eq(chmod("mine", 0606), 0);
    is_refused("/mine is ignored: others can write to it; chmod go-w it\n");
    ck_assert_int_eq(chmod("mine", 0644), 0);
    is_obeyed();
}
END_TEST

START_TEST(a_file_of_another_user_is_refused)
{
    write_text("mine", "mpit_session_limit = 2");
    ask_for("mine");
    give_away("mine");
    is_refused("/mine is ignored: it belongs to another user\n");
    take_back("mine");
    is_obeyed();
}
END_TEST

START_TEST(a_file_in_a_folder_of_others_is_refused)
{
    ck_assert_int_eq(mkdir("folder", 0700), 0);
    write_text("folder/mine", "mpit_session_limit = 2");
    ask_for("folder/mine");
    is_obeyed();
    ck_assert_int_eq(chmod("folder", 0777), 0);
    is_refused("/mine is ignored: others can write to its folder; chmod go-w it\n");
    ck_assert_int_eq(chmod("folder", 01777), 0);
    is_obeyed();
    if (getuid() == 0) {
        give_away("folder");
        is_refused("/mine is ignored: its folder belongs to another user\n");
        take_back("folder");
    }
    ck_assert_int_eq(chmod("folder", 0777), 0);
    ck_assert_int_eq(symlink("folder/mine", "link"), 0);
    ask_for("link");
    is_refused("/link is ignored: others can write to its folder; chmod go-w it\n");
}
END_TEST

START_TEST(a_file_of_a_relative_path_is_refused)
{
    write_text("mine", "mpit_session_limit = 2");
    setenv("MPIT_CONFIG", "mine", 1);
    is_refused("mpit: mine is ignored: give its whole path, from / on\n");
}
END_TEST

START_TEST(the_files_of_system_and_user_are_looked_at_likewise)
{
    char path[sizeof scratch + 64];

    write_text("mpit.conf", "mpit_session_limit = 2");
    is_obeyed();
    ck_assert_int_eq(chmod("mpit.conf", 0666), 0);
    is_refused("/mpit.conf is ignored: others can write to it; chmod go-w it\n");
    ck_assert_int_eq(remove("mpit.conf"), 0);
    ck_assert_int_eq(mkdir("xdg", 0700), 0);
    write_text("xdg/mpit.conf", "mpit_session_limit = 2");
    snprintf(path, sizeof path, "%s/xdg", scratch);
    setenv("XDG_CONFIG_HOME", path, 1);
    is_obeyed();
    ck_assert_int_eq(chmod("xdg", 0777), 0);
    is_refused("/mpit.conf is ignored: others can write to its folder; chmod go-w it\n");
}
END_TEST

START_TEST(other_names_are_the_vendor_s)
{
    char text[256];

    setenv("MPIT_CVARS", "foo=1;bar=2;foo=3", 1);
    setenv("MPIT_CVAR_baz", "4", 1);
    read_settings();
    mpit__foreign_print(text, sizeof text);
    ck_assert_str_eq(text, "foo=3;bar=2;baz=4");
    ck_assert_str_eq(mpit__foreign_origin("baz").where, "MPIT_CVAR_baz");
    ck_assert_ptr_null(mpit__foreign_origin("qux").where);
    ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(tuning_names_become_the_vendor_s)
{
    char text[256];
    const struct mpit_cvar *cvar = mpit__cvar_own("mpit_tune_bcast");

    mpit__category_add_own();
    mpit__cvar_add_own(); /* descriptions say what it is here from then on */
    for (int i = 0; i < cvar->enumtype->n; i++) {
        mpit__foreign_forget();
        setenv("MPIT_TUNE_BCAST", cvar->enumtype->items[i].name, 1);
        read_settings();
        mpit__foreign_print(text, sizeof text);
        if (i == 0) {
            ck_assert_str_eq(text, "");
        } else {
            const char *last = strrchr(text, ';') ? strrchr(text, ';') + 1 : text;
            char *value = strrchr(text, '=');

            /* The word where the library describes words, which have other numbers elsewhere. */
            if (MPIT_FACT(describes_items))
                ck_assert_str_eq(value + 1, cvar->enumtype->items[i].name);
            else
                ck_assert_int_eq(atoi(value + 1), cvar->enumtype->items[i].value);
            *value = '\0';
            ck_assert_ptr_nonnull(strstr(cvar->desc, last));
        }
        ck_assert_str_eq(said, "");
    }
    ck_assert_int_ge(cvar->enumtype->n, 5);
}
END_TEST

START_TEST(the_digest_does_not_depend_on_the_order)
{
    struct mpit_origin origin = {"test", 0};
    uint64_t one;

    mpit__foreign_keep("a", "1", origin);
    mpit__foreign_keep("b", "2", origin);
    one = mpit__foreign_digest();
    mpit__foreign_forget();
    mpit__foreign_keep("b", "2", origin);
    mpit__foreign_keep("a", "1", origin);
    ck_assert(mpit__foreign_digest() == one);
    mpit__foreign_keep("a", "2", origin);
    ck_assert(mpit__foreign_digest() != one);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(a_file_has_a_setting_a_line)                                                              \
    TEST(a_line_that_is_no_setting_is_told_with_its_number)                                        \
    TEST(a_list_is_parted_by_semicolons)                                                           \
    TEST(later_sources_win)                                                                        \
    TEST(a_relative_directory_of_xdg_is_ignored)                                                   \
    TEST(a_user_s_file_that_no_path_can_name_is_told)                                              \
    TEST(a_privileged_program_heeds_the_system_alone)                                              \
    TEST(sizes_and_times_have_suffixes)                                                            \
    TEST(blanks_around_a_value_do_not_count)                                                       \
    TEST(mpit_tune_verbose_is_a_switch_with_every_mpi)                                             \
    TEST(switches_take_the_usual_words)                                                            \
    TEST(every_value_printed_is_read_back_as_itself)                                               \
    TEST(a_refused_value_keeps_the_default_and_is_told)                                            \
    TEST(what_is_out_of_range_is_refused)                                                          \
    TEST(an_unknown_name_is_told_with_the_nearest)                                                 \
    TEST(mpit_verbose_decides_wherever_it_stands)                                                  \
    TEST(one_process_of_a_job_speaks_for_all)                                                      \
    TEST(a_message_is_one_line_whatever_the_value)                                                 \
    TEST(a_file_that_was_asked_for_must_be_there)                                                  \
    TEST(a_file_that_others_can_write_is_refused)                                                  \
    TEST(a_file_of_another_user_is_refused)                                                        \
    TEST(a_file_in_a_folder_of_others_is_refused)                                                  \
    TEST(a_file_of_a_relative_path_is_refused)                                                     \
    TEST(the_files_of_system_and_user_are_looked_at_likewise)                                      \
    TEST(other_names_are_the_vendor_s)                                                             \
    TEST(tuning_names_become_the_vendor_s)                                                         \
    TEST(the_digest_does_not_depend_on_the_order)
SUITE("config", TESTS, start)
