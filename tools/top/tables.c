/* `mpit top`: what stands in its tables. */
#include "config.h"

#include "tools/top/tables.h"

#include "ground/number.h"
#include "record/readable.h"
#include "tools/ground/tool.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers */

static void put_number(struct tool_grid *grid, int row, int column, int precision, double value,
                       const char *unit)
{
    char number[MPIT_NUMBER], text[MPIT_NUMBER + 8];

    if (!isfinite(value)) {
        tool_grid_put(grid, row, column, "-");
        return;
    }
    mpit__number_write(number, 'f', precision, value);
    snprintf(text, sizeof text, "%s%s", number, unit);
    tool_grid_put(grid, row, column, text);
}

static void put_count(struct tool_grid *grid, int row, int column, double count)
{
    static const char *const unit[] = {"", "k", "M", "G", "T", "P"};
    int i = 0;

    if (count >= 99999.5)
        for (i = 1, count /= 1000; count >= 999.95 && i < 5; i++)
            count /= 1000;
    put_number(grid, row, column, i ? 1 : 0, count, unit[i]);
}

static void put_volume(struct tool_grid *grid, int row, int column, double bytes)
{
    char text[MPIT_READABLE];

    mpit__readable_volume(text, bytes < 1e19 ? (uint64_t)(bytes + 0.5) : UINT64_MAX);
    tool_grid_put(grid, row, column, text);
}

static void put_share(struct tool_grid *grid, int row, int column, double share)
{
    put_number(grid, row, column, 1, 100 * share, "");
}

/* more: at least so many. */
static void put_level(struct tool_grid *grid, int row, int column, int64_t level, bool more)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRId64 "%s", level, more ? "+" : "");
    if (level >= 0)
        tool_grid_put(grid, row, column, text);
}

/* ---- jobs */

enum {
    JOB_NAME,
    JOB_COMMAND,
    JOB_RANKS,
    JOB_SECONDS,
    JOB_MPI,
    JOB_MESSAGES,
    JOB_BYTES,
    JOB_MOST,
    JOB_QUEUE,
    JOB_IMBALANCE,
    JOB_COLUMNS
};
static const struct tool_grid_column job_columns[] = {
    [JOB_NAME] = {"job", .least = 16},
    [JOB_COMMAND] = {"command", .least = 8, .leaves = 1},
    [JOB_RANKS] = {"ranks", .right = true, .leaves = 7},
    [JOB_SECONDS] = {"seconds", .right = true, .leaves = 3},
    [JOB_MPI] = {"MPI %", .right = true, .leaves = 2},
    [JOB_MESSAGES] = {"msg/s", .right = true, .leaves = 5},
    [JOB_BYTES] = {"bytes/s", .right = true, .leaves = 4},
    [JOB_MOST] = {"longest in", .least = 11, .leaves = 6},
    [JOB_QUEUE] = {"queue", .right = true, .leaves = 8},
    [JOB_IMBALANCE] = {"imb %", .right = true, .leaves = 9},
};

const char *tool_top_command(const struct tool_top_job *job)
{
    const char *end = job->command + strcspn(job->command, " "), *begin = end;

    while (begin > job->command && begin[-1] != '/')
        begin--;
    return begin;
}

/* How many of its ranks are there, if some are not. */
static void put_ranks(struct tool_grid *grid, int row, const struct tool_top_job *job)
{
    char *text = job->living && job->living != job->size
                     ? tool_print("%d/%d", job->living, job->size)
                     : tool_print("%d", job->size);

    tool_grid_put(grid, row, JOB_RANKS, text);
    free(text);
}

static void put_most(struct tool_grid *grid, int row, const struct tool_top_job *job)
{
    char state[32];

    snprintf(state, sizeof state, "(%s)", tool_top_state_name(job->state));
    if (job->state != TOOL_TOP_RUNNING)
        tool_grid_put(grid, row, JOB_MOST, state);
    else
        tool_grid_put(grid, row, JOB_MOST, job->most[0] ? job->most : "-");
}

static void put_job(struct tool_grid *grid, int row, const struct tool_top_job *job)
{
    tool_grid_put(grid, row, JOB_NAME, job->name);
    tool_grid_put(grid, row, JOB_COMMAND, tool_top_command(job));
    put_ranks(grid, row, job);
    put_number(grid, row, JOB_SECONDS, job->seconds < 99999.5 ? 1 : 0, job->seconds, "");
    put_share(grid, row, JOB_MPI, job->share);
    put_count(grid, row, JOB_MESSAGES, job->messages);
    put_volume(grid, row, JOB_BYTES, job->bytes);
    put_most(grid, row, job);
    put_level(grid, row, JOB_QUEUE, job->unexpected, job->more);
    put_share(grid, row, JOB_IMBALANCE, job->imbalance);
}

