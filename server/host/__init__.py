"""The asyncio shell: sockets, the clock, the disk, bots' threads. Moves bytes; decides nothing about rules.

Traps of asyncio (3.11), and where each is met:

* `wait_for` may swallow a cancellation: it is not used; `asyncio.timeout` is, in the client and the tests.
* Tasks are held only weakly by the loop: the only ones here are TLS handshakes, kept in a set (`peers.py`).
* A TaskGroup cancels everybody for one peer's error: no peer has a task; links are protocols (`link.py`).
* `Server.wait_closed` may hang on a stuck peer: it is not called (`server.py`).
* `readexactly` with an attacker's length: frames are refused on their header (`server/wire/frames.py`).
* Writes to a dead peer are logged, and `write_eof` raises: `link.py`.
* A TLS transport with a write limit of 0 pauses for ever: `link.py`.
* What came with the end of a TLS handshake is handed on before `start_tls` returns: `link.py` keeps it.
* A failed `start_tls` does not tell the protocol that the connection is lost: `peers.py`.
* No file left at `accept` (EMFILE): asyncio tries again after a second; `bugs.py`, `tests/host/test_process.py`.
* Closing with unread bytes resets the connection, and the peer never sees why: `link.py` lingers for a second.
"""
