/* What handles on our variables do with their cells (profile/handle_cell.h). */
#ifndef MPIT_PVAR_HANDLE_CELLS_H
#define MPIT_PVAR_HANDLE_CELLS_H

#include "pvar/pvar.h"

/* Values are modulo 2^63. */
#define MPIT_NUMBER_MASK (UINT64_MAX >> 1)

int mpit__cells_offer(const struct mpit_pvar *pvar, struct mpit_object *object);
int mpit__cells_open(struct mpit_handle *handle, int *count);
void mpit__cells_close(struct mpit_handle *handle);
mpit_pvar_operation mpit__cells_start, mpit__cells_stop, mpit__cells_read, mpit__cells_write,
    mpit__cells_reset, mpit__cells_readreset;
bool mpit__cells_peek(const struct mpit_found *found, void *buf);

/* Watermarks: the cell follows the level. */
int mpit__traffic_open(struct mpit_handle *handle, int *count);
void mpit__traffic_close(struct mpit_handle *handle);
mpit_pvar_operation mpit__traffic_stop;
bool mpit__traffic_peek(const struct mpit_found *found, void *buf);
int mpit__mark_open(struct mpit_handle *handle, int *count);
void mpit__mark_close(struct mpit_handle *handle);

/* Shares: the handle has a cell for the whole too. */
int mpit__share_open(struct mpit_handle *handle, int *count);
mpit_pvar_operation mpit__share_start, mpit__share_stop, mpit__share_read;
bool mpit__share_peek(const struct mpit_found *found, void *buf);

/* Variables of one slot: slot.c. */
int mpit__slot_open(struct mpit_handle *handle, int *count);
void mpit__slot_close(struct mpit_handle *handle);
bool mpit__slot_peek(const struct mpit_found *found, void *buf);
mpit_pvar_operation mpit__slot_start, mpit__slot_stop, mpit__slot_read, mpit__slot_write,
    mpit__slot_reset, mpit__slot_readreset;

/* A value as the user sees it, and back; false if the variable cannot have it. */
void mpit__element_put(const struct mpit_pvar *pvar, uint64_t number, char *element);
void mpit__element_put_unknown(const struct mpit_pvar *pvar, char *element);
bool mpit__element_get(const struct mpit_pvar *pvar, const char *element, uint64_t *number);

#endif
