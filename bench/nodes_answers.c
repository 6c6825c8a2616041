/* What the nodes of a job would answer that has many more of them: made of the answer of one.
 *
 *   nodes_answers NODES FOLDER < ANSWER     an answer of NODES each to FOLDER/n1 … FOLDER/nN
 *
 * Each node has the processes of the answer that is read (mpit answer), as the next ranks of a job
 * that has as many times more; communicators of all its processes grow with it. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ground/tool.h"
#include "tools/live/far.h"

static struct tool_segments read_answer(void)
{
    struct tool_segments segments = {0};
    char reason[TOOL_SEGMENT_REASON];
    char *text = NULL;
    size_t length = 0, more = 1 << 16, n;

    do {
        text = tool_grow(text, length, more, 1);
        n = fread(text + length, 1, more, stdin);
        length += n;
    } while (n);
    if (!tool_far_read(text, length, &segments, reason) || !segments.n) {
        fprintf(stderr, "nodes_answers: %s\n", reason);
        exit(EXIT_FAILURE);
    }
    free(text);
    return segments;
}

static void grow_comms(const struct tool_segment *segment, int32_t from, int32_t to)
{
    for (int i = 0; i < segment->npiece; i++) {
        const struct tool_piece *piece = &segment->piece[i];
        struct mpit_live_comm *comm =
            (struct mpit_live_comm *)(void *)(segment->content + piece->offset);

        if (piece->item.kind == MPIT_LIVE_COMM && comm->size == from)
            comm->size = to;
    }
}

/* The same processes as those of the k-th node. */
static void move(struct tool_segments *segments, int k, int32_t size)
{
    for (int i = 0; i < segments->n; i++) {
        struct mpit_live_head *head = &segments->segment[i].head;

        grow_comms(&segments->segment[i], head->size, size);
        head->size = size;
        head->rank = (int32_t)(k * segments->n + i);
        head->pid = 1000 + i;
        snprintf(head->host, sizeof head->host, "n%d", k + 1);
    }
}

static void write_answer(const struct tool_segments *segments, const char *folder, int k)
{
    char *path = tool_print("%s/n%d", folder, k + 1);
    FILE *out = fopen(path, "w");

    if (!out || tool_far_write(segments->segment, segments->n, true, out) || fclose(out)) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    free(path);
}

int main(int argc, char **argv)
{
    int nodes = argc == 3 ? atoi(argv[1]) : 0;
    struct tool_segments segments;

    if (nodes < 1) {
        fputs("usage: nodes_answers NODES FOLDER < ANSWER\n", stderr);
        return EXIT_FAILURE;
    }
    segments = read_answer();
    for (int k = 0; k < nodes; k++) {
        move(&segments, k, nodes * segments.n);
        write_answer(&segments, argv[2], k);
    }
    tool_segments_free(&segments);
    return EXIT_SUCCESS;
}
