/* The measured program of bench/interface: calls every function of MPI_T, and prints what a call
 * cost.  It runs on the plain vendor and with libmpit preloaded, and knows of libmpit but names.
 *
 *   interface_kernel [-w WARMUPS] [-b BATCHES] [-n ITERATIONS] functions SUBJECT
 *   interface_kernel handles SUBJECT COUNT
 *   interface_kernel variables COUNT
 *
 * SUBJECT is `vendor` or `own`: whose variables.  It writes "vendor <version>", "hook <object that
 * answers MPI_T_init_thread>" and lines
 *
 *   result CASE measured <ns an iteration in the fastest batch>
 *   members CASE <how many the list has that an iteration returns>
 *   result CASE not-offered <why>
 *   growth QUANTITY <ns>
 *
 * MPI_T is initialized after MPI_Init and finalized before MPI_Finalize: Open MPI survives no other
 * order that ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "mpit_events.h"

/* What the MPI library alone may lack. */
#pragma weak MPI_T_event_get_index
#pragma weak MPI_T_event_handle_alloc
#pragma weak MPI_T_event_handle_free
#pragma weak MPI_T_event_register_callback

struct named_pvar {
    const char *name;
    int class;
};

/* The variables that stand for all of their kind. */
static const struct subject {
    const char *name;
    const char *cvar, *enumerated; /* an MPI_INT; a variable with an enumeration */
    struct named_pvar pvar, bound; /* bound to nothing; to a communicator */
    const char *category, *parent;
    const char *event, *more; /* both raised once in a barrier */
} subjects[] = {
    {"own",
     "mpit_profiling",
     "mpit_profiling",
     {"mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER},
     {"mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER},
     "mpit_control",
     "mpit",
     "mpit_collective_begin",
     "mpit_collective_end"},
#ifdef OPEN_MPI
    {"vendor",
     "mpool_base_default_priority",
     "btl_base_verbose",
     {"mpool_hugepage_bytes_allocated", MPI_T_PVAR_CLASS_SIZE},
     {"coll_monitoring_o2a_count", MPI_T_PVAR_CLASS_COUNTER},
     "ompi_io_ompio",
     "ompi_fcoll",
     NULL,
     NULL},
#else
    {"vendor",
     "MPIR_CVAR_BCAST_MIN_PROCS",
     NULL,
     {NULL, 0},
     {NULL, 0},
     "DEBUGGER",
     "DEBUGGER",
     NULL,
     NULL},
#endif
};

enum { SUBJECTS = sizeof subjects / sizeof subjects[0], TEXT = 2048, ELEMENTS = 1024 };

static const struct subject *subject;

/* What the measured loops work on; opened once. */
static struct {
    MPI_Comm comm;
    int cvar, pvar, bound, category, parent; /* indices, -1: there is none */
    MPI_T_enum enumeration;
    MPI_T_cvar_handle cvar_handle;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle pvar_handle, counter; /* counter: of what can be started */
    int value;
    struct {
        int cvars, pvars, categories; /* of the category, of the parent */
    } contents;
} scene = {.enumeration = MPI_T_ENUM_NULL};

static char name[TEXT], text[TEXT];
static unsigned long long elements[ELEMENTS];
static int indices[ELEMENTS];

/* Members of the list that the last loop has asked for. */
static int members;

/* The codes of a loop's calls, or'ed: 0 is success. */
static int codes;

/* ---- the measured loops */

static void measured_init_finalize(int iterations)
{
    int provided;

    for (int i = 0; i < iterations; i++) {
        codes |= MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
        codes |= MPI_T_finalize();
    }
}

static void measured_enum_get_info(int iterations)
{
    for (int i = 0; i < iterations; i++) {
        int n, length = sizeof name;

        codes |= MPI_T_enum_get_info(scene.enumeration, &n, name, &length);
    }
}

static void measured_enum_get_item(int iterations)
{
    for (int i = 0; i < iterations; i++) {
        int value, length = sizeof name;

        codes |= MPI_T_enum_get_item(scene.enumeration, 1, &value, name, &length);
    }
}

static void measured_cvar_get_num(int iterations)
{
    int n;

    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_cvar_get_num(&n);
}

static void measured_cvar_get_info(int iterations)
{
    int verbosity, bind, scope;
    MPI_Datatype type;
    MPI_T_enum enumeration;

    for (int i = 0; i < iterations; i++) {
        int name_length = sizeof name, text_length = sizeof text;

        codes |= MPI_T_cvar_get_info(scene.cvar, name, &name_length, &verbosity, &type,
                                     &enumeration, text, &text_length, &bind, &scope);
    }
}

static void measured_cvar_get_index(int iterations)
{
    int index;

    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_cvar_get_index(subject->cvar, &index);
}

static void measured_cvar_handle(int iterations)
{
    MPI_T_cvar_handle handle;
    int count;

    for (int i = 0; i < iterations; i++) {
        codes |= MPI_T_cvar_handle_alloc(scene.cvar, NULL, &handle, &count);
        codes |= MPI_T_cvar_handle_free(&handle);
    }
}

static void measured_cvar_read(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_cvar_read(scene.cvar_handle, &scene.value);
}

static void measured_cvar_write(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_cvar_write(scene.cvar_handle, &scene.value);
}

static void measured_pvar_get_num(int iterations)
{
    int n;

    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_pvar_get_num(&n);
}

static void measured_pvar_get_info(int iterations)
{
    int verbosity, class, bind, readonly, continuous, atomic;
    MPI_Datatype type;
    MPI_T_enum enumeration;

    for (int i = 0; i < iterations; i++) {
        int name_length = sizeof name, text_length = sizeof text;

        codes |= MPI_T_pvar_get_info(scene.pvar, name, &name_length, &verbosity, &class, &type,
                                     &enumeration, text, &text_length, &bind, &readonly,
                                     &continuous, &atomic);
    }
}

static void measured_pvar_get_index(int iterations)
{
    int index;

    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_pvar_get_index(subject->pvar.name, subject->pvar.class, &index);
}

static void measured_pvar_session(int iterations)
{
    MPI_T_pvar_session session;

    for (int i = 0; i < iterations; i++) {
        codes |= MPI_T_pvar_session_create(&session);
        codes |= MPI_T_pvar_session_free(&session);
    }
}

static void handles_made_and_freed(int index, void *object, int iterations)
{
    MPI_T_pvar_handle handle;
    int count;

    for (int i = 0; i < iterations; i++) {
        codes |= MPI_T_pvar_handle_alloc(scene.session, index, object, &handle, &count);
        codes |= MPI_T_pvar_handle_free(scene.session, &handle);
    }
}

static void measured_pvar_handle(int iterations)
{
    handles_made_and_freed(scene.pvar, NULL, iterations);
}

static void measured_pvar_handle_bound(int iterations)
{
    handles_made_and_freed(scene.bound, &scene.comm, iterations);
}

static void measured_pvar_start_stop(int iterations)
{
    for (int i = 0; i < iterations; i++) {
        codes |= MPI_T_pvar_stop(scene.session, scene.counter);
        codes |= MPI_T_pvar_start(scene.session, scene.counter);
    }
}

static void measured_pvar_read(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_pvar_read(scene.session, scene.counter, elements);
}

static void measured_pvar_write(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_pvar_write(scene.session, scene.counter, elements);
}

static void measured_pvar_reset(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_pvar_reset(scene.session, scene.counter);
}

static void measured_pvar_readreset(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_pvar_readreset(scene.session, scene.counter, elements);
}

static void measured_category_get_num(int iterations)
{
    int n;

    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_category_get_num(&n);
}

static void measured_category_get_info(int iterations)
{
    int cvars, pvars, categories;

    for (int i = 0; i < iterations; i++) {
        int name_length = sizeof name, text_length = sizeof text;

        codes |= MPI_T_category_get_info(scene.category, name, &name_length, text, &text_length,
                                         &cvars, &pvars, &categories);
    }
}

static void measured_category_get_index(int iterations)
{
    int index;

    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_category_get_index(subject->category, &index);
}

static void measured_category_get_cvars(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_category_get_cvars(scene.category, ELEMENTS, indices);
    members = scene.contents.cvars;
}

static void measured_category_get_pvars(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_category_get_pvars(scene.category, ELEMENTS, indices);
    members = scene.contents.pvars;
}

static void measured_category_get_categories(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_category_get_categories(scene.parent, ELEMENTS, indices);
    members = scene.contents.categories;
}

static void measured_category_changed(int iterations)
{
    int stamp;

    for (int i = 0; i < iterations; i++)
        codes |= MPI_T_category_changed(&stamp);
}

static void measured_event_delivery(int iterations)
{
    for (int i = 0; i < iterations; i++)
        codes |= MPI_Barrier(MPI_COMM_SELF);
}

/* ---- the scene */

static void must(int code, const char *what)
{
    if (code != MPI_SUCCESS)
        bench_kernel_fail("%s fails with code %d", what, code);
}

static int pvar_find(const struct named_pvar *pvar)
{
    int index;

    return pvar->name && MPI_T_pvar_get_index(pvar->name, pvar->class, &index) == MPI_SUCCESS
               ? index
               : -1;
}

static int category_find(const char *wanted)
{
    int index;

    must(MPI_T_category_get_index(wanted, &index), wanted);
    return index;
}

static MPI_T_enum enumeration_of(const char *cvar)
{
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;
    int index;

    if (!cvar)
        return enumeration;
    must(MPI_T_cvar_get_index(cvar, &index), cvar);
    must(MPI_T_cvar_get_info(index, NULL, NULL, NULL, NULL, &enumeration, NULL, NULL, NULL, NULL),
         cvar);
    return enumeration;
}

static void cvar_open(void)
{
    int count;

    must(MPI_T_cvar_get_index(subject->cvar, &scene.cvar), subject->cvar);
    must(MPI_T_cvar_handle_alloc(scene.cvar, NULL, &scene.cvar_handle, &count), subject->cvar);
    must(MPI_T_cvar_read(scene.cvar_handle, &scene.value), subject->cvar);
}

static void counter_open(void)
{
    int count;

    must(MPI_T_pvar_session_create(&scene.session), "MPI_T_pvar_session_create");
    if (scene.bound < 0)
        return;
    must(MPI_T_pvar_handle_alloc(scene.session, scene.bound, &scene.comm, &scene.counter, &count),
         subject->bound.name);
    must(MPI_T_pvar_start(scene.session, scene.counter), subject->bound.name);
    if (count > ELEMENTS)
        bench_kernel_fail("%s has %d elements", subject->bound.name, count);
}

static void contents_count(void)
{
    int name_length = 0, text_length = 0, cvars, pvars, categories;

    must(MPI_T_category_get_info(scene.category, NULL, &name_length, NULL, &text_length,
                                 &scene.contents.cvars, &scene.contents.pvars, &categories),
         subject->category);
    name_length = text_length = 0;
    must(MPI_T_category_get_info(scene.parent, NULL, &name_length, NULL, &text_length, &cvars,
                                 &pvars, &scene.contents.categories),
         subject->parent);
}

static void scene_open(void)
{
    scene.comm = MPI_COMM_WORLD;
    cvar_open();
    scene.enumeration = enumeration_of(subject->enumerated);
    scene.pvar = pvar_find(&subject->pvar);
    scene.bound = pvar_find(&subject->bound);
    scene.category = category_find(subject->category);
    scene.parent = category_find(subject->parent);
    contents_count();
    counter_open();
}

static void scene_close(void)
{
    must(MPI_T_cvar_handle_free(&scene.cvar_handle), "MPI_T_cvar_handle_free");
    must(MPI_T_pvar_session_free(&scene.session), "MPI_T_pvar_session_free");
}

/* ---- functions */

static const struct measured_case {
    const char *name;
    int iterations;
    void (*run)(int iterations);
} cases[] = {
#define CASE(name, calls, iterations, checked, limit, what) {#name, iterations, measured_##name},
#include "interface_cases.def"
#undef CASE
};

/* ---- events */

static void ignore(MPI_T_event_instance instance, MPI_T_event_registration registration,
                   MPI_T_cb_safety safety, void *user_data)
{
    (void)instance;
    (void)registration;
    (void)safety;
    (void)user_data;
}

static MPI_T_event_registration listen(const char *event)
{
    MPI_Comm self = MPI_COMM_SELF;
    MPI_T_event_registration registration;
    int index;

    must(MPI_T_event_get_index(event, &index), event);
    must(MPI_T_event_handle_alloc(index, &self, MPI_INFO_NULL, &registration), event);
    must(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL,
                                       ignore),
         event);
    return registration;
}

/* What the loop takes more when one event more of each iteration is raised and handed over. */
static double delivery_ns(const struct measured_case *c, const struct bench_effort *effort)
{
    MPI_T_event_registration event = listen(subject->event), more = listen(subject->more);
    double with = bench_kernel_fastest(c->run, c->iterations, effort), without;

    must(MPI_T_event_register_callback(more, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, NULL),
         subject->more);
    without = bench_kernel_fastest(c->run, c->iterations, effort);
    must(MPI_T_event_handle_free(more, NULL, NULL), subject->more);
    must(MPI_T_event_handle_free(event, NULL, NULL), subject->event);
    return with - without;
}

/* What the vendor has nothing of is not asked for: Open MPI looks at a null enumeration. */
static const char *lacking(const struct measured_case *c)
{
    if (strncmp(c->name, "enum_", 5) == 0)
        return scene.enumeration == MPI_T_ENUM_NULL ? "there is no enumeration" : NULL;
    if (c->run == measured_event_delivery)
        return subject->event ? NULL : "there is no event";
    if (strncmp(c->name, "pvar_", 5) != 0 || strcmp(c->name, "pvar_get_num") == 0 ||
        strcmp(c->name, "pvar_session") == 0)
        return NULL;
    return scene.pvar < 0 || scene.bound < 0 ? "there is no performance variable" : NULL;
}

static void case_run(const struct measured_case *c, const struct bench_effort *effort)
{
    const char *lack = lacking(c);
    double ns;

    codes = 0;
    members = 0;
    if (lack) {
        printf("result %s not-offered %s\n", c->name, lack);
        return;
    }
    c->run(1);
    if (codes) {
        printf("result %s not-offered it fails with code %d\n", c->name, codes);
        return;
    }
    ns = c->run == measured_event_delivery ? delivery_ns(c, effort)
                                           : bench_kernel_fastest(c->run, c->iterations, effort);
    must(codes, c->name);
    if (members)
        printf("members %s %d\n", c->name, members);
    printf("result %s measured %.4f\n", c->name, ns);
}

static void functions_measure(const struct bench_effort *effort)
{
    scene_open();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        case_run(&cases[i], effort);
    scene_close();
}

/* ---- growth */

enum { SAMPLED = 128, REPEATS = 20 };

static void growth_print(const char *quantity, double ns)
{
    printf("growth %s %.4f\n", quantity, ns);
}

/* ns a call of `operation` on SAMPLED of n things, evenly spread; the fastest of the repeats, in
 * which what is touched is in the caches: what is looked at is the search, not the memory. */
static double sampled_ns(void (*operation)(int i), int n)
{
    double best = 0;

    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double start = bench_kernel_thread_ns(), took;

        for (int i = 0; i < SAMPLED; i++)
            operation((int)((long)i * n / SAMPLED));
        took = bench_kernel_thread_ns() - start;
        if (repeat == 0 || took < best)
            best = took;
    }
    must(codes, "a call on one of many");
    return best / SAMPLED;
}

