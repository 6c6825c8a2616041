#include "record/verdict_words.h"

#include "ground/number.h"

void mpit__append_number(struct mpit_line *line, double value)
{
    char number[MPIT_NUMBER];

    mpit__number_write(number, 'f', 1, value);
    mpit__append(line, "%s", number);
}

void mpit__append_list(struct mpit_line *line, const int *rank, int n)
{
    enum { RANGES = 6 };
    int shown = 0;

    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && rank[end] == rank[end - 1] + 1;)
            end++;
        if (shown++ == RANGES) {
            mpit__append(line, " and %d more", n - i);
            return;
        }
        mpit__append(line, "%s%d", i ? ", " : "", rank[i]);
        if (end > i + 1)
            mpit__append(line, "%s%d", end > i + 2 ? "-" : ", ", rank[end - 1]);
    }
}

void mpit__append_ranks(struct mpit_line *line, const int *rank, int n)
{
    mpit__append(line, n == 1 ? "rank " : "ranks ");
    mpit__append_list(line, rank, n);
}
