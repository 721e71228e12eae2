# Zamki: `make play` and `make test` each set everything up on a fresh machine with Python >= 3.11.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
# Compiled modules are kept whatever the environment says: the tests start many processes, and each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
# More processes than cores: the tests that play end to end wait for much of their time.
PYTEST := $(BIN)/python -m pytest -q -n 3
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: play run postgres check test test-all test-long test-whole test-postgres lint rules mutants bench backup lock clean

play: .venv/ready ## try it without a token: the sandbox and the bot; prints the address (PORT=8090: on another port)
	$(BIN)/python bot.py --sandbox $(if $(PORT),--port $(PORT))

run: .venv/ready ## play on Discord; needs DISCORD_TOKEN or DISCORD_TOKEN_FILE
	$(BIN)/python bot.py

postgres: .venv/ready ## install the driver that ZAMKI_DATABASE=postgresql://… needs
	$(PIP) -r requirements-postgres.lock

check: .venv/ready ## settings, database, fonts and limits; non-zero with a remedy on a fault
	$(BIN)/python bot.py --check

test: .venv/ready-dev ## linting and the quick tests; ends after three failures
	@began=$$(date +%s); $(MAKE) --no-print-directory lint && $(PYTEST) --dist worksteal --maxfail $(or $(FAILURES),3); code=$$?; \
	echo "make test: $$(($$(date +%s) - began)) s"; exit $$code

test-all: .venv/ready-dev lint ## the long suites and the browser too
	$(PYTEST) --dist load --maxschedchunk 1 -m ""

test-long: .venv/ready-dev ## the long suites and the browser alone, the longest first
	$(BIN)/python -m pytest -q -n 5 --dist load --maxschedchunk 1 --durations 25 -m "long or more or browser"

test-whole: .venv/ready-dev ## test-long with all random games (a hundred thousand a game, where CI plays a tenth)
	ZAMKI_WHOLE=1 $(MAKE) --no-print-directory test-long

test-postgres: .venv/ready-dev ## store and end-to-end tests on a PostgreSQL server of their own (Debian's package postgresql); ALL=1: the long ones too
	ZAMKI_TEST_STORE=postgres $(BIN)/python -m pytest -q -n 3 --dist worksteal -m "postgres$(if $(ALL),, and not long)"

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.prose
	$(BIN)/codespell

rules: .venv/ready-dev ## the numbered rules of each game and the tests that prove them
	$(BIN)/python -m tools.rules $(GAME)

mutants: .venv/ready-dev ## put faults into the rules of GAME=torres and see whether its tests notice (SAMPLE=50: that many per module)
	$(BIN)/python -m tools.mutants $(GAME) $(if $(SAMPLE),--sample $(SAMPLE))

bench: .venv/ready-dev
	$(BIN)/python -m bench

backup: .venv/ready ## an online backup beside the database, checked
	$(BIN)/python bot.py backup

.venv/made:
	@test -n "$(PYTHON)" || { echo "Zamki needs Python 3.11 or newer: install it, or name it: make PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Making .venv with $(PYTHON) …"
	$(PYTHON) -m venv .venv
	@touch $@

.venv/ready: .venv/made requirements.lock
	@echo "Installing the libraries …"
	$(PIP) -r requirements.lock
	@touch $@

.venv/ready-dev: .venv/made requirements-dev.lock
	@echo "Installing the libraries and the tools …"
	$(PIP) -r requirements-dev.lock
	@touch .venv/ready $@

lock: ## renew the three lock files from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements.lock
	uv pip compile pyproject.toml --group postgres --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements-postgres.lock
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements-dev.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