static MPI_T_pvar_handle *handles;

static void handle_alloc(int i)
{
    int count;

    codes |= MPI_T_pvar_handle_alloc(scene.session, scene.pvar, NULL, &handles[i], &count);
}

static void handle_realloc(int i)
{
    codes |= MPI_T_pvar_handle_free(scene.session, &handles[i]);
    handle_alloc(i);
}

static void handle_read(int i)
{
    codes |= MPI_T_pvar_read(scene.session, handles[i], elements);
}

static void handles_measure(int n)
{
    double start;

    scene.pvar = pvar_find(&subject->pvar);
    if (scene.pvar < 0)
        return;
    handles = calloc((size_t)n, sizeof *handles);
    if (!handles)
        bench_kernel_fail("no memory for %d handles", n);
    must(MPI_T_pvar_session_create(&scene.session), "MPI_T_pvar_session_create");
    start = bench_kernel_thread_ns();
    for (int i = 0; i < n; i++)
        handle_alloc(i);
    growth_print("alloc", (bench_kernel_thread_ns() - start) / n);
    must(codes, "MPI_T_pvar_handle_alloc");
    growth_print("read", sampled_ns(handle_read, n));
    growth_print("free+alloc", sampled_ns(handle_realloc, n));
    start = bench_kernel_thread_ns();
    for (int i = 0; i < n; i++)
        codes |= MPI_T_pvar_handle_free(scene.session, &handles[i]);
    growth_print("free", (bench_kernel_thread_ns() - start) / n);
    must(codes, "MPI_T_pvar_handle_free");
    must(MPI_T_pvar_session_free(&scene.session), "MPI_T_pvar_session_free");
    free(handles);
}

