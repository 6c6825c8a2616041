/* Student's t by the regularised incomplete beta function I_x(a, b).  With n degrees of freedom t
 * is exceeded with probability I_x(n/2, 1/2) / 2 at x = n / (n + t^2): Abramowitz and Stegun,
 * Handbook of Mathematical Functions, 26.7.1. */
#include "config.h"

#include "student.h"

#include <float.h>
#include <math.h>

/* Coefficient number i = 1, 2, … of the continued fraction of I_x(a, b): 26.5.8. */
static double coefficient(int i, double x, double a, double b)
{
    int m = i / 2;

    if (i % 2)
        return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
}

/* 1 + d1 / (1 + d2 / (1 + …)), from the front, as Lentz has it: by the ratios of successive
 * numerators and of successive denominators. */
static double fraction(double x, double a, double b)
{
    double value = 1, numerators = 1, denominators = 0, change = 0;

    for (int i = 1; fabs(change - 1) > DBL_EPSILON; i++) {
        double d = coefficient(i, x, a, b);

        denominators = 1 / (1 + d * denominators);
        numerators = 1 + d / numerators;
        change = numerators * denominators;
        value *= change;
    }
    return value;
}

static double density(double t, double freedom)
{
    double gammas = lgamma((freedom + 1) / 2) - lgamma(freedom / 2);

    return exp(gammas - (freedom + 1) / 2 * log1p(t * t / freedom)) / sqrt(M_PI * freedom);
}

/* I_x(a, b) is x^a (1 - x)^b / (a B(a, b)) over the fraction; its numerator, without the a, is here
 * t times the density.  The fraction is quick where x < (a + 1) / (a + b + 2); beyond, that of
 * I_1-x(b, a) = 1 - I_x(a, b) is. */
double mpib_student_tail(double t, double freedom)
{
    double a = freedom / 2, b = 0.5, x = freedom / (freedom + t * t), y = t * t / (freedom + t * t);
    double front = t * density(t, freedom);

    if (x < (a + 1) / (a + b + 2))
        return front / (a * fraction(x, a, b)) / 2;
    return (1 - front / (b * fraction(y, b, a))) / 2;
}

/* Newton's method.  The tail falls ever more slowly, so that no step from the left goes too far;
 * the steps end when what is left of them is rounding. */
double mpib_student_quantile(double tail, double freedom)
{
    double t = 0, step;

    do {
        step = (mpib_student_tail(t, freedom) - tail) / density(t, freedom);
        t += step;
    } while (step > 8 * DBL_EPSILON * t);
    return t;
}
