"""The engine's view, to the wire and back."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from server.engine.events import Cause, Pay, RoundEnded
from server.engine.state import Phase
from server.engine.view import View
from server.wire.codec import decode_to_client, encode
from server.wire.convert import view_from_wire, view_to_wire
from server.wire.frames import HEADER
from server.wire.messages import GameView, Snapshot, Stage

LAST = RoundEnded(2, Cause.RON, (2,), (Pay(0, 2, 8),), (4, 5, 0), (22, 30, 38), 2)


def view(viewer: int | None) -> View:
    return View(
        viewer=viewer, phase=Phase.MATCH, round=3, lead=2, turn=1, floor=5, layer=0, under=(4, 1), deck=20,
        terra=False, fresh_terra=True, ron_open=True, cards=(8, 10, 1), scores=(22, 30, 38),
        round_start=(30, 30, 30), barred=(2,), last=LAST, winners=(),
        hand=() if viewer is None else (3, 11), drawn=11 if viewer == 1 else None,
    )


def test_the_wire_has_every_field_of_a_view_but_the_viewer() -> None:
    assert {field.name for field in fields(GameView)} == {field.name for field in fields(View)} - {"viewer"}


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_view_travels_and_comes_out_equal(viewer: int | None) -> None:
    sent = Snapshot(1, Stage.PLAY, view_to_wire(view(viewer)))
    received = decode_to_client(encode(sent)[HEADER.size :])
    assert isinstance(received, Snapshot)
    assert received.view is not None
    assert view_from_wire(received.view, viewer) == view(viewer)


def test_the_same_public_view_is_the_same_bytes_whoever_the_viewer_is() -> None:
    public = view_to_wire(view(None))
    assert public != view_to_wire(view(0))
    assert public == view_to_wire(replace(view(0), hand=()))
