"""How many files and connections this process may have open."""

from __future__ import annotations

from contextlib import suppress


def most_open(wanted: int) -> int | None:
    """Return how many files this process may have open, after asking for `wanted`; None where nobody knows.

    A soft limit that is too low is raised as far as the hard one allows: it was set for programs that wait for
    files with select().
    """
    try:
        import resource
    except ImportError:                    # Windows: sockets are no files there
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        better = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (better, hard))
            soft = better
    return None if soft == resource.RLIM_INFINITY else soft
