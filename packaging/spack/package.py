# Spack's recipe for mpit.  In a folder packages/mpit of a repository of Spack, with the tarball
# that `make dist` makes in the folder where Spack runs:
#
#   spack install --no-checksum mpit ^openmpi
#   spack install --no-checksum mpit ^mpich
import os

from spack.package import *


class Mpit(AutotoolsPackage):
    """Reports of MPI jobs, and the MPI tool information interface with variables of its own, ahead
    of the MPI library that it is built with."""

    manual_download = True
    url = "file://{0}/mpit-0.1.0.tar.gz".format(os.getcwd())

    license("BSD-2-Clause")

    version("0.1.0")

    variant("otf2", default=True, description="Write traces as OTF2")

    depends_on("pkgconfig", type="build")
    depends_on("elfutils")
    depends_on("jansson@2.10:")
    depends_on("mpi@3.1:")
    depends_on("ncurses")
    depends_on("otf2@3:", when="+otf2")
    depends_on("popt")
    depends_on("zlib-api")

    def configure_args(self):
        return ["--with-mpi={0}".format(self.spec["mpi"].mpicc)] + self.with_or_without("otf2")
