#!/bin/sh
# What packages are made by, debian/ and packaging/, is of this version, and asks for what the tree
# asks for.  ./quickstart package makes the packages, and tests them.
. "${0%/*}/../prelude.sh"
version=$(cat "$abs_srcdir/VERSION")
control=$abs_srcdir/debian/control
recipe=$abs_srcdir/packaging/spack/package.py

packages_have_the_version_of_the_tree()
{
    sed -n '1s/^mpit (\(.*\)) .*/\1/p' "$abs_srcdir/debian/changelog" >debian
    sed -n 's/^    version("\(.*\)")$/\1/p' "$recipe" >spack
    sed -n 's/.*mpit-\([0-9.]*\)\.tar\.gz.*/\1/p' "$recipe" >tarball
    echo "$version" >expected
    same expected debian
    same expected spack
    same expected tarball
}

# The compiler and what makes configure come with every build of Debian's.
debian_builds_with_what_quickstart_installs()
{
    sed -n 's/^\(build\|openmpi\|mpich\)_packages="\(\$[a-z_]* \)\{0,1\}\(.*\)"$/\3/p' \
        "$abs_srcdir/quickstart" | tr ' ' '\n' |
        grep -Evx 'gcc|g\+\+|gfortran|libc6-dev|make|autoconf|automake|libtool|check|valgrind' |
        sort >wanted
    [ "$(wc -l <wanted)" -ge 8 ] || fail "too few packages: $(cat wanted)"
    sed -n '/^Build-Depends:/,/^Standards/s/^ \([a-z0-9-]*\)\( | .*\)\{0,1\},$/\1/p' "$control" |
        sort >named
    comm -23 wanted named >missing
    is_empty missing 'not among Build-Depends'
}

every_file_to_be_installed_has_a_package()
{
    sed -n 's/^Package: //p' "$control" | while read -r package; do
        [ -s "$abs_srcdir/debian/$package.install" ] || echo "$package"
    done >without
    is_empty without 'a package with nothing in it'
    grep -h . "$abs_srcdir"/debian/*.install | sort | uniq -d >twice
    is_empty twice 'in two packages'
}

# Spack itself is not here: what the recipe says is taken down by functions of these names.
the_recipe_of_spack_says_what_configure_needs()
{
    mkdir spack_modules spack_modules/spack
    cat >spack_modules/spack/package.py <<'END'
said = []
variants = []


class AutotoolsPackage:
    def with_or_without(self, name):
        return [f"--with-{name}"] if name in variants else []


def license(name):
    pass


def version(name):
    pass


def variant(name, default, description):
    variants.append(name)


def depends_on(name, type=None, when=None):
    said.append(name.split("@")[0])
END
    : >spack_modules/spack/__init__.py
    cat >ask.py <<'END'
import importlib.util
import sys
import types

spec = importlib.util.spec_from_file_location("recipe", sys.argv[1])
recipe = importlib.util.module_from_spec(spec)
spec.loader.exec_module(recipe)
package = recipe.Mpit()
package.spec = {"mpi": types.SimpleNamespace(mpicc="/mpi/bin/mpicc")}
print(*package.configure_args())
from spack.package import said
print(*sorted(said))
END
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=spack_modules python3 ask.py "$recipe" >said ||
        fail 'the recipe is no Python'
    printf '%s\n' '--with-mpi=/mpi/bin/mpicc --with-otf2' \
        'elfutils jansson mpi ncurses otf2 pkgconfig popt zlib-api' \
        >expected
    same expected said
}

run_test packages_have_the_version_of_the_tree
run_test debian_builds_with_what_quickstart_installs
run_test every_file_to_be_installed_has_a_package
run_test the_recipe_of_spack_says_what_configure_needs
finish
