# `make play` opens the game, `make test` runs every test; both set up everything they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint bench simulate fuzz kills screens golden clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@

$(VENV)/.installed-lint: $(VENV)/.installed-test
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,lint]'
	touch $@

play: $(VENV)/.installed
	$(BIN)/terra

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest

lint: $(VENV)/.installed-lint
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.installed-test
	$(BIN)/python -m tests.bench

JOBS ?= 2

# Millions of broken frames: into the codec, into a host's door and table, and through sockets into a process.
FRAMES ?= 2000000
fuzz: $(VENV)/.installed-test
	$(BIN)/python -m tests.wire.fuzz --frames $(FRAMES) --seed 1 --jobs $(JOBS)
	$(BIN)/python -m tests.host.fuzz --frames $(FRAMES) --seed 1 --jobs $(JOBS)
	$(BIN)/python -m tests.host.fuzz_sockets --frames $$(($(FRAMES) / 10)) --seed 1

# kill -9 at random moments of live games and of recoveries; each host is resumed, and its record read again.
KILLS ?= 1000
kills: $(VENV)/.installed-test
	$(BIN)/python -m tests.host.kills --times $(KILLS) --seed 1 --jobs $(JOBS)

# Whole games in virtual time, with faults; `make simulate GAMES=10000` for a night's worth.
GAMES ?= 1000
simulate: $(VENV)/.installed-test
	$(BIN)/python -m tests.simulation --games $(GAMES) --jobs $(JOBS)

# docs/screens, made by the program itself; look at what has changed (`git diff docs/screens`) before it is kept.
screens: $(VENV)/.installed-test
	$(BIN)/python -m tests.terminal.capture

# The golden files of drawn rows and of colours, likewise.
golden: $(VENV)/.installed-test
	TERRA_GOLDEN=write $(BIN)/python -m pytest -q tests/ui/test_golden.py tests/terminal/test_looks.py

clean:
	rm -rf $(VENV) build dist *.egg-info
