#include "config.h"

#include "live/two_clocks.h"

#include <float.h>
#include <stdlib.h>

/* By how much the lengths of ticks may be wrong, each measured by its own node; the same where
 * neither node has its clock held to others; and by how much at most a clock goes otherwise than it
 * says. */
static const double ratio_error = 5e-5, free_error = 1e-4, most_drift = 1e-3;

/* Moments relative to the first ones, so that they are exact as doubles. */
struct point {
    double x, y;
};

static int compare(const void *a, const void *b)
{
    const struct mpit_clock_bound *one = a, *other = b;

    return (one->theirs > other->theirs) - (one->theirs < other->theirs);
}

static struct point point_of(const struct mpit_clock_bound *bound,
                             const struct mpit_clock_line *line)
{
    return (struct point){(double)(int64_t)(bound->theirs - line->theirs),
                          (double)(int64_t)(bound->ours - line->ours)};
}

static double size_of(double value)
{
    return value < 0 ? -value : value;
}

/* 0 for what is no moment of a clock: who answers need not be believed. */
static int64_t whole(double value)
{
    if (!(size_of(value) < 9e18))
        return 0;
    return (int64_t)(value < 0 ? value - 0.5 : value + 0.5);
}

/* ---- the hull of one side */

struct hull {
    bool upper;
    size_t n, used; /* bounds of that side; points of the hull, from the left */
    double mean;    /* when they were */
    struct point *point;
};

static double slope_of(struct point a, struct point b)
{
    return (b.y - a.y) / (b.x - a.x);
}

/* One further to the right: those that it makes superfluous go.  Below the upper bounds the hull
 * turns left, above the lower ones right. */
static void add_to_hull(struct hull *hull, struct point next)
{
    const double sign = hull->upper ? 1 : -1;

    if (hull->used && next.x <= hull->point[hull->used - 1].x) {
        if (sign * (next.y - hull->point[hull->used - 1].y) >= 0)
            return;
        hull->used--;
    }
    while (hull->used >= 2) {
        const struct point *last = &hull->point[hull->used - 1];

        if (sign * (slope_of(*last, next) - slope_of(last[-1], *last)) > 0)
            break;
        hull->used--;
    }
    hull->point[hull->used++] = next;
}

static void find_hull(const struct mpit_clock_bound *bound, size_t n,
                      const struct mpit_clock_line *line, struct hull *hull)
{
    for (size_t i = 0; i < n; i++) {
        const struct point next = point_of(&bound[i], line);

        if (bound[i].upper != hull->upper)
            continue;
        hull->n++;
        hull->mean += (next.x - hull->mean) / (double)hull->n;
        add_to_hull(hull, next);
    }
}

/* The left end of the edge that is there at a moment, or nearest to it. */
static size_t edge_at(const struct hull *hull, double x)
{
    size_t edge = 0;

    while (edge + 2 < hull->used && hull->point[edge + 1].x < x)
        edge++;
    return edge;
}

static double height_at(const struct hull *hull, double x)
{
    const struct point *edge = &hull->point[edge_at(hull, x)];

    return hull->used < 2 ? edge->y : edge->y + slope_of(edge[0], edge[1]) * (x - edge->x);
}

/* ---- what one side says of the slope */

struct side {
    double slope, gap; /* of its points from the line, on the average; DBL_MAX: it says nothing */
};

static double mean_gap(const struct mpit_clock_bound *bound, size_t n,
                       const struct mpit_clock_line *line, const struct hull *hull,
                       const struct point *edge)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        if (bound[i].upper == hull->upper) {
            const struct point one = point_of(&bound[i], line);

            sum += size_of(one.y - edge->y - slope_of(edge[0], edge[1]) * (one.x - edge->x));
        }
    return sum / (double)hull->n;
}

/* Too little where the line can be turned by more than is known of it already: by as much as its
 * points are from it, or by what there is between both sides at its ends. */
static struct side look_at(const struct mpit_clock_bound *bound, size_t n, double ratio,
                           const struct mpit_clock_line *line, const struct hull *hull,
                           const struct hull *other)
{
    const struct point *edge = &hull->point[edge_at(hull, hull->mean)];
    struct side side = {ratio, DBL_MAX};
    double gap, between, most;

    if (hull->used < 2 || !other->used ||
        size_of(slope_of(edge[0], edge[1]) / ratio - 1) > most_drift)
        return side;
    gap = mean_gap(bound, n, line, hull, edge);
    between = size_of(edge[0].y - height_at(other, edge[0].x)) +
              size_of(edge[1].y - height_at(other, edge[1].x));
    most = ratio_error * ratio * (edge[1].x - edge[0].x);
    if (gap < most || between < most)
        side = (struct side){slope_of(edge[0], edge[1]), gap};
    return side;
}

/* ---- the line */

