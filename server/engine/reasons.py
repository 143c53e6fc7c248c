"""Why an action is refused: one code each, in the words the client translates."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The first thing that would have to change for the action to be allowed."""

    NO_ROUND = "no_round"                        # no round is being played
    GAME_OVER = "game_over"                      # the game has ended (R7.2)
    NO_SUCH_SEAT = "no_such_seat"
    NOT_YOUR_TURN = "not_your_turn"              # R2.4
    CHOOSING = "choosing"                        # a back match is being decided (R3.5)
    NOT_CHOOSING = "not_choosing"                # there is no back match to decide (R3.5)
    BAD_SUM = "bad_sum"                          # not a sum of one to max_cards cards (R3.1, R3.2)
    NOT_IN_HAND = "not_in_hand"                  # R3.2
    WRONG_TOTAL = "wrong_total"                  # R3.1
    DOTS_DIFFER = "dots_differ"                  # R3.3, R5.1
    NOT_TERRA_CARD = "not_terra_card"            # the card left on the floor is not an 8 (R4.1)
    OUT_WITH_TERRA = "out_with_terra"            # a player who goes out does not declare (R4.1)
    LAST_SINGLE_IS_RON = "last_single_is_ron"    # R5.3: written as a Ron
    NOT_AT_A_TURNS_END = "not_at_a_turns_end"    # R5.1, R5.2
    OWN_CARD = "own_card"                        # R5.6
    NOT_ONE_CARD = "not_one_card"                # R5.1
    BARRED = "barred"                            # after a false Ron (R5.8)
    NO_CLAIMANT = "no_claimant"                  # a Ron needs somebody, each once, in paying order
    NOT_FALSE = "not_false"                      # the Ron would have been good (R5.8)
    RESHUFFLE_FIRST = "reshuffle_first"          # R8.1
    NO_RESHUFFLE = "no_reshuffle"                # the deck holds enough, or nothing lies under the floor card
    WRONG_CARDS = "wrong_cards"                  # a deal or reshuffle that is not made of the right cards
    WRONG_LEAD = "wrong_lead"                    # R7.5, R8.3
    ROUND_RUNNING = "round_running"              # a deal in mid-round


class IllegalAction(Exception):
    """An action the rules do not allow. The game it was tried on is unchanged.

    Attributes:
        reason: the code.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def require(reason: Reason | None) -> None:
    """Raise IllegalAction unless `reason` is None."""
    if reason is not None:
        raise IllegalAction(reason)
