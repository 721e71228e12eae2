# The same as `python zamki.py …`, which needs no make; and what only developers want. Each command sets everything up first.
PYTHON ?= python3
ZAMKI := $(PYTHON) zamki.py
PYTEST := $(ZAMKI) python -m pytest -q

.PHONY: play run setup postgres check test test-all test-long test-whole test-postgres lint site coverage words rules mutants bench backup lock release clean

play: ## try it without a token: the sandbox and the bot; prints the address (PORT=8090: on another port)
	$(ZAMKI) play $(if $(PORT),--port $(PORT))

run: ## play on Discord; needs DISCORD_TOKEN or DISCORD_TOKEN_FILE
	$(ZAMKI) run

check: ## settings, database, fonts and limits; non-zero with a remedy on a fault
	$(ZAMKI) check

setup: ## install the libraries
	$(ZAMKI) setup

postgres: ## install the driver that ZAMKI_DATABASE=postgresql://… needs
	$(ZAMKI) setup postgres

backup: ## an online backup beside the database, checked
	$(ZAMKI) backup

test: ## linting and the quick tests; ends after three failures (FAILURES=0: after none)
	$(ZAMKI) test $(if $(FAILURES),--maxfail $(FAILURES))

lint:
	$(ZAMKI) lint

site: ## the documents as a site, in var/site; fails on a link that leads nowhere
	$(ZAMKI) site

test-all: lint ## the long suites and the browser too
	$(PYTEST) -n 3 --dist load --maxschedchunk 1 -m ""

test-long: ## the long suites and the browser alone, the longest first
	$(PYTEST) -n 7 --dist load --maxschedchunk 1 --durations 25 -m "(long or browser) and not postgres"

test-whole: ## test-long with all random games and every case of which CI takes a sample (ZAMKI_WHOLE=1)
	ZAMKI_WHOLE=1 $(MAKE) --no-print-directory test-long

test-postgres: ## store and end-to-end tests on a PostgreSQL server of their own (Debian's package postgresql); ALL=1: the longest too
	ZAMKI_TEST_STORE=postgres $(if $(ALL),ZAMKI_WHOLE=1 )$(PYTEST) -n 4 --dist load --maxschedchunk 1 -m "postgres and not browser"

coverage: ## how much of the product the quick tests run through, in per cent
	$(ZAMKI) python -m coverage run -m pytest -q -n 3 --dist worksteal
	$(ZAMKI) python -m coverage combine -q
	$(ZAMKI) python -m coverage report

words: ## what each language says itself, and what is wrong in it; CODE=de makes its files ready for translators
	$(ZAMKI) python -m tools.words $(CODE)

rules: ## the numbered rules of each game and the tests that prove them
	$(ZAMKI) python -m tools.rules $(GAME)

mutants: ## put faults into the rules of GAME=torres (or what has changed) and see whether its tests notice (SAMPLE=50: that many per module)
	$(ZAMKI) python -m tools.mutants $(GAME) $(if $(SAMPLE),--sample $(SAMPLE))

bench:
	$(ZAMKI) python -m bench

lock: ## renew the four lock files from pyproject.toml (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements.lock
	uv pip compile pyproject.toml --group postgres --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements-postgres.lock
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements-dev.lock
	uv pip compile --group docs --constraint requirements-dev.lock --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements-docs.lock

release: ## make release 1.2.3: tests, version, changelog, commit and tag, in a clean checkout; pushes nothing
	$(PYTHON) -m tools.release make $(RELEASE)

RELEASE := $(if $(filter release,$(firstword $(MAKECMDGOALS))),$(wordlist 2,2,$(MAKECMDGOALS)))
$(if $(RELEASE),$(eval $(RELEASE):;@:))

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
