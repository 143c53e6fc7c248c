"""Bytes to the terminal for each event, at 80x24, at a table of five, in both languages.

Issue 5 asks: a rival's move 2,000 bytes or fewer, a clock tick 200, a key of a sum 600.
"""

from __future__ import annotations

from tests.terminal.counted import MOST, everything, measured


def run() -> None:
    """Print the figures."""
    for lang in ("en", "ko"):
        with measured(lang) as seat:
            for found in everything(seat):
                limit = f", {MOST[found.kind]:,} allowed" if found.kind in MOST else ""
                print(f"  {lang}  {found.kind:15} {found.middle:5,} bytes in the middle, {found.most:5,} at most"
                      f" (of {len(found.counts)}){limit}")
