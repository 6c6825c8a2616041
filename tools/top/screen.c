/* `mpit top` on a terminal: drawn by ncurses, asked by keys, refreshed at each interval. */
#include "config.h"

#include "tools/top/tables.h"

#include "tools/ground/clock.h"
#include "tools/ground/tool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <time.h>
#include <unistd.h>

#include <ncurses.h>

/* What of ncurses a macro of its own would hide. */
#undef lines
#undef columns

enum { TITLE = 0, HEADER = 1, FIRST = 2, ESCAPE = 27, ESCAPE_MS = 25 };

struct view {
    const struct tool_top_wanted *wanted;
    struct tool_top_look look;
    bool ranks;                                          /* of one job */
    char job[sizeof((struct tool_top_job *)NULL)->name]; /* which is chosen, or shown */
    int chosen, top;                                     /* rows */
    bool over;
};

/* ---- the terminal */

static SCREEN *screen;
static volatile sig_atomic_t caught;
static sigset_t waiting; /* signals that are held back but where we wait */

static void catch (int signal)
{
    caught = signal;
}

static void leave(void)
{
    if (!screen)
        return;
    endwin();
    delscreen(screen);
    screen = NULL;
}

/* Those that end us are to find us where we wait, so that none comes between a look and the wait;
 * ncurses has its own for a new size, and for being stopped. */
static void take_signals(void)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction action = {.sa_handler = catch};
    sigset_t held;

    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        sigaction(ending[i], &action, NULL);
        sigaddset(&held, ending[i]);
    }
    sigaddset(&held, SIGWINCH);
    sigprocmask(SIG_BLOCK, &held, &waiting);
}

static bool enter(void)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    screen = newterm(NULL, stdout, stdin);
    if (!screen)
        return false;
    if (!cursor_address) { /* nothing can be drawn on it */
        leave();
        return false;
    }
    atexit(leave);
    take_signals();
    cbreak();
    noecho();
    nonl();
    curs_set(0);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    return true;
}

/* Whoever has started us is to see what has ended us. */
static void end_by_signal(void)
{
    sigset_t only;

    signal(caught, SIG_DFL);
    sigemptyset(&only);
    sigaddset(&only, caught);
    raise(caught);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
}

/* ---- what is drawn */

static void draw_line(int row, const char *text, attr_t attributes)
{
    char line[TOOL_GRID_LINE];

    tool_grid_text(text, COLS, line);
    attrset(attributes);
    mvaddstr(row, 0, line);
    if (attributes & A_REVERSE)
        for (int x = getcurx(stdscr); getcury(stdscr) == row && x < COLS; x++)
            mvaddch(row, x, ' ');
    attrset(A_NORMAL);
}

static int rows_on_screen(void)
{
    return LINES - FIRST - 1 > 0 ? LINES - FIRST - 1 : 0;
}

static void draw_grid(struct view *view, struct tool_grid *grid)
{
    char line[TOOL_GRID_LINE];

    if (view->chosen >= grid->rows)
        view->chosen = grid->rows - 1;
    if (view->chosen < 0)
        view->chosen = 0;
    if (view->top > view->chosen)
        view->top = view->chosen;
    if (view->top < view->chosen - rows_on_screen() + 1)
        view->top = view->chosen - rows_on_screen() + 1;
    tool_grid_fit(grid, COLS);
    tool_grid_line(grid, -1, line);
    draw_line(HEADER, line, A_BOLD);
    for (int i = 0; i < rows_on_screen() && view->top + i < grid->rows; i++) {
        tool_grid_line(grid, view->top + i, line);
        draw_line(FIRST + i, line, view->top + i == view->chosen ? A_REVERSE : A_NORMAL);
    }
}

static void draw_jobs(struct view *view)
{
    struct tool_grid grid;
    int ranks = 0;
    char *title;

    for (int i = 0; i < view->look.n; i++) {
        ranks += view->look.job[i].living;
        if (!strcmp(view->look.job[i].name, view->job))
            view->chosen = i;
    }
    title = tool_print("mpit top   jobs: %d   ranks running: %d", view->look.n, ranks);
    draw_line(TITLE, title, A_NORMAL);
    free(title);
    tool_top_jobs(&view->look, &grid);
    draw_grid(view, &grid);
    tool_grid_free(&grid);
    if (view->look.n)
        memcpy(view->job, view->look.job[view->chosen].name, sizeof view->job);
    else
        draw_line(FIRST, "no job", A_NORMAL);
    draw_line(LINES - 1, "arrows, j, k: another job   Enter: its ranks   q: quit", A_NORMAL);
}

