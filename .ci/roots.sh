# Sourced by what works in roots that debootstrap makes: .ci/suites, .ci/package.  As root.
#
#   me, logs        who says things, and where logs go: set before this
#   kept            the folder of roots that stay, or nothing: set before begin_roots
#   root, suite     the root at work, and its suite of Debian
#   roots           the folder that the roots are in
#   beside          a process that works in one of them meanwhile, or nothing
#   MPIT_MIRROR     where packages come from; without it, from where apt here gets them
#
# shellcheck shell=sh
: "${me:?}" "${logs:?}"
root=
suite=
roots=
beside=
mounted=
scratch=

say() { echo "$me: $*"; }

fail()
{
    echo "$me: $*" >&2
    exit 2
}

get_debootstrap()
{
    command -v debootstrap >/dev/null && return
    say 'installing debootstrap'
    {
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends debootstrap
    } >"$logs/debootstrap.log" 2>&1 ||
        fail "debootstrap cannot be installed ($logs/debootstrap.log)"
}

make_root()
{
    [ -x "$root/usr/bin/apt-get" ] && return
    say "$suite: a root from $from"
    debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$from" \
        >"$logs/$suite.root.log" 2>&1 &&
        # As an installed machine has: MPIs look up their own name, and a name server may be slow.
        echo "127.0.0.1 localhost $(hostname)" >"$root/etc/hosts" &&
        # A mirror may stand still, while sid's lists are good for a week.
        echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/90still"
}

mount_in()
{
    mountpoint -q "$root/$1" && return
    mkdir -p "$root/$1"
    mounted="$root/$1 $mounted"
    shift_to=$1
    shift
    mount "$@" "$root/$shift_to"
}

# The root is a place where something is mounted, too: so it is on a machine, and unshare asks that.
mount_all()
{
    mount_in . --bind "$root" &&
        mount_in proc -t proc proc &&
        mount_in sys -t sysfs sysfs &&
        mount_in dev/pts -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts &&
        mount_in dev/shm -t tmpfs -o mode=1777 tmpfs &&
        ln -sf pts/ptmx "$root/dev/ptmx"
}

unmount_all()
{
    for place in $mounted; do
        ! mountpoint -q "$place" || umount "$place" 2>/dev/null || umount -l "$place"
    done
    mounted=
}

# Whose root one of these is was started from here.
end_processes()
{
    for process in /proc/[0-9]*; do
        case $(readlink "$process/root") in
        "$roots"/*) kill -KILL "${process#/proc/}" ;;
        esac
    done 2>/dev/null
}

leave()
{
    code=$?
    [ -z "$beside" ] || kill "$beside" 2>/dev/null
    [ -z "$roots" ] || end_processes
    unmount_all
    [ -z "$scratch" ] || rm -rf --one-file-system "$scratch"
    exit $code
}

# What is there and the same stays, so that in a root that was kept no more is built than has
# changed.
copy_tree()
{
    rm -rf "$root/mpit.new" && mkdir -p "$root/mpit" "$root/mpit.new" &&
        git archive HEAD | tar -xmf - -C "$root/mpit.new" || return
    (cd "$root/mpit.new" && find . -type f) | while read -r file; do
        cmp -s "$root/mpit.new/$file" "$root/mpit/$file" && continue
        mkdir -p "$root/mpit/${file%/*}" && mv "$root/mpit.new/$file" "$root/mpit/$file" || exit
    done && rm -rf "$root/mpit.new"
}

in_root()
{
    chroot "$root" env -i HOME=/root LANG=C.UTF-8 TERM=dumb \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# Sets roots.
begin_roots()
{
    [ "$(id -u)" = 0 ] || fail 'only root can make roots'
    trap leave EXIT
    trap 'exit 99' HUP INT TERM
    get_debootstrap
    from=$(.ci/mirror)
    [ -n "$from" ] || fail 'apt here names no mirror of Debian: give one in MPIT_MIRROR'
    if [ -n "$kept" ]; then
        mkdir -p "$kept" && roots=$(cd "$kept" && pwd -P) || exit 2
    else
        scratch=$(mktemp -d) && roots=$(cd "$scratch" && pwd -P) || exit 2
    fi
}

leave_root()
{
    unmount_all
    [ -n "$kept" ] || rm -rf --one-file-system "$root"
}
