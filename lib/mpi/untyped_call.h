/* A call whose arguments are words: for what hands calls on without knowing their types.
 *
 * One MPI's handle is a pointer and another's is an int.  A C function that takes the int would
 * hand on half of the pointer once it has done anything else; one that takes a word for each
 * argument hands on what it got.  Each argument of a call of MPI has a register or a place on the
 * stack of its own.  Where a word has 32 bits a pointer is no longer than an int, and an argument
 * may take two places: the call's own types are right there. */
#ifndef MPIT_MPI_UNTYPED_CALL_H
#define MPIT_MPI_UNTYPED_CALL_H

#include <stdint.h>

#define MPIT_JOINED(a, b) a##b
#define MPIT_JOIN(a, b)   MPIT_JOINED(a, b)
#define MPIT_COUNTED(_, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, n,  \
                     ...)                                                                          \
    n
#define MPIT_COUNT(...)                                                                            \
    MPIT_COUNTED(0, ##__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)

/* The last of a row's actuals. */
#define MPIT_LAST_0()
#define MPIT_LAST_1(a)       a
#define MPIT_LAST_2(a, ...)  MPIT_LAST_1(__VA_ARGS__)
#define MPIT_LAST_3(a, ...)  MPIT_LAST_2(__VA_ARGS__)
#define MPIT_LAST_4(a, ...)  MPIT_LAST_3(__VA_ARGS__)
#define MPIT_LAST_5(a, ...)  MPIT_LAST_4(__VA_ARGS__)
#define MPIT_LAST_6(a, ...)  MPIT_LAST_5(__VA_ARGS__)
#define MPIT_LAST_7(a, ...)  MPIT_LAST_6(__VA_ARGS__)
#define MPIT_LAST_8(a, ...)  MPIT_LAST_7(__VA_ARGS__)
#define MPIT_LAST_9(a, ...)  MPIT_LAST_8(__VA_ARGS__)
#define MPIT_LAST_10(a, ...) MPIT_LAST_9(__VA_ARGS__)
#define MPIT_LAST_11(a, ...) MPIT_LAST_10(__VA_ARGS__)
#define MPIT_LAST_12(a, ...) MPIT_LAST_11(__VA_ARGS__)
#define MPIT_LAST_13(a, ...) MPIT_LAST_12(__VA_ARGS__)
#define MPIT_LAST_14(a, ...) MPIT_LAST_13(__VA_ARGS__)
#define MPIT_LAST_15(a, ...) MPIT_LAST_14(__VA_ARGS__)
#define MPIT_LAST_16(a, ...) MPIT_LAST_15(__VA_ARGS__)
#define MPIT_LAST(actuals)   MPIT_JOIN(MPIT_LAST_, MPIT_COUNT actuals) actuals

#define MPIT_PASSED_0
#define MPIT_PASSED_1  a1
#define MPIT_PASSED_2  MPIT_PASSED_1, a2
#define MPIT_PASSED_3  MPIT_PASSED_2, a3
#define MPIT_PASSED_4  MPIT_PASSED_3, a4
#define MPIT_PASSED_5  MPIT_PASSED_4, a5
#define MPIT_PASSED_6  MPIT_PASSED_5, a6
#define MPIT_PASSED_7  MPIT_PASSED_6, a7
#define MPIT_PASSED_8  MPIT_PASSED_7, a8
#define MPIT_PASSED_9  MPIT_PASSED_8, a9
#define MPIT_PASSED_10 MPIT_PASSED_9, a10
#define MPIT_PASSED_11 MPIT_PASSED_10, a11
#define MPIT_PASSED_12 MPIT_PASSED_11, a12
#define MPIT_PASSED_13 MPIT_PASSED_12, a13
#define MPIT_PASSED_14 MPIT_PASSED_13, a14
#define MPIT_PASSED_15 MPIT_PASSED_14, a15
#define MPIT_PASSED_16 MPIT_PASSED_15, a16

#define MPIT_TAKEN_0  void
#define MPIT_TAKEN_1  uintptr_t a1
#define MPIT_TAKEN_2  MPIT_TAKEN_1, uintptr_t a2
#define MPIT_TAKEN_3  MPIT_TAKEN_2, uintptr_t a3
#define MPIT_TAKEN_4  MPIT_TAKEN_3, uintptr_t a4
#define MPIT_TAKEN_5  MPIT_TAKEN_4, uintptr_t a5
#define MPIT_TAKEN_6  MPIT_TAKEN_5, uintptr_t a6
#define MPIT_TAKEN_7  MPIT_TAKEN_6, uintptr_t a7
#define MPIT_TAKEN_8  MPIT_TAKEN_7, uintptr_t a8
#define MPIT_TAKEN_9  MPIT_TAKEN_8, uintptr_t a9
#define MPIT_TAKEN_10 MPIT_TAKEN_9, uintptr_t a10
#define MPIT_TAKEN_11 MPIT_TAKEN_10, uintptr_t a11
#define MPIT_TAKEN_12 MPIT_TAKEN_11, uintptr_t a12
#define MPIT_TAKEN_13 MPIT_TAKEN_12, uintptr_t a13
#define MPIT_TAKEN_14 MPIT_TAKEN_13, uintptr_t a14
#define MPIT_TAKEN_15 MPIT_TAKEN_14, uintptr_t a15
#define MPIT_TAKEN_16 MPIT_TAKEN_15, uintptr_t a16

/* Of a row's actuals, "(buf, count)": the formals and the actuals of a function of words. */
#if UINTPTR_MAX > UINT32_MAX
#define MPIT_WORD_FORMALS(formals, actuals) (MPIT_JOIN(MPIT_TAKEN_, MPIT_COUNT actuals))
#define MPIT_WORD_ACTUALS(actuals)          (MPIT_JOIN(MPIT_PASSED_, MPIT_COUNT actuals))
#else
#define MPIT_WORD_FORMALS(formals, actuals) formals
#define MPIT_WORD_ACTUALS(actuals)          actuals
#endif

/* A function of any type as one of words, and back. */
#define MPIT_AS_WORDS(function, formals, actuals)                                                  \
    ((int(*) MPIT_WORD_FORMALS(formals, actuals))(void (*)(void))(function))
#define MPIT_AS_TYPE_OF(other, function) ((__typeof__(other))(void (*)(void))(function))

#endif
