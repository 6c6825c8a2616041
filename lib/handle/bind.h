/* Binding a variable to an MPI object (14.3.2). */
#ifndef MPIT_HANDLE_BIND_H
#define MPIT_HANDLE_BIND_H

#include "profile/object.h"

/* The record of the object that obj_handle is the address of a handle of.
 *   bind        MPI_T_BIND_… of the variable
 *   obj_handle  IN   address of a variable that holds the object's handle; also the handle itself
 *                    where that is unambiguous, as old tools pass it; ignored for NO_OBJECT
 *   object      OUT  its record, held for the caller; the process for NO_OBJECT
 * Before MPI_Init the constants of MPI have the records of the objects that they will name.
 * MPI_SUCCESS; MPI_T_ERR_INVALID: no such object, null, freed, or MPI is not up;
 * MPI_T_ERR_MEMORY. */
int mpit__bind(int bind, void *obj_handle, struct mpit_object **object);

/* The record, of key 0, of what a handle belongs to that was asked for with NULL, where
 * mpit_null_objects takes that: not for communicators. */
int mpit__bind_null(int bind, struct mpit_object **object);

#endif
