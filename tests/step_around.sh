# Sourced by tests/run-mpi and tests/prelude.sh: what is not to be tested here.  That is what faults
# of the MPI below forbid (vendor_faults.def), TEST_VENDOR in TEST_VENDOR_VERSION, and what the
# suite of Debian lacks a program for (suites.def).  VENDOR_FAULTS is another table, TEST_SUITE
# another suite.
#
# shellcheck shell=sh

# in_force ROWS: of the rows of a table (rows.awk) those of that kind that hold here, with | between
# what is in them.
in_force()
{
    awk -v mpi="$TEST_VENDOR" -v version="$TEST_VENDOR_VERSION" -v rows="$1" '
    function number(text, part)
    {
        split(text, part, ".")
        return (part[1] * 1000 + part[2]) * 1000 + part[3]
    }
    /^VENDOR_FAULT\(|^FORBIDS\(/ {
        split($0, quoted, "\"")
        split($0, word, /[(,] */)
        name = word[2]
    }
    /^VENDOR_FAULT\(/ && tolower(word[3]) == mpi {
        from = quoted[2]
        until = quoted[4]
        if ((from != "" && number(version) < number(from)) ||
            (until != "" && number(version) >= number(until)))
            next
        seen[name] = quoted[6]
        if (rows == "VENDOR_FAULT")
            print name "|" word[6] "|" word[7] "|" quoted[6]
    }
    /^FORBIDS\(/ && name in seen && rows == "FORBIDS" {
        print quoted[2] "|" name ": " seen[name]
    }'
}

suite()
{
    sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null
}

# lacked: "TEST|WHY" each of the rows, of the suite and of the back end that is tested, TEST_BACK.
lacked()
{
    awk -F '"' -v suite="LACKS(${TEST_SUITE-$(suite)}," -v back="LACKS($TEST_BACK," '
        index($0, suite) == 1 { print $2 "|this_suite: " $4 }
        index($0, back) == 1 { print $2 "|this_mpi: " $4 }'
}

# forbidden FOLDER COMMAND...: of the tests in a command, by the tables in FOLDER; "TEST|WHY" each.
forbidden()
{
    folder=$1
    shift
    {
        awk -f "$folder/rows.awk" "${VENDOR_FAULTS:-$folder/vendor_faults.def}" | in_force FORBIDS
        awk -f "$folder/rows.awk" "$folder/suites.def" | lacked
    } | while IFS='|' read -r test why; do
        for word; do
            case "/$word" in
            */"${test%%: *}") echo "$test|$why" ;;
            esac
        done
    done
}

# On standard output, which a log takes, and to whoever waits for `make check`.
say_stepped_around()
{
    echo "stepped around: $1 ($2)"
    (: >&9) 2>/dev/null && echo "stepped around: $1 ($2)" >&9
    return 0
}
