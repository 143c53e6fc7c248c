"""`python -m tests.terminal.unforced …`: the real `terra`, which nothing ends by force: in order, or not at all."""

from __future__ import annotations

import sys

from terra_tui.cli import main
from terra_tui.ui import signals

if __name__ == "__main__":
    signals.GRACE_SECONDS = 600.0  # type: ignore[misc]
    sys.exit(main())
