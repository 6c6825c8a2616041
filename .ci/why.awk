# Of what `./quickstart check` prints: why tests have failed, a line each, with the log it is in.
/^==== / { log_of = $2 }
/^quickstart: / { log_of = "" }
log_of && /^    (FAIL: |.*:[EF]:)/ { print "why: " log_of ": " substr($0, 5) }
