"""`python -m tests.bench [NAME …]`: run the benchmarks here, or those named, and print the figures."""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import sys
from datetime import date
from pathlib import Path


def names() -> list[str]:
    """Return the names of the benchmarks: the modules of this folder."""
    folder = Path(__file__).parent
    return sorted(module.name for module in pkgutil.iter_modules([str(folder)]) if module.name != "__main__")


def machine() -> str:
    """Return what the figures were measured on."""
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def processor() -> str:
    """Return the processor's name as the kernel tells it, or its architecture."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())


def main(wanted: list[str]) -> int:
    """Run the benchmarks `wanted`, or all; return the exit code."""
    unknown = sorted(set(wanted) - set(names()))
    if unknown:
        print(f"no benchmark named {', '.join(unknown)}; there are: {', '.join(names())}", file=sys.stderr)
        return 2
    print(f"{date.today().isoformat()}, {machine()}")
    for name in wanted or names():
        print(f"\n{name}", flush=True)
        importlib.import_module(f"tests.bench.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