/* Between the bounds, with that slope. */
static bool settle(const struct mpit_clock_bound *bound, size_t n, struct mpit_clock_line *line)
{
    double most = DBL_MAX, least = -DBL_MAX;

    for (size_t i = 0; i < n; i++) {
        struct point one = point_of(&bound[i], line);
        double at = one.y - line->slope * one.x;

        if (bound[i].upper && at < most)
            most = at;
        if (!bound[i].upper && at > least)
            least = at;
    }
    if (most == DBL_MAX || least == -DBL_MAX)
        return false;
    line->error = size_of(most - least) / 2;
    line->ours += (uint64_t)whole(most / 2 + least / 2);
    return true;
}

/* ---- its error */

/* Of all lines between the hulls the one with that slope that is highest at a moment, or lowest:
 * its height there.  Of slopes between two none has a lower one than both. */
struct lines {
    const struct hull *above, *below;
    double at;    /* the moment */
    double steer; /* 1: the highest; -1: the lowest; 0: how much is free between the hulls */
};

static double offset(const struct hull *hull, double slope)
{
    const double sign = hull->upper ? 1 : -1;
    double least = DBL_MAX;

    for (size_t i = 0; i < hull->used; i++) {
        double its = sign * (hull->point[i].y - slope * hull->point[i].x);

        least = its < least ? its : least;
    }
    return sign * least;
}

static double height(const struct lines *lines, double slope)
{
    if (lines->steer > 0)
        return offset(lines->above, slope) + slope * lines->at;
    if (lines->steer < 0)
        return -(offset(lines->below, slope) + slope * lines->at);
    return offset(lines->above, slope) - offset(lines->below, slope);
}

enum { STEPS = 50 };

/* The slope between these that has the highest. */
static double best_slope(const struct lines *lines, double low, double high)
{
    for (int i = 0; i < STEPS; i++) {
        const double third = (high - low) / 3;

        if (height(lines, low + third) < height(lines, high - third))
            low += third;
        else
            high -= third;
    }
    return (low + high) / 2;
}

/* Between a slope that is possible and one that may not be: the last possible one. */
static double last_possible(const struct lines *lines, double possible, double other)
{
    if (height(lines, other) >= 0)
        return other;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (possible + other) / 2;

        *(height(lines, middle) >= 0 ? &possible : &other) = middle;
    }
    return possible;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* How far from the line another one can be at a moment; 0: there is none. */
static double error_at(struct lines lines, double low, double high, double here)
{
    double error;

    lines.steer = 1;
    error = height(&lines, best_slope(&lines, low, high)) - here;
    lines.steer = -1;
    return larger(error, here + height(&lines, best_slope(&lines, low, high)));
}

static void find_error(const struct hull *above, const struct hull *below, double ratio,
                       double first, double last, double ours, struct mpit_clock_line *line)
{
    const double off = size_of(line->slope / ratio - 1),
                 free = ratio * larger(free_error, off + ratio_error);
    struct lines lines = {above, below, 0, 0};
    double slope = best_slope(&lines, ratio - free, ratio + free), low, high;

    if (height(&lines, slope) < 0)
        return;
    low = last_possible(&lines, slope, ratio - free);
    high = last_possible(&lines, slope, ratio + free);
    lines.at = first;
    line->error = larger(line->error, error_at(lines, low, high, ours + line->slope * first));
    lines.at = last;
    line->error = larger(line->error, error_at(lines, low, high, ours + line->slope * last));
}

/* ---- both */

bool mpit__clocks_meet(struct mpit_clock_bound *bound, size_t n, double slope, uint64_t first,
                       struct mpit_clock_line *line)
{
    struct hull above = {.upper = true}, below = {.upper = false};
    struct side one, other;
    bool good;

    above.point = n ? malloc(2 * n * sizeof *above.point) : NULL;
    if (!above.point)
        return false;
    below.point = above.point + n;
    qsort(bound, n, sizeof *bound, compare);
    *line = (struct mpit_clock_line){bound[0].theirs, bound[0].ours, slope, 0};
    find_hull(bound, n, line, &above);
    find_hull(bound, n, line, &below);
    one = look_at(bound, n, slope, line, &above, &below);
    other = look_at(bound, n, slope, line, &below, &above);
    line->slope = one.gap <= other.gap ? one.slope : other.slope;
    good = settle(bound, n, line);
    if (good) {
        const double before = (double)(int64_t)(first - line->theirs),
                     until = (double)(bound[n - 1].theirs - line->theirs);

        find_error(&above, &below, slope, before < 0 ? before : 0, until,
                   (double)(int64_t)(line->ours - bound[0].ours), line);
    }
    free(above.point);
    return good;
}

static uint64_t move(uint64_t from, uint64_t to, double slope, uint64_t time)
{
    return to + (uint64_t)whole(slope * (double)(int64_t)(time - from));
}

uint64_t mpit__clock_ours(const struct mpit_clock_line *line, uint64_t theirs)
{
    return move(line->theirs, line->ours, line->slope, theirs);
}

uint64_t mpit__clock_theirs(const struct mpit_clock_line *line, uint64_t ours)
{
    return move(line->ours, line->theirs, 1 / line->slope, ours);
}