void tool_top_jobs(const struct tool_top_look *look, struct tool_grid *grid)
{
    tool_grid_begin(grid, job_columns, JOB_COLUMNS, look->n);
    if (look->is_first) {
        grid->column[JOB_MESSAGES].title = "messages";
        grid->column[JOB_BYTES].title = "bytes";
    }
    for (int i = 0; i < look->n; i++)
        put_job(grid, i, &look->job[i]);
}

/* ---- ranks */

enum {
    RANK_RANK,
    RANK_HOST,
    RANK_PID,
    RANK_STATE,
    RANK_SENDS,
    RANK_BYTES,
    RANK_MPI,
    RANK_QUEUE,
    RANK_IN,
    RANK_COLUMNS
};
static const struct tool_grid_column rank_columns[] = {
    [RANK_RANK] = {"rank", .right = true},
    [RANK_HOST] = {"host", .least = 8, .leaves = 6},
    [RANK_PID] = {"pid", .right = true, .leaves = 5},
    [RANK_STATE] = {"state", .leaves = 1},
    [RANK_SENDS] = {"sends/s", .right = true, .leaves = 3},
    [RANK_BYTES] = {"bytes/s", .right = true, .leaves = 4},
    [RANK_MPI] = {"MPI %", .right = true, .leaves = 2},
    [RANK_QUEUE] = {"queue", .right = true, .leaves = 8},
    [RANK_IN] = {"in", .least = 13, .leaves = 7},
};

static void put_rank(struct tool_grid *grid, int row, const struct tool_top_rank *rank,
                     bool is_first)
{
    double period = isfinite(rank->period) && rank->period > 0 ? rank->period : 0;
    double per = is_first || period <= 0 ? 1 : period;
    double mpi = rank->recent.mpi < period ? rank->recent.mpi : period;
    char *pid = tool_print("%" PRId64, rank->pid);

    put_level(grid, row, RANK_RANK, rank->rank, false);
    tool_grid_put(grid, row, RANK_HOST, rank->host);
    tool_grid_put(grid, row, RANK_PID, pid);
    tool_grid_put(grid, row, RANK_STATE, tool_top_state_name(rank->state));
    put_count(grid, row, RANK_SENDS, (double)rank->recent.sends / per);
    put_volume(grid, row, RANK_BYTES, (double)rank->recent.send_bytes / per);
    put_share(grid, row, RANK_MPI, period > 0 ? mpi / period : NAN);
    put_level(grid, row, RANK_QUEUE, rank->unexpected, rank->more);
    tool_grid_put(grid, row, RANK_IN, rank->in);
    free(pid);
}

void tool_top_ranks(const struct tool_top_look *look, const struct tool_top_job *job,
                    struct tool_grid *grid)
{
    tool_grid_begin(grid, rank_columns, RANK_COLUMNS, job->n);
    if (look->is_first) {
        grid->column[RANK_SENDS].title = "sends";
        grid->column[RANK_BYTES].title = "bytes";
    }
    for (int i = 0; i < job->n; i++)
        put_rank(grid, i, &job->rank[i], look->is_first);
}

/* ---- as text */

static void write_grid(struct tool_grid *grid, int columns, FILE *out)
{
    char line[TOOL_GRID_LINE];

    tool_grid_fit(grid, columns);
    for (int row = -1; row < grid->rows; row++) {
        tool_grid_line(grid, row, line);
        fprintf(out, "%s\n", line);
    }
    tool_grid_free(grid);
}

void tool_top_write_text(const struct tool_top_look *look, bool ranks, int columns, FILE *out)
{
    struct tool_grid grid;
    char line[TOOL_GRID_LINE];

    tool_top_jobs(look, &grid);
    write_grid(&grid, columns, out);
    for (int i = 0; ranks && i < look->n; i++) {
        char *title = tool_print("job %s: %s", look->job[i].name, look->job[i].command);

        tool_grid_text(title, columns, line);
        fprintf(out, "\n%s\n", line);
        free(title);
        tool_top_ranks(look, &look->job[i], &grid);
        write_grid(&grid, columns, out);
    }
}
