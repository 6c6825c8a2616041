/* What any MPI has, of whatever version: the rows of all tables are in force. */
#ifndef MPIT_FRONT_EVERY_H
#define MPIT_FRONT_EVERY_H

#undef HAVE_PMPI_SEND_C
#undef HAVE_PMPI_T_EVENT_GET_NUM
#define HAVE_PMPI_SEND_C         1
#define HAVE_PMPI_T_EVENT_GET_NUM 1

#endif
