#!/bin/sh
# What `mpit completion` prints completes mpit in Bash, Zsh and fish: here they run on a terminal,
# and what is typed has tabs in it.
. "${0%/*}/../prelude.sh"
unset MPIT_WATCH XDG_CONFIG_HOME XDG_DATA_HOME
shells='bash zsh fish'
PATH=$scratch/bin:$PATH
HOME=$scratch/home
mkdir bin home work
ln -s "$MPIT" bin/mpit
printf '#!/bin/sh\n' >bin/zzlauncher
chmod +x bin/zzlauncher
touch work/old.json work/zzfile
TERM=xterm
export PATH HOME TERM

for shell in $shells; do
    command -v "$shell" >/dev/null || fail "$shell is not here: install the package"
    "$MPIT" completion "$shell" >"script.$shell" || fail "no script for $shell"
done
cp script.zsh bin/_mpit

# In place of mpit stands what prints its arguments; what the script asks mpit, it has answered.
cat >start.bash <<'END_OF_FILE'
mpit() { if [ "$1" = completion ]; then command mpit "$@"; else echo "GOT: $*"; fi; }
. ../script.bash
PS1='READY>'
END_OF_FILE
cat >home/.zshrc <<'END_OF_FILE'
fpath=(../bin $fpath)
autoload -Uz compinit
compinit -u -D
mpit() { if [ "$1" = completion ]; then command mpit "$@"; else echo "GOT: $*"; fi; }
unset zle_bracketed_paste
PROMPT='READY>'
END_OF_FILE
cat >start.fish <<'END_OF_FILE'
function mpit; echo "GOT: $argv"; end
source ../script.fish
function fish_prompt; echo 'READY>'; end
function fish_greeting; end
END_OF_FILE

# type_into SHELL TEXT: leaves the arguments that mpit gets of it in the file got.
type_into()
{
    case $1 in
    bash) set -- "$2" bash --noprofile --rcfile ../start.bash -i ;;
    zsh) set -- "$2" env ZDOTDIR="$HOME" zsh -d -i ;;
    fish) set -- "$2" fish -C 'source ../start.fish' ;;
    esac
    (cd work && timeout 90 python3 "$here/typed.py" "$@") >out 2>err
    sed -n 's/.*GOT: //p' out | tail -n 1 | sed 's/ *$//' >got
}

# completes TEXT ARGUMENTS: in all shells. That an option has its argument behind a blank or behind
# a = is the same.
completes()
{
    [ "$is_forbidden" = no ] || return 0
    for shell in $shells; do
        type_into "$shell" "$1"
        sed -i 's/^\([a-z]* --[a-z]*\)=/\1 /' got
        [ "$(cat got)" = "$2" ] || fail "in $shell '$1' is '$(cat got)', not '$2'"
    done
}

subcommands_are_completed()
{
    completes 'mpit coll\t' 'collect'
    completes 'mpit help whe\t' 'help where'
}

options_and_their_arguments_are_completed()
{
    completes 'mpit report --form\topenm\tol\t' 'report --format openmetrics old.json'
    completes 'mpit diff --format js\tol\t' 'diff --format json old.json'
    completes 'mpit list --class highw\t' 'list --class highwatermark'
    completes 'mpit list --category mpit_rm\t' 'list --category mpit_rma'
}

variables_and_their_values_are_completed()
{
    completes 'mpit get mpit_report_r\t' 'get mpit_report_readers'
    completes 'mpit run --set mpit_live=cou\t' 'run --set mpit_live=counts'
    completes 'mpit run --set mpit_report_r\tall' 'run --set mpit_report_readers=all'
    completes 'mpit list --match mpit_comm_si\t' 'list --match mpit_comm_size'
}

# One whose name is that of another but for its last letter would not be unique.
variables_of_the_mpi_are_completed()
{
    "$MPIT" list --vendor --cvars --csv | sed -n 's/^cvar,\([^,]*\),.*/\1/p' | sort >names
    name=$(awk '{
        stem = substr($0, 1, length($0) - 1)
        if (NR > 2 && index(before, before_stem) == 1 && index($0, before_stem) != 1 &&
            index(one_before, before_stem) != 1) { print before; exit }
        one_before = before; before = $0; before_stem = stem
    }' names)
    [ -n "$name" ] || fail 'there is no such variable'
    completes "mpit get ${name%?}\\t" "get $name"
}

mpis_are_completed()
{
    completes "mpit list --mpi ${TEST_BACK%?}\\t" "list --mpi $TEST_BACK"
}

the_job_of_mpit_run_is_completed()
{
    completes 'mpit run -- zzlaun\tzzfi\t' 'run -- zzlauncher zzfile'
}

every_option_of_the_help_is_in_every_script()
{
    for subcommand in $("$MPIT" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | grep -v mpit); do
        "$MPIT" help "$subcommand" | sed -n 's/^  .*--\([a-z]*\).*/\1/p' >options
        [ -s options ] || fail "mpit $subcommand has no options"
        while read -r option; do
            grep "^ *$subcommand) echo .*--$option\\( \\|\$\\)" script.bash >/dev/null ||
                fail "bash: $subcommand --$option"
            sed -n "/^    $subcommand)/,/;;/p" script.zsh | grep -qe "'--${option}[=[]" ||
                fail "zsh: $subcommand --$option"
            grep -qe "__mpit_is $subcommand' .*-l $option " script.fish ||
                fail "fish: $subcommand --$option"
        done <options
    done
    [ -s options ] || fail 'there are no subcommands'
}

run_test subcommands_are_completed
run_test options_and_their_arguments_are_completed
run_test variables_and_their_values_are_completed
run_test variables_of_the_mpi_are_completed
run_test mpis_are_completed
run_test the_job_of_mpit_run_is_completed
run_test every_option_of_the_help_is_in_every_script
try "a shell that there is not is said" "$MPIT" completion tcsh
exits 2
err_has 'unknown shell'
finish
