"""`python -m terra_tui` is `terra`."""

from __future__ import annotations

import sys

from terra_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
