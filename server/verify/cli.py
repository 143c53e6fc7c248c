"""`terra verify FILE`: names the first wrong line of a record, or says what the record proves."""

from __future__ import annotations

import argparse
from pathlib import Path

from server.console.kinds import path
from server.console.say import harmless, say
from server.console.streams import FAILED, FINE, complain, tell
from server.console.text_lines import LONGEST_LINE, LineTooLong, text_lines
from server.verify.reading import Wrong
from server.verify.record import check_record
from server.verify.report import sentences


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the arguments of `terra verify`."""
    parser.add_argument("file", type=path, metavar="FILE", help="a record that `terra export` or the arena wrote")


def run(args: argparse.Namespace) -> int:
    """Check the file, say what was found, and return the exit code: 1 where a line is wrong."""
    file: Path = args.file
    try:
        report = check_record(text_lines(file))
    except OSError as error:
        complain(say("{file} cannot be read: {why}.", file=file, why=error))
        return FAILED
    except UnicodeDecodeError:
        complain(say("{file} is not a text in UTF-8.", file=file))
        return FAILED
    except LineTooLong as error:
        wrong = Wrong(error.number, "A line of more than {n} letters has no place in a record.", n=LONGEST_LINE)
        return _refused(file, wrong)
    except Wrong as wrong:
        return _refused(file, wrong)
    tell(sentences(report))
    return FINE


def _refused(file: Path, wrong: Wrong) -> int:
    # As compilers write it, so that an editor can jump there.
    complain(wrong.sentence, f"{harmless(str(file))}:{wrong.line}: ")
    return FAILED