static void draw_ranks(struct view *view)
{
    const struct tool_top_job *job = tool_top_find(&view->look, view->job);
    struct tool_grid grid;
    char *title;

    title = job ? tool_print("job %s   ranks running: %d of %d   %s", job->name, job->living,
                             job->size, tool_top_command(job))
                : tool_print("job %s is no more", view->job);
    draw_line(TITLE, title, A_NORMAL);
    free(title);
    if (job) {
        tool_top_ranks(&view->look, job, &grid);
        draw_grid(view, &grid);
        tool_grid_free(&grid);
    }
    draw_line(LINES - 1, "arrows, j, k: up and down   Enter: all jobs   q: quit", A_NORMAL);
}

static void draw(struct view *view)
{
    erase();
    if (view->ranks)
        draw_ranks(view);
    else
        draw_jobs(view);
    refresh();
}

/* ---- keys */

static void move_by(struct view *view, int rows)
{
    view->chosen += rows;
    if (view->chosen >= view->look.n && !view->ranks)
        view->chosen = view->look.n - 1;
    if (view->chosen < 0)
        view->chosen = 0;
    if (!view->ranks && view->look.n)
        memcpy(view->job, view->look.job[view->chosen].name, sizeof view->job);
}

static void show_ranks(struct view *view, bool ranks)
{
    if (ranks && !view->look.n)
        return;
    view->ranks = ranks;
    view->chosen = view->top = 0;
}

static void obey(struct view *view, int key)
{
    switch (key) {
    case KEY_UP:
    case 'k':
        move_by(view, -1);
        break;
    case KEY_DOWN:
    case 'j':
        move_by(view, 1);
        break;
    case KEY_PPAGE:
        move_by(view, -rows_on_screen());
        break;
    case KEY_NPAGE:
        move_by(view, rows_on_screen());
        break;
    case '\r':
    case '\n':
    case KEY_ENTER:
        show_ranks(view, !view->ranks);
        break;
    case KEY_RIGHT:
    case 'l':
    case 'r':
        show_ranks(view, true);
        break;
    case KEY_LEFT:
    case 'h':
    case ESCAPE:
        show_ranks(view, false);
        break;
    case 'q':
        view->over = true;
        break;
    default:
        break;
    }
}

/* ---- time */

static void look(struct view *view)
{
    struct tool_top_look before = view->look;

    view->look = tool_top_look(view->wanted->folder, view->wanted->job);
    tool_top_compare(&view->look, before.job ? &before : NULL);
    tool_top_free(&before);
}

/* Until there are keys, a signal, or it is time for the next look.  A terminal that has gone ends
 * us. */
static void wait_until(struct view *view, int64_t then)
{
    struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
    int64_t left = then - tool_clock_now();
    struct timespec most = {left / 1000000000, left % 1000000000};
    int found, key, n = 0;

    if (left <= 0)
        most = (struct timespec){0};
    found = ppoll(&keys, 1, &most, &waiting);
    while ((key = getch()) != ERR) {
        n++;
        obey(view, key);
    }
    if (found > 0 && n == 0)
        view->over = true;
}

bool tool_top_screen(const struct tool_top_wanted *wanted, int *code)
{
    struct view view = {.wanted = wanted};
    int64_t interval = (int64_t)(wanted->interval * 1e9), next;

    if (!enter())
        return false;
    look(&view);
    next = tool_clock_now() + interval;
    if (wanted->job && view.look.n == 1) {
        memcpy(view.job, view.look.job[0].name, sizeof view.job);
        view.ranks = true;
    }
    while (!view.over && !caught) {
        draw(&view);
        wait_until(&view, next);
        if (tool_clock_now() >= next && !view.over && !caught) {
            look(&view);
            next = tool_clock_now() + interval;
        }
    }
    leave();
    tool_top_free(&view.look);
    if (caught)
        end_by_signal();
    *code = TOOL_OK;
    return true;
}
