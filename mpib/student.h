/* Student's t distribution, to 9 digits; beyond a million degrees of freedom to 5.  No MPI call is
 * made here. */
#ifndef MPIB_STUDENT_H
#define MPIB_STUDENT_H

/* The probability that t is exceeded, t >= 0, at `freedom` >= 1 degrees of freedom. */
double mpib_student_tail(double t, double freedom);

/* The t that is exceeded with probability `tail`, 0 < tail <= 0.5: the quantile of 1 - tail, which
 * can be asked for where 1 - tail is no longer told from 1. */
double mpib_student_quantile(double tail, double freedom);

#endif
