/* heat2d: the heat equation u_t = u_xx + u_yy on the unit square, explicit scheme, on a 2-D grid
 * of processes.
 *
 * The walls are kept at 0 and the start is sin(pi x) sin(pi y), so that the solution is known:
 * it keeps its shape and decays with exp(-2 pi^2 t).  The program ends with the largest deviation
 * from it and fails when that is more than the theory of the scheme allows.
 *
 * What it asks of MPI (tests/mpi/heat2d_counts.sh works the numbers out from these rules):
 *   parameters   2 MPI_Bcast from rank 0 of MPI_COMM_WORLD: 5 ints, then 1 double
 *   every step   4 MPI_Irecv and 4 MPI_Isend, one to each side, and 1 MPI_Waitall of the 8;
 *                at a wall the neighbour is MPI_PROC_NULL, as MPI_Cart_shift gives it: the call is
 *                made, nothing moves, and the halo keeps the 0 of the wall
 *   residual     1 MPI_Allreduce of 1 double every `every` steps, and after the last
 *   error        1 MPI_Allreduce of 1 double on MPI_COMM_WORLD at the end
 * Ranks that the grid is too small for take part in what is done on MPI_COMM_WORLD alone. */
#include <errno.h>
#include <float.h>
#include <getopt.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_SIDE = 1 << 20, MAX_STEPS = 1000000000 };
enum { EXIT_INACCURATE = 1, EXIT_USAGE = 2 };
enum verdict { RUN, SHOW_HELP, REFUSE };

static const double pi = 3.14159265358979323846;

struct options {
    int nx, ny;       /* inner points along x and y */
    int steps, every; /* time steps; steps between two residuals */
    double cfl;       /* time step as a fraction of the largest stable one */
};

/* What follows from the options alone. */
struct scheme {
    double hx, hy, dt;
    double bound; /* what the error may be after all steps */
};

/* The part of the grid that this process computes, with a halo of one point around it. */
struct block {
    MPI_Comm comm;
    int dims[2]; /* processes along y and x */
    int nx, ny;  /* inner points of this block */
    int x0, y0;  /* points of the whole grid before them */
    int down, up, left, right;
    MPI_Datatype column; /* ny points, one of each row */
    double *u, *next;    /* (ny + 2) rows of nx + 2 points */
};

static void print_help(void)
{
    printf("Usage: heat2d [--nx N] [--ny N] [--steps N] [--every N] [--cfl F]\n"
           "Solves the 2-D heat equation and compares with the analytic solution.\n"
           "  --nx N, --ny N  inner grid points along x and y (default 800)\n"
           "  --steps N       time steps (default 300)\n"
           "  --every N       steps between two residuals (default 50)\n"
           "  --cfl F         time step as a fraction of the largest stable one (default 0.5);\n"
           "                  above 1 the scheme is unstable and the comparison fails\n");
}

/* Each of the two returns 0, or -1 after having said what is wrong. */
static int parse_int(const char *name, const char *text, int max, int *value)
{
    char *end;
    errno = 0;
    long n = strtol(text, &end, 10);
    if (end == text || *end || errno || n < 1 || n > max) {
        fprintf(stderr, "heat2d: --%s '%s' is not a whole number from 1 to %d\n", name, text, max);
        return -1;
    }
    *value = (int)n;
    return 0;
}

static int parse_fraction(const char *name, const char *text, double *value)
{
    char *end;
    double f = strtod(text, &end);
    if (end == text || *end || !(f > 0) || !isfinite(f)) {
        fprintf(stderr, "heat2d: --%s '%s' is not a number above 0\n", name, text);
        return -1;
    }
    *value = f;
    return 0;
}

