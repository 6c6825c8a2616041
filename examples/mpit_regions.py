"""Regions of a Python program, with mpi4py or any other way to MPI:

    from mpit_regions import region

    with region("solve"):
        ...

libmpit is found in the process (preloaded, as by mpit run); without it nothing happens.
"""
import contextlib
import ctypes

_process = ctypes.CDLL(None)
_begin = getattr(_process, "mpit_region_begin", None)
_end = getattr(_process, "mpit_region_end", None)


@contextlib.contextmanager
def region(label):
    """What runs inside is counted in a row of the report that has this label."""
    if _begin:
        _begin(str(label).encode())
    try:
        yield
    finally:
        if _end:
            _end()
