# Sourced by tests/run-mpi and tests/prelude.sh: what faults of the MPI below forbid to test
# (vendor_faults.def), for TEST_VENDOR in TEST_VENDOR_VERSION.  VENDOR_FAULTS is another table.
#
# shellcheck shell=sh

# in_force TABLE ROWS: the rows of that kind that hold here, with | between what is in them.
in_force()
{
    awk -v mpi="$TEST_VENDOR" -v version="$TEST_VENDOR_VERSION" -v rows="$2" '
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
    }' "$1"
}

# forbidden TABLE COMMAND...: what is forbidden of the tests in a command, "TEST|FAULT" each.
forbidden()
{
    table=${VENDOR_FAULTS:-$1}
    shift
    in_force "$table" FORBIDS | while IFS='|' read -r test fault; do
        for word; do
            case "/$word" in
            */"${test%%: *}") echo "$test|$fault" ;;
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
