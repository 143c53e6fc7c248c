"""`python -m server` is `terra host`; it never imports Textual."""

from __future__ import annotations

import sys

from server.host.run import main

if __name__ == "__main__":
    sys.exit(main())