static int first; /* index of the first of the many */

static void info_get(int i)
{
    int name_length = sizeof name, text_length = sizeof text, verbosity, bind, scope;
    MPI_Datatype type;
    MPI_T_enum enumeration;

    codes |= MPI_T_cvar_get_info(first + i, name, &name_length, &verbosity, &type, &enumeration,
                                 text, &text_length, &bind, &scope);
}

static void index_get(int i)
{
    int index;

    snprintf(name, sizeof name, "many_%d", i);
    codes |= MPI_T_cvar_get_index(name, &index);
}

/* ns a variable for all of the n, one after the other. */
static double all_ns(void (*operation)(int i), int n)
{
    double start = bench_kernel_thread_ns();

    for (int i = 0; i < n; i++)
        operation(i);
    must(codes, "a call on all variables");
    return (bench_kernel_thread_ns() - start) / n;
}

static int count_read(const char *word)
{
    char *end;
    long value = strtol(word, &end, 10);

    if (*end || value < 1 || value > 1000000000)
        bench_kernel_fail("%s: a number from 1 to 1000000000 is needed", word);
    return (int)value;
}

/* The variables come, as those of a component that is opened do, once the MPI library's MPI_T is
 * up: what that takes is the library's. */
static void variables_measure(const char *number)
{
    int n = count_read(number), all;
    double start;

    must(MPI_T_cvar_get_num(&all), "MPI_T_cvar_get_num");
    setenv("MANY_VARIABLES", number, 1);
    start = bench_kernel_thread_ns();
    must(MPI_T_cvar_get_num(&all), "MPI_T_cvar_get_num");
    growth_print("list", (bench_kernel_thread_ns() - start) / n);
    if (all < n)
        bench_kernel_fail("%d variables are listed, and %d should be", all, n);
    must(MPI_T_cvar_get_index("many_0", &first), "many_0");
    growth_print("get_info-all", all_ns(info_get, n));
    growth_print("get_index-all", all_ns(index_get, n));
    growth_print("get_info", sampled_ns(info_get, n));
    growth_print("get_index", sampled_ns(index_get, n));
}

