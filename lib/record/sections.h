/* The parts of a report for people: what stands in them, whoever puts it on paper.
 *
 * A renderer (text.c here, html.c in the command) says how lines and tables look; a section walks
 * the record and hands them over in words. */
#ifndef MPIT_RECORD_SECTIONS_H
#define MPIT_RECORD_SECTIONS_H

#include "record/readable.h"

enum { MPIT_COLUMNS = 14 };

/* A row of a table.  A renderer that has bars may draw `bar` beside the text, as long as it is
 * compared with the others of its column; 0: none. */
struct mpit_cells {
    char text[MPIT_COLUMNS][MPIT_READABLE];
    double bar[MPIT_COLUMNS];
};

struct mpit_renderer;

struct mpit_table {
    /* A letter a column: l and r for left and right, and L and R for those that stay with the one
     * before them where a table has to be parted. */
    const char *align;
    /* Hands over the header, then each row: as often as it is called, the same ones. */
    void (*rows)(struct mpit_renderer *renderer, const struct mpit_record *record);
};

static inline bool mpit__align_is_right(char letter)
{
    return letter == 'r' || letter == 'R';
}

static inline bool mpit__align_stays(char letter)
{
    return letter == 'L' || letter == 'R';
}

/* All text is visible (mpit__visible) and may hold what is markup elsewhere. */
struct mpit_renderer {
    int most; /* rows that it has room for where there may be many; 0: as few as tell most of it */
    void (*line)(struct mpit_renderer *renderer, const char *name, const char *text);
    void (*title)(struct mpit_renderer *renderer, const char *title);
    void (*note)(struct mpit_renderer *renderer, const char *note);
    void (*table)(struct mpit_renderer *renderer, const struct mpit_table *table,
                  const struct mpit_record *record);
    void (*row)(struct mpit_renderer *renderer, const struct mpit_cells *cells);
};

/* How many of n rows to hand over. */
static inline int mpit__shown(const struct mpit_renderer *renderer, int n, int few)
{
    int most = renderer->most ? renderer->most : few;

    return n < most ? n : most;
}

typedef void mpit_section(struct mpit_renderer *renderer, const struct mpit_record *record);

/* Text on a stream, as `sections` hands it over.  Returns 0 or the errno of the failed write. */
int mpit__sections_write_text(mpit_section *sections, const struct mpit_record *record, FILE *out);

mpit_section mpit__section_verdicts;   /* lines: what to change first */
mpit_section mpit__section_brief;      /* lines: the job, as shortly as can be */
mpit_section mpit__section_rest;       /* a line: where the rest is */
mpit_section mpit__section_job;        /* lines: who ran what where */
mpit_section mpit__section_nodes;      /* of these, ranks against processors, where known */
mpit_section mpit__section_end;        /* of these, what started it and how that ended */
mpit_section mpit__section_states;     /* of the ranks that did not end */
mpit_section mpit__section_last;       /* the last calls of each rank, where they are known */
mpit_section mpit__section_times;      /* wall and MPI time over the ranks */
mpit_section mpit__section_efficiency; /* what that comes to, in a line */
mpit_section mpit__section_factors;    /* the same with a bar each */
mpit_section mpit__section_waits;      /* those of most time */
mpit_section mpit__section_sites;      /* from where in the program, those of most time */
mpit_section mpit__section_hosts;      /* nodes, where there are several */
mpit_section mpit__section_ranks;      /* the same of each rank, where there is room for them all */
mpit_section mpit__section_processors; /* what ranks had of processors and memory */
mpit_section mpit__section_region_processors;
mpit_section mpit__section_calls;
mpit_section mpit__section_call_ranks;    /* their time on each rank, where there is room */
mpit_section mpit__section_communicators; /* what they were used for */
mpit_section mpit__section_collectives;   /* by operation and size */
mpit_section mpit__section_files;
mpit_section mpit__section_messages; /* how many of which size */
mpit_section mpit__section_sizes;    /* bytes of a call, on average */
mpit_section mpit__section_queues;   /* how long they became */
mpit_section mpit__section_regions;
mpit_section mpit__section_phases;
mpit_section mpit__section_series; /* in ten slices */
mpit_section mpit__section_pairs;  /* the busiest */

#endif
