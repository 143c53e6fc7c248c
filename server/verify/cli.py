"""`terra verify FILE`: names the first wrong line of a record, or says what the record proves."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from server.verify.reading import Wrong
from server.verify.record import check_record
from server.verify.report import sentences


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments of `terra verify`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record that `terra export` or the arena wrote")


def run(args: argparse.Namespace) -> int:
    """Check the file, say what was found, and return the exit code: 1 where a line is wrong."""
    file: Path = args.file
    try:
        with file.open(encoding="utf-8") as lines:
            report = check_record(lines)
    except OSError as error:
        print(f"terra: {file} cannot be read: {error.strerror}", file=sys.stderr)
        return 1
    except UnicodeDecodeError:
        print(f"terra: {file} is not a text in UTF-8", file=sys.stderr)
        return 1
    except Wrong as wrong:
        print(f"{file}:{wrong.line}: {wrong.sentence}", file=sys.stderr)
        return 1
    print("\n".join(sentences(report)))
    return 0