/* ---- the command line */

static const struct subject *subject_find(const char *wanted)
{
    for (int i = 0; i < SUBJECTS; i++)
        if (strcmp(subjects[i].name, wanted) == 0)
            return &subjects[i];
    bench_kernel_fail("there is no subject %s: own or vendor", wanted);
}

static void run(char **words, int n, const struct bench_effort *effort)
{
    if (n >= 2 && strcmp(words[0], "variables") != 0)
        subject = subject_find(words[1]);
    if (n == 2 && strcmp(words[0], "functions") == 0)
        functions_measure(effort);
    else if (n == 3 && strcmp(words[0], "handles") == 0)
        handles_measure(count_read(words[2]));
    else if (n == 2 && strcmp(words[0], "variables") == 0)
        variables_measure(words[1]);
    else
        bench_kernel_fail("functions SUBJECT, handles SUBJECT COUNT or variables COUNT is needed");
}

int main(int argc, char **argv)
{
    struct bench_effort effort = {.warmups = 2, .batches = 60};
    int words = bench_kernel_options(argc, argv, "[OPTION...] WHAT [SUBJECT] [COUNT]", &effort);
    int provided;

    MPI_Init(&argc, &argv);
    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), "MPI_T_init_thread");
    bench_kernel_environment_print("MPI_T_init_thread");
    run(argv + words, argc - words, &effort);
    MPI_T_finalize();
    MPI_Finalize();
    return 0;
}
