#!/bin/sh
# The conformance statement of the manual is the one that the tables make.
. "${0%/*}/../prelude.sh"

# When it fails: sh tests/conformance_page.sh . >man/mpit-conformance.7
conformance_statement_is_that_of_the_tables()
{
    sh "$abs_srcdir/tests/conformance_page.sh" "$abs_srcdir" >page || fail 'no page'
    same "$abs_srcdir/man/mpit-conformance.7" page
}

run_test conformance_statement_is_that_of_the_tables
finish
