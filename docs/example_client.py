"""A Terra client in a hundred lines: joins a table, plays one game to its end and prints what happens.

Needs Python and msgpack, nothing else; docs/protocol.md explains every message. Against two bots:

    terra host --seats 3 --bots 2        and then        python docs/example_client.py 127.0.0.1 4747 Robot
"""

import itertools
import os
import socket
import struct
import sys
import time

import msgpack


def dots(rank):
    return min(rank, 16 - rank)


def lays(hand, floor, most):
    """Yield every (cards, signs) that may be laid from `hand` on `floor`: singles by dots, sums by value."""
    yield from (((card,), "") for card in hand if dots(card) == dots(floor))
    for size in range(2, most + 1):
        for cards in set(itertools.permutations(hand, size)):
            for signs in itertools.product("+-", repeat=size - 1):
                terms = (card if sign == "+" else -card for card, sign in zip(cards[1:], signs, strict=True))
                if cards[0] + sum(terms) == floor:
                    yield cards, "".join(signs)


class Client:
    def __init__(self, host, port, name):
        self.socket = socket.create_connection((host, port))
        self.seat, self.seq, self.told, self.acted, self.rules = None, 0, 0, 0, {}
        self.snap, self.moment, self.seen = {"st": "lobby"}, None, 0.0
        self.commit = self.readied = self.claimed = self.waiting = None
        self.send({"t": "hello", "version": 1, "role": "play", "name": name})

    def send(self, message):
        payload = msgpack.packb(message)
        self.socket.sendall(struct.pack(">I", len(payload)) + payload)

    def command(self, tag, **fields):
        """Send a numbered command, and return its number: its answer (ack or refusal) has the same."""
        self.seq += 1
        self.send({"t": tag, "seq": self.seq, **fields})
        return self.seq

    def run(self):
        stream = self.socket.makefile("rb")
        while header := stream.read(4):
            message = msgpack.unpackb(stream.read(struct.unpack(">I", header)[0]))
            match message["t"]:
                case "ping":
                    self.send({"t": "pong", "n": message["n"]})
                case "welcome":
                    self.seat, self.seq = message["seat"], message.get("seq", 0)
                case "roster":
                    self.rules = message["settings"].get("rules", {})
                case "commit":
                    self.commit = message["commit"]
                case "snap":
                    self.take_in(message)
                    self.consider()
                case "ack" if message["seq"] == self.waiting:
                    self.waiting = None          # what came of it is in the next snapshot
                case "refusal":
                    print("refused:", message["code"])
                    if message["code"] == "too_fast":
                        time.sleep(0.1)
                        self.acted, self.readied = 0, None
                    if message.get("seq") == self.waiting:
                        self.waiting = None
                    self.consider()              # a snapshot that came meanwhile may ask for something else
                case "bye":
                    print("closed:", message["code"])
                    return

    def take_in(self, snap):
        moment = snap["mo"]["id"] if "mo" in snap else None
        if moment != self.moment:
            self.moment, self.seen = moment, time.monotonic()
        self.snap = snap
        for event in snap.get("ev", []):
            if event["n"] > self.told:
                self.told = event["n"]
                print(self.told, *(f"{key}={value}" for key, value in event["is"].items()))

    def consider(self):
        """Do what the newest snapshot asks of us, if it asks anything."""
        view, stage = self.snap.get("vw"), self.snap["st"]
        reaction = round((time.monotonic() - self.seen) * 1000)
        if self.waiting is not None:
            return
        if stage == "over":
            print(f"game over: points {view['sc']}, won by seats {list(view['winners'])}, I am seat {self.seat}")
            self.waiting = self.command("leave")
        elif stage != "play":
            if self.commit != self.readied:      # a fresh nonce for each deal that the host is committed to
                self.readied = self.commit
                self.command("ready", nonce=os.urandom(16))
        elif view["tn"] == self.seat and self.snap["rev"] > self.acted:
            self.acted = self.snap["rev"]
            self.waiting = self.command("act", rev=self.acted, move=self.move(view), reaction=reaction)
        elif self.may_ron(view):
            self.claimed = self.moment
            self.command("claim", window=self.moment, reaction=reaction)

    def may_ron(self, view):
        """Whether our one card may be laid now, in another's turn."""
        if self.moment in (None, self.claimed) or view["by"] == self.seat or self.seat in view.get("barred", b""):
            return False
        return len(view["hd"]) == 1 and dots(view["hd"][0]) == dots(view["fl"])

    def move(self, view):
        hand, terra = view["hd"], self.rules.get("terra", 8)
        if view["ph"] == "match":
            danger = any(count == 1 for seat, count in enumerate(view["cd"]) if seat != self.seat)
            return {"a": "keep"} if danger else {"a": "match", "terra": view["dr"] == terra}
        found = list(lays(hand, view["fl"], self.rules.get("max_cards", 3)))
        if not found:
            return {"a": "draw"}
        cards, signs = max(found, key=lambda lay: len(lay[0]))
        declared = cards[-1] == terra and len(cards) < len(hand)
        return {"a": "lay", "cards": bytes(cards), "signs": signs, "terra": declared}


if __name__ == "__main__":
    Client(sys.argv[1], int(sys.argv[2]), sys.argv[3]).run()
