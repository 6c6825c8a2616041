#include "record/screen.h"

#include "record/utf8.h"

#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int mpit__screen_columns(FILE *out)
{
    struct winsize size;
    int file = fileno(out);

    if (file < 0 || !isatty(file) || ioctl(file, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

/* Bytes of what stands at `text`, and its columns. */
static int step(const char *text, int *columns)
{
    int hidden = *text == '\t' ? 0 : mpit__utf8_hidden(text);
    int length = mpit__utf8_length((const unsigned char *)text);

    *columns = hidden ? hidden * (int)strlen("\\xNN") : 1;
    return hidden ? hidden : length;
}

int mpit__shown_columns(const char *text, int length)
{
    int all = 0, columns;

    for (int i = 0; i < length; i += step(text + i, &columns), all += columns)
        continue;
    return all;
}

void mpit__shown_write(const char *text, int length, FILE *out)
{
    for (int i = 0, bytes; i < length; i += bytes) {
        int columns;

        bytes = step(text + i, &columns);
        if (text[i] == '\t')
            putc(' ', out);
        else if (columns == 1)
            fwrite(text + i, 1, (size_t)bytes, out);
        else
            for (int j = 0; j < bytes; j++)
                fprintf(out, "\\x%02x", (unsigned char)text[i + j]);
    }
}

int mpit__shown_cut(const char *text, int length, int columns)
{
    int used = 0, fits = 0, word = 0;

    for (int width; fits < length; used += width) {
        int bytes = step(text + fits, &width);

        if (used + width + (int)strlen("...") > columns)
            break;
        fits += bytes;
        if (fits < length && text[fits] == ' ' && text[fits - 1] != ' ')
            word = fits;
    }
    return word ? word : fits;
}

static int columns_of(const char *text)
{
    return mpit__shown_columns(text, (int)strlen(text));
}

/* Behind the bracket that closes the one at `open`; NULL: none does. */
static char *behind_closing(char *open)
{
    const char *brackets = *open == '<' ? "<>" : "()";
    int depth = 0;

    for (char *p = open; *p; p++) {
        depth += (*p == brackets[0]) - (*p == brackets[1]);
        if (depth == 0)
            return p + 1;
    }
    return NULL;
}

/* Of "f<int, g<long>>(char)" and "f at < g at" the first has what can go. */
static void empty_brackets(char *name)
{
    static const char dots[] = "...";

    for (char *open = strpbrk(name, "<("), *end; open; open = strpbrk(open + 1, "<(")) {
        end = open[1] == ' ' ? NULL : behind_closing(open);
        if (!end || end - open <= (long)sizeof dots + 1)
            continue;
        memcpy(open + 1, dots, sizeof dots - 1);
        memmove(open + sizeof dots, end - 1, strlen(end - 1) + 1);
        open += sizeof dots;
    }
}

/* Up to so many columns of the end of a text. */
static char *last_columns(char *text, int columns)
{
    int width;

    for (int all = columns_of(text); all > columns; all -= width)
        text += step(text, &width);
    return text;
}

void mpit__shown_shorten(char *name, int columns)
{
    int room = columns - (int)strlen("..."), first = 0, used = 0, width;

    if (columns_of(name) > columns)
        empty_brackets(name);
    if (columns_of(name) <= columns || room < 2)
        return;
    for (int bytes; bytes = step(name + first, &width), used + width <= room / 2; used += width)
        first += bytes;
    char *last = last_columns(name, room - used);
    memcpy(name + first, "...", strlen("..."));
    memmove(name + first + strlen("..."), last, strlen(last) + 1);
}

static void end_line(struct mpit_paragraph *paragraph)
{
    putc('\n', paragraph->out);
    paragraph->column = 0;
}

static void go_to(struct mpit_paragraph *paragraph, int column)
{
    if (column > paragraph->column) {
        fprintf(paragraph->out, "%*s", column - paragraph->column, "");
        paragraph->column = column;
    }
}

static void write_word(struct mpit_paragraph *paragraph, int blanks, const char *word, int length)
{
    int columns = mpit__shown_columns(word, length);

    if (paragraph->screen && paragraph->column > paragraph->indent &&
        paragraph->column + blanks + columns > paragraph->screen) {
        end_line(paragraph);
        blanks = 0;
    }
    go_to(paragraph, paragraph->indent);
    go_to(paragraph, paragraph->column + blanks);
    mpit__shown_write(word, length, paragraph->out);
    paragraph->column += columns;
}

void mpit__paragraph_write(struct mpit_paragraph *paragraph, const char *text)
{
    while (*text) {
        int blanks = (int)strspn(text, " \t");
        int length = (int)strcspn(text + blanks, " \t\n");

        if (length)
            write_word(paragraph, blanks, text + blanks, length);
        text += blanks + length;
        if (*text == '\n') {
            end_line(paragraph);
            text++;
        }
    }
}
