/* Random environments and files through the whole set-up of control variables.
 *
 *   fuzz_config [ITERATIONS [SEED]]    default: 3000 iterations of seed 1
 *
 * Each iteration must end with every variable at a value that it allows and that is read back as
 * itself, and with all memory that it took given back.  A failure prints the iteration; a
 * sanitizer finds what goes wrong in silence. */
#include "config.h"

#include "../random.h"
#include "cvar/cvar.h"
#include "cvar/read_settings.h"
#include "settings/environment.h"
#include "settings/foreign.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

enum { ENTRIES = 8, LONGEST = 700 };

static uint64_t state;

/* Blocks that the code under test holds: the linker's --wrap leads its calls here. */
static long blocks;

#define WRAP(function, formals, actuals)                                                           \
    void *__real_##function formals;                                                               \
    void *__wrap_##function formals;                                                               \
    void *__wrap_##function formals                                                                \
    {                                                                                              \
        void *block = __real_##function actuals;                                                   \
        blocks += block != NULL;                                                                   \
        return block;                                                                              \
    }
WRAP(malloc, (size_t size), (size))
WRAP(calloc, (size_t n, size_t size), (n, size))
WRAP(strdup, (const char *text), (text))
WRAP(strndup, (const char *text, size_t n), (text, n))

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block)
{
    blocks -= block != NULL;
    __real_free(block);
}

static uint32_t draw(uint32_t below)
{
    return random_below(&state, below);
}

struct text {
    char bytes[LONGEST + 1];
    size_t length;
};