static enum verdict parse_options(int argc, char **argv, struct options *o)
{
    static const struct option known[] = {
        {"nx", required_argument, NULL, 'x'},
        {"ny", required_argument, NULL, 'y'},
        {"steps", required_argument, NULL, 's'},
        {"every", required_argument, NULL, 'e'},
        {"cfl", required_argument, NULL, 'c'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int failed = 0;

    while (!failed) {
        const char *word = argv[optind];
        int c = getopt_long(argc, argv, "+:h", known, NULL);
        if (c == -1)
            break;
        switch (c) {
        case 'x':
            failed = parse_int("nx", optarg, MAX_SIDE, &o->nx);
            break;
        case 'y':
            failed = parse_int("ny", optarg, MAX_SIDE, &o->ny);
            break;
        case 's':
            failed = parse_int("steps", optarg, MAX_STEPS, &o->steps);
            break;
        case 'e':
            failed = parse_int("every", optarg, MAX_STEPS, &o->every);
            break;
        case 'c':
            failed = parse_fraction("cfl", optarg, &o->cfl);
            break;
        case 'h':
            return SHOW_HELP;
        case ':':
            fprintf(stderr, "heat2d: %s needs a value; see heat2d --help\n", word);
            return REFUSE;
        default:
            fprintf(stderr, "heat2d: cannot use the option '%s'; see heat2d --help\n", word);
            return REFUSE;
        }
    }
    if (!failed && optind < argc) {
        fprintf(stderr, "heat2d: unexpected word '%s'; see heat2d --help\n", argv[optind]);
        return REFUSE;
    }
    return failed ? REFUSE : RUN;
}

/* Rank 0 alone reads the command line: MPI does not promise it to the others. */
static enum verdict share_options(int rank, int argc, char **argv, struct options *o)
{
    int words[5] = {RUN};

    if (rank == 0) {
        words[0] = parse_options(argc, argv, o);
        words[1] = o->nx;
        words[2] = o->ny;
        words[3] = o->steps;
        words[4] = o->every;
    }
    MPI_Bcast(words, 5, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&o->cfl, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    o->nx = words[1];
    o->ny = words[2];
    o->steps = words[3];
    o->every = words[4];
    return (enum verdict)words[0];
}

/* The start is an eigenvector of the scheme: one step multiplies it by G = 1 - dt * lambda, and
 * the true solution by E = exp(-2 pi^2 dt).  With Taylor's remainders in t, x and y
 *     |G - E| <= delta = dt * (dt/2 * 4 pi^4 + (hx^2 + hy^2)/12 * pi^4),
 * hence |G^n - E^n| <= n * delta * (E + delta)^(n - 1).  Rounding adds a few units a step. */
static struct scheme make_scheme(const struct options *o)
{
    struct scheme s = {.hx = 1.0 / (o->nx + 1), .hy = 1.0 / (o->ny + 1)};
    double stable = 0.5 / (1 / (s.hx * s.hx) + 1 / (s.hy * s.hy));

    s.dt = o->cfl * stable;
    double truncation = 2 * s.dt + (s.hx * s.hx + s.hy * s.hy) / 12;
    double delta = s.dt * pow(pi, 4) * truncation;
    double factor = exp(-2 * pi * pi * s.dt) + delta;
    s.bound = o->steps * (delta * pow(factor, o->steps - 1) + 8 * DBL_EPSILON);
    return s;
}

/* Cuts n points in `parts` pieces whose lengths differ by at most one. */
static void split(int n, int parts, int part, int *first, int *length)
{
    *first = (int)((long)n * part / parts);
    *length = (int)((long)n * (part + 1) / parts) - *first;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static double *new_field(const struct block *b)
{
    double *field = calloc((size_t)(b->ny + 2) * (size_t)(b->nx + 2), sizeof *field);
    if (!field) {
        fprintf(stderr,
                "heat2d: no memory for a block of %d x %d points; use more processes or"
                " a smaller --nx, --ny\n",
                b->nx, b->ny);
        MPI_Abort(MPI_COMM_WORLD, EXIT_USAGE);
    }
    return field;
}

/* On a process that gets no points, b->comm is MPI_COMM_NULL and nothing else is made. */
static void make_block(const struct options *o, int nranks, struct block *b)
{
    int periods[2] = {0, 0}, coords[2], rank;

    *b = (struct block){.dims = {0, 0}};
    MPI_Dims_create(nranks, 2, b->dims);
    b->dims[0] = min_int(b->dims[0], o->ny);
    b->dims[1] = min_int(b->dims[1], o->nx);
    /* not reordered: rank r of the grid is rank r of the job, as in the report's pairs */
    MPI_Cart_create(MPI_COMM_WORLD, 2, b->dims, periods, 0, &b->comm);
    if (b->comm == MPI_COMM_NULL)
        return;

    MPI_Comm_rank(b->comm, &rank);
    MPI_Cart_coords(b->comm, rank, 2, coords);
    MPI_Cart_shift(b->comm, 0, 1, &b->down, &b->up);
    MPI_Cart_shift(b->comm, 1, 1, &b->left, &b->right);
    split(o->ny, b->dims[0], coords[0], &b->y0, &b->ny);
    split(o->nx, b->dims[1], coords[1], &b->x0, &b->nx);
    MPI_Type_vector(b->ny, 1, b->nx + 2, MPI_DOUBLE, &b->column);
    MPI_Type_commit(&b->column);
    b->u = new_field(b);
    b->next = new_field(b);
}

static void free_block(struct block *b)
{
    if (b->comm == MPI_COMM_NULL)
        return;
    free(b->u);
    free(b->next);
    MPI_Type_free(&b->column);
    MPI_Comm_free(&b->comm);
}

/* Point i, j of the block; 1 .. nx and 1 .. ny are its own, 0 and n + 1 the halo. */
static double *at(const struct block *b, double *field, int i, int j)
{
    return field + (size_t)j * (size_t)(b->nx + 2) + i;
}

static double analytic(const struct scheme *s, const struct block *b, int i, int j, double t)
{
    return exp(-2 * pi * pi * t) * sin(pi * s->hx * (b->x0 + i)) * sin(pi * s->hy * (b->y0 + j));
}

static void set_start(const struct scheme *s, struct block *b)
{
    for (int j = 1; j <= b->ny; j++)
        for (int i = 1; i <= b->nx; i++)
            *at(b, b->u, i, j) = analytic(s, b, i, j, 0);
}

static void exchange_halos(struct block *b)
{
    enum { TO_DOWN, TO_UP, TO_LEFT, TO_RIGHT };
    MPI_Request r[8];
    MPI_Status status[8]; /* not MPI_STATUSES_IGNORE: with MPICH's, gcc warns */
    int nx = b->nx, ny = b->ny;

    MPI_Irecv(at(b, b->u, 1, 0), nx, MPI_DOUBLE, b->down, TO_UP, b->comm, &r[0]);
    MPI_Irecv(at(b, b->u, 1, ny + 1), nx, MPI_DOUBLE, b->up, TO_DOWN, b->comm, &r[1]);
    MPI_Irecv(at(b, b->u, 0, 1), 1, b->column, b->left, TO_RIGHT, b->comm, &r[2]);
    MPI_Irecv(at(b, b->u, nx + 1, 1), 1, b->column, b->right, TO_LEFT, b->comm, &r[3]);
    MPI_Isend(at(b, b->u, 1, 1), nx, MPI_DOUBLE, b->down, TO_DOWN, b->comm, &r[4]);
    MPI_Isend(at(b, b->u, 1, ny), nx, MPI_DOUBLE, b->up, TO_UP, b->comm, &r[5]);
    MPI_Isend(at(b, b->u, 1, 1), 1, b->column, b->left, TO_LEFT, b->comm, &r[6]);
    MPI_Isend(at(b, b->u, nx, 1), 1, b->column, b->right, TO_RIGHT, b->comm, &r[7]);
    MPI_Waitall(8, r, status);
}

static void compute_next(const struct scheme *s, struct block *b)
{
    double ax = s->dt / (s->hx * s->hx), ay = s->dt / (s->hy * s->hy);

    for (int j = 1; j <= b->ny; j++) {
        const double *below = at(b, b->u, 0, j - 1), *row = at(b, b->u, 0, j);
        const double *above = at(b, b->u, 0, j + 1);
        double *next = at(b, b->next, 0, j);
        for (int i = 1; i <= b->nx; i++)
            next[i] = row[i] + ax * (row[i - 1] - 2 * row[i] + row[i + 1]) +
                      ay * (below[i] - 2 * row[i] + above[i]);
    }
}

/* Root mean square, over the whole grid, of what the step has changed. */
static double residual(const struct options *o, const struct block *b)
{
    double sum = 0, total;

    for (int j = 1; j <= b->ny; j++)
        for (int i = 1; i <= b->nx; i++) {
            double change = *at(b, b->next, i, j) - *at(b, b->u, i, j);
            sum += change * change;
        }
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, b->comm);
    return sqrt(total / ((double)o->nx * o->ny));
}

/* Takes all steps and returns the last residual. */
static double solve(const struct options *o, const struct scheme *s, struct block *b)
{
    double last = 0;

    set_start(s, b);
    for (int step = 1; step <= o->steps; step++) {
        exchange_halos(b);
        compute_next(s, b);
        if (step % o->every == 0 || step == o->steps)
            last = residual(o, b);
        double *old = b->u;
        b->u = b->next;
        b->next = old;
    }
    return last;
}

/* Largest deviation in this block; infinite where the scheme has blown up, for a NaN would be
 * lost in the comparisons of MPI_MAX. */
static double block_error(const struct options *o, const struct scheme *s, const struct block *b)
{
    double worst = 0;

    for (int j = 1; j <= b->ny; j++)
        for (int i = 1; i <= b->nx; i++) {
            double d = fabs(*at(b, b->u, i, j) - analytic(s, b, i, j, o->steps * s->dt));
            if (!isfinite(d))
                return INFINITY;
            worst = fmax(worst, d);
        }
    return worst;
}

static void print_result(const struct options *o, const struct scheme *s, const struct block *b,
                         int nranks, double last_residual, double error)
{
    printf("heat2d: grid %d x %d, %d steps, ranks %d as %d x %d\n", o->nx, o->ny, o->steps, nranks,
           b->dims[1], b->dims[0]);
    printf("heat2d: residual %.3e, error against the analytic solution %.3e (bound %.3e)\n",
           last_residual, error, s->bound);
    fflush(stdout);
    if (error > s->bound)
        fprintf(stderr, "heat2d: the error %.3e exceeds the bound %.3e: %s\n", error, s->bound,
                o->cfl > 1 ? "the time step is too long, take --cfl 1 or less"
                           : "this build or this MPI computes or communicates wrongly");
}

static int run(const struct options *o, int rank, int nranks)
{
    struct scheme s = make_scheme(o);
    struct block b;
    double last_residual = 0, mine = 0, error;

    make_block(o, nranks, &b);
    if (b.comm != MPI_COMM_NULL) {
        last_residual = solve(o, &s, &b);
        mine = block_error(o, &s, &b);
    }
    MPI_Allreduce(&mine, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        print_result(o, &s, &b, nranks, last_residual, error);
    free_block(&b);
    return error > s.bound ? EXIT_INACCURATE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct options o = {.nx = 800, .ny = 800, .steps = 300, .every = 50, .cfl = 0.5};
    int rank, nranks, code = EXIT_SUCCESS;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &nranks);
    switch (share_options(rank, argc, argv, &o)) {
    case RUN:
        code = run(&o, rank, nranks);
        break;
    case REFUSE:
        code = EXIT_USAGE;
        break;
    case SHOW_HELP:
        if (rank == 0)
            print_help();
        break;
    }
    MPI_Finalize();
    return code;
}
