/* Payloads of file access.  See payload.h. */
#ifndef MPIT_HOOK_PAYLOAD_IO_H
#define MPIT_HOOK_PAYLOAD_IO_H

#define MPIT_BEFORE_file
#define MPIT_AFTER_file mpit__book_file(&frame, fh);

/* By the status: a read at the end of the file moves less than it asked for. */
#define AFTER_ACCESS(kind, bytes)                                                                  \
    mpit__book_file(&frame, fh);                                                                   \
    if (MPIT_OK && (frame.watch & MPIT_WATCH_ACCESS))                                              \
        mpit__book_io(&frame, MPIT_F_##kind, fh, bytes);
#define AFTER_IACCESS(kind)                                                                        \
    mpit__book_file(&frame, fh);                                                                   \
    if (MPIT_OK)                                                                                   \
        mpit__book_iio(APART_FRAME, MPIT_F_##kind, fh, *request);

/* MPICH takes NULL for a status, though it has another word for one that is ignored. */
#define MOVED                 (status ? mpit__status_bytes(status) : 0)
#define MPIT_BEFORE_read      OWN_STATUS
#define MPIT_AFTER_read       AFTER_ACCESS(READS, MOVED)
#define MPIT_BEFORE_write_end OWN_STATUS
#define MPIT_AFTER_write_end  AFTER_ACCESS(WRITES, MOVED)

/* To fill in a status that the program ignores can be a good part of what a short write costs. */
#define MPIT_BEFORE_write                                                                          \
    MPI_Status own_status;                                                                         \
    if (!MPIT_FACT(writes_all) && status == MPI_STATUS_IGNORE)                                     \
        status = &own_status;
#define MPIT_AFTER_write                                                                           \
    AFTER_ACCESS(WRITES, MPIT_FACT(writes_all) ? mpit__frame_bytes(&frame, count, datatype) : MOVED)
#define MPIT_BEFORE_iread
#define MPIT_AFTER_iread AFTER_IACCESS(READS)
#define MPIT_BEFORE_iwrite
#define MPIT_AFTER_iwrite AFTER_IACCESS(WRITES)

#endif