static void put(struct text *text, const char *bytes, size_t length)
{
    if (length > LONGEST - text->length)
        length = LONGEST - text->length;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

static void put_word(struct text *text, const char *word)
{
    put(text, word, strlen(word));
}

static void put_noise(struct text *text)
{
    for (uint32_t n = draw(12); n; n--) {
        char byte = (char)draw(256);

        put(text, &byte, 1);
    }
}

static const struct mpit_cvar *any_cvar(void)
{
    size_t n = 0;

    while (mpit__cvar_own_at(n))
        n++;
    return mpit__cvar_own_at(draw((uint32_t)n));
}

static void put_name(struct text *text, bool upper)
{
    char name[MPIT_ENVIRONMENT_NAME];
    static const char *const others[] = {"CONFIG", "CVARS", "CVAR_", "CVAR_x", "", "WATCH", "_"};

    switch (draw(6)) {
    case 0:
        put_noise(text);
        break;
    case 1:
        put_word(text, upper ? "MPIT_" : "mpit_");
        put_word(text, others[draw(sizeof others / sizeof *others)]);
        break;
    case 2:
        put_word(text, upper ? "MPIT_CVAR_" : "btl_vader_");
        put_word(text, any_cvar()->name);
        break;
    default:
        mpit__environment_name(any_cvar()->name, name);
        put_word(text, upper ? name : any_cvar()->name);
    }
}

static void put_item(struct text *text)
{
    const struct mpit_cvar *cvar = any_cvar();

    if (cvar->enumtype)
        put_word(text, cvar->enumtype->items[draw((uint32_t)cvar->enumtype->n)].name);
}

static void put_value(struct text *text)
{
    static const char *const words[] = {
        "on",
        "no",
        "0",
        "-1",
        "18446744073709551616",
        "64k",
        "9999999T",
        "1e308",
        "nan",
        "10ms",
        "\"",
        "\"a\\\"",
        "\\",
        "counts,bytes",
        ",",
        "0x7fffffff",
        "08",
        "\"quoted # text\"",
        "-",
        "inf",
        "1e-400",
        "  ",
        "2147483648",
        "-9223372036854775808k",
        "report.json",
        "\377\376",
    };

    for (uint32_t n = draw(3) + 1; n; n--) {
        if (draw(3) == 0)
            put_item(text);
        else if (draw(4) == 0)
            put_noise(text);
        else
            put_word(text, words[draw(sizeof words / sizeof *words)]);
    }
    if (draw(40) == 0)
        while (text->length < LONGEST)
            put_word(text, "long");
}

static void put_settings(struct text *text, char separator)
{
    static const char *const between[] = {"=", " = ", "", "==", "= \"", "\t=\t"};

    for (uint32_t n = draw(6); n; n--) {
        put_name(text, false);
        put_word(text, between[draw(sizeof between / sizeof *between)]);
        put_value(text);
        if (draw(5) == 0)
            put_word(text, " # comment \"");
        put(text, &separator, draw(8) != 0);
    }
}

/* Whether MPIT_CONFIG names it or not. */
static void write_file(int file)
{
    struct text text = {.length = 0};

    put_settings(&text, '\n');
    if (ftruncate(file, 0) != 0 || pwrite(file, text.bytes, text.length, 0) != (ssize_t)text.length)
        abort();
}

static void make_environment(const char *path, struct text entries[ENTRIES],
                             char *list[ENTRIES + 1])
{
    uint32_t n = draw(ENTRIES + 1);

    for (uint32_t i = 0; i < n; i++) {
        entries[i].length = 0;
        if (draw(5) == 0) {
            put_word(&entries[i], "MPIT_CVARS=");
            put_settings(&entries[i], ';');
        } else if (draw(3) == 0) {
            put_word(&entries[i], "MPIT_CONFIG=");
            put_word(&entries[i], path);
        } else {
            put_name(&entries[i], true);
            put_word(&entries[i], draw(20) ? "=" : "");
            put_value(&entries[i]);
        }
        list[i] = entries[i].bytes;
    }
    list[n] = NULL;
}

/* What does not hold of a variable, or NULL. */
static const char *why_wrong(const struct mpit_cvar *cvar)
{
    union mpit_value value, again;
    char text[MPIT_TEXT];

    if (cvar->scope == MPI_T_SCOPE_CONSTANT || cvar->scope == MPI_T_SCOPE_READONLY)
        return cvar->origin->where ? "something has set it" : NULL;
    mpit__cvar_get(cvar, NULL, &value);
    if (cvar->type == MPIT_CHAR && !memchr(value.text, '\0', sizeof value.text))
        return "it does not end";
    mpit__cvar_print(cvar, &value, text, sizeof text);
    if (!mpit__cvar_parse(cvar, text, &again))
        return "its value is not read back";
    if (mpit__types[cvar->type].compare(&value, &again) != 0)
        return "its value is read back as another";
    if (cvar->effect && cvar->effect->allowed && !cvar->effect->allowed(&value))
        return "its value is not allowed";
    return NULL;
}

static bool holds(long iteration)
{
    const struct mpit_cvar *cvar;

    for (size_t i = 0; (cvar = mpit__cvar_own_at(i)); i++) {
        const char *wrong = why_wrong(cvar);

        if (wrong) {
            printf("iteration %ld: %s: %s\n", iteration, cvar->name, wrong);
            return false;
        }
    }
    return true;
}

static bool run(long iterations, int file, const char *path)
{
    static struct text entries[ENTRIES];
    static char *list[ENTRIES + 1];

    environ = list;
    for (long i = 0; i < iterations; i++) {
        char settings[256];
        long before = blocks;

        write_file(file);
        make_environment(path, entries, list);
        mpit__cvar_read_settings("/nonexistent");
        mpit__foreign_print(settings, sizeof settings);
        if (!holds(i))
            return false;
        mpit__foreign_forget();
        mpit__origin_forget();
        if (blocks != before) {
            printf("iteration %ld: %ld blocks were not given back\n", i, blocks - before);
            return false;
        }
    }
    return true;
}

/* What the library says goes nowhere: there is a lot of it. */
int main(int argc, char **argv)
{
    long iterations = argc > 1 ? atol(argv[1]) : 3000;
    int nowhere = open("/dev/null", O_WRONLY), file;
    char path[] = "/tmp/mpit-fuzz-XXXXXX";
    bool ok;

    state = (uint64_t)(argc > 2 ? atoll(argv[2]) : 1) * 2 + 1;
    file = mkstemp(path);
    if (file < 0 || nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0)
        return EXIT_FAILURE;
    ok = run(iterations, file, path);
    unlink(path);
    if (!ok)
        return EXIT_FAILURE;
    printf("%ld iterations\n", iterations);
    return EXIT_SUCCESS;
}
