# Two commands set everything up on a machine that has Python 3.11 or newer and make: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The versions that are installed: those that were tested together. `make clean`, then `make LOCK= test`, takes the newest.
LOCK ?= requirements/lock.txt
PIP := -m pip --quiet --disable-pip-version-check
# The lowest versions that pyproject.toml allows, in an environment of their own.
LOWEST := .venv-lowest
# Some tests only: make TESTS=tests/game tests
TESTS ?=
# A file's tests stay together, since they share servers, boards and games; linear algebra leaves the cores to them.
PYTEST = OPENBLAS_NUM_THREADS=1 $(1)/bin/pytest -n 3 --dist loadfile --no-loadscope-reorder --durations 12 $(TESTS)

.PHONY: play test lint types layers tests test-lowest lock compiled browser bench clean

play: $(VENV)/installed ## install into a local environment and open the table in the browser
	$(BIN)/railwright serve --open

test: $(VENV)/installed-dev ## everything that must hold; compiles while lint and types are checked
	@$(MAKE) --no-print-directory -j 3 browser compiled lint types layers
	$(call PYTEST,$(VENV))

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

layers: $(VENV)/installed-dev
	$(BIN)/lint-imports

tests: browser compiled
	$(call PYTEST,$(VENV))

test-lowest: browser $(LOWEST)/installed ## the tests with the lowest versions of all packages
	$(LOWEST)/bin/railwright warmup
	$(call PYTEST,$(LOWEST))

lock: $(VENV)/installed-dev ## try the newest versions of all packages: then run the tests, and keep the file if they pass
	$(BIN)/python tools/lock.py

compiled: $(VENV)/installed-dev
	$(BIN)/railwright warmup

browser: ## Debian's chromium, if it is missing and we may install it; without it the tests of the page say so
	@command -v chromium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
		|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
		|| echo "chromium could not be installed: the tests of the page will be skipped"

bench: $(VENV)/installed ## speed of the engine on this machine
	$(BIN)/railwright bench

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Railwright needs Python 3.11 or newer; try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml $(LOCK) | $(VENV)/bin/python
	$(BIN)/python $(PIP) install $(LOCK:%=--constraint %) -e .
	@touch $@

$(VENV)/installed-dev: pyproject.toml $(VENV)/installed | $(VENV)/bin/python
	$(BIN)/python $(PIP) install --upgrade 'pip>=25.1'
	$(BIN)/python $(PIP) install $(LOCK:%=--constraint %) --group dev
	@touch $@

$(LOWEST)/installed: pyproject.toml tools/lock.py
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python $(PIP) install --upgrade 'pip>=25.1'
	$(LOWEST)/bin/python tools/lock.py --lowest > $(LOWEST)/lowest.txt
	$(LOWEST)/bin/python $(PIP) install --constraint $(LOWEST)/lowest.txt -e . --group dev
	@touch $@

clean:
	rm -rf $(VENV) $(LOWEST) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
