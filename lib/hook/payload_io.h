/* Payloads of file access.  See payload.h. */
#ifndef MPIT_HOOK_PAYLOAD_IO_H
#define MPIT_HOOK_PAYLOAD_IO_H

#define MPIT_BEFORE_file
#define MPIT_AFTER_file mpit__record_file(&frame, fh);

/* By the status: a read at the end of the file moves less than it asked for. */
#define AFTER_ACCESS(kind)                                                                         \
    mpit__record_file(&frame, fh);                                                                 \
    if (MPIT_OK)                                                                                   \
        mpit__record_io(&frame, MPIT_F_##kind, fh, status);
#define AFTER_IACCESS(kind)                                                                        \
    mpit__record_file(&frame, fh);                                                                 \
    if (MPIT_OK)                                                                                   \
        mpit__record_iio(&frame, MPIT_F_##kind, fh, *request);

#define MPIT_BEFORE_read OWN_STATUS
#define MPIT_AFTER_read AFTER_ACCESS(READS)
#define MPIT_BEFORE_write OWN_STATUS
#define MPIT_AFTER_write AFTER_ACCESS(WRITES)
#define MPIT_BEFORE_iread
#define MPIT_AFTER_iread AFTER_IACCESS(READS)
#define MPIT_BEFORE_iwrite
#define MPIT_AFTER_iwrite AFTER_IACCESS(WRITES)

#endif
