/* The one way for files and descriptors that we write a whole text to; and for pieces of files
 * that we read.
 *
 * A file comes into being under another name, which nobody else has (O_EXCL) and which no link can
 * lead elsewhere, and takes the place of the old one when it is whole: a reader never sees half of
 * it, and the old one is not lost to a full disk.  A link that stands there is replaced, and what
 * it points to stays as it is.  No write raises a signal (signals.h). */
#ifndef MPIT_GROUND_FILE_H
#define MPIT_GROUND_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* Writes it; 0 or an errno.  The stream is left open. */
typedef int mpit_file_writer(const void *what, FILE *out);

/* Writes the file of a name, with this mode less the umask.  NULL, or why it is not written: then
 * what stood there is as it was.  A name that belongs to a directory, a FIFO, a device or a socket
 * is refused. */
const char *mpit__file_write(const char *name, mode_t mode, mpit_file_writer *write_it,
                             const void *what);

/* Gives a file that is whole its name, or another one; 0 or an errno. */
typedef int mpit_file_placer(const char *file, const char *name);

/* The same, where `place` has a say in what the file is called. */
const char *mpit__file_write_placed(const char *name, mode_t mode, mpit_file_writer *write_it,
                                    const void *what, mpit_file_placer *place);

/* Why the name cannot be that of a file of ours; NULL: it can, as far as this tells. */
const char *mpit__file_refused(const char *name);

/* Makes the folders that are missing on the way to the name, each with the mode of the one that it
 * is in, whatever the umask.  NULL, or why they cannot be made. */
const char *mpit__file_make_folders(const char *name);

/* Writes to a descriptor, and leaves it open.  The same result; how much came through is not
 * known. */
const char *mpit__file_write_to(int descriptor, mpit_file_writer *write_it, const void *what);

/* Reads so many bytes from a place in a file that is open; false where there are not as many, or
 * they cannot be read.  Signal safe. */
bool mpit__file_read_at(int file, void *to, size_t bytes, uint64_t offset);

/* Writes so many bytes to a place in one; 0 or an errno, and then how many were is not known.  The
 * caller holds the signals (signals.h). */
int mpit__file_write_at(int file, const void *from, size_t bytes, uint64_t offset);

#endif
