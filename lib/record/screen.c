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
