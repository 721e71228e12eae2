# Zamki: `make play` and `make test` each do all their set-up on a fresh machine with Python >= 3.11.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: play run check test test-all lint bench backup lock clean

play: .venv/ready ## try it without a token: the sandbox and the bot; prints the address
	$(BIN)/python bot.py --sandbox

run: .venv/ready ## play on Discord; needs DISCORD_TOKEN or DISCORD_TOKEN_FILE
	$(BIN)/python bot.py

check: .venv/ready ## settings, database, fonts and limits; non-zero with a remedy on a fault
	$(BIN)/python bot.py --check

test: .venv/ready-dev lint ## the quick tests
	$(BIN)/python -m pytest -q -n 2 --dist worksteal

test-all: .venv/ready-dev lint ## the long suites and the browser too
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m ""

lint: .venv/ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

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

lock: ## renew both lock files from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements.lock
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements-dev.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
