"""The client as lines of text (`--plain`)."""

from terra_tui.plain.run import run_plain

__all__ = ["run_plain"]
