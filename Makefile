# Every target sets up what it needs; a fresh machine needs only Python 3.11+ with venv, and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# The address of the published site, with a slash at the end: the picture in link previews needs it.
ADDRESS ?=

# Those to try a release with; by default all that pyproject.toml names: make release-check PYTHONS=python3.11
PYTHONS ?=

# Containers often forbid bytecode, and then each of a thousand processes compiles the package anew.
unexport PYTHONDONTWRITEBYTECODE

# The documentation links to the page only where the page is built beside it.
PLAY :=

# CI adds what slows every test down: make test COVERAGE="-p pytest_cov --cov --cov-report=term"
COVERAGE ?=
PYTEST := $(BIN)/pytest --numprocesses auto --dist worksteal $(COVERAGE)

.PHONY: help demo test test-all check generate docs site bench proofs release-check clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: $(VENV)/core  ## set up the core and solve one row
	$(BIN)/twoends solve 8 15 3 7
	@echo
	@echo 'R and L take the right and the left end; an optimal opponent never errs; a move costs what you lose against the best one.'
	@echo 'Next: $(BIN)/twoends explain 8 15 3 7 shows all moves, $(BIN)/twoends play deals you a game.'

test: $(VENV)/dev  ## set up and run the tests, in some three minutes on two cores
	$(PYTEST) -m "not slow"

test-all: $(VENV)/dev  ## run the tests that make test leaves out: nested runs, thousands of games, whole classes
	$(PYTEST) -m slow

check: $(VENV)/dev  ## lint, types, import layers, the engine of the page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/engine_js.py --check

generate: $(VENV)/dev  ## write what is generated: the engine of the page, the command reference, the pictures; needs Chromium
	$(BIN)/python tools/engine_js.py
	$(BIN)/python tools/command_reference.py docs/commands.md
	$(BIN)/python tools/pictures.py docs/pictures
	$(BIN)/python examples/regret.py docs/pictures/regret.png
	$(BIN)/python tools/page_pictures.py docs/pictures

docs: $(VENV)/dev  ## build site/docs/index.html and the manual page site/man/twoends.1; any warning is an error
	$(BIN)/python -m pip install --quiet --group docs
	$(BIN)/sphinx-build --builder html --fresh-env --write-all --fail-on-warning --keep-going --quiet $(PLAY) docs site/docs
	$(BIN)/sphinx-build --builder man --quiet docs site/man

site: PLAY := --html-define play=1
site: docs node_modules/pyodide  ## build the page without a server, site/index.html, with the documentation beside it
	$(BIN)/python tools/static_site.py site --pyodide node_modules/pyodide --address "$(ADDRESS)"
	@echo 'To see it: $(BIN)/python -m http.server --bind 127.0.0.1 --directory site'

node_modules/pyodide:  ## Python for browsers, from npm; copied into the site, never committed
	npm install --no-save --no-audit --no-fund --ignore-scripts \
		pyodide@$$(sed -n 's/^PYODIDE = "\(.*\)"/\1/p' tools/static_site.py)

bench: $(VENV)/dev  ## run every benchmark, print Markdown tables, and fail if a floor does not hold
	$(BIN)/python -m benchmarks

proofs: $(VENV)/dev  ## check the proofs, and the library against what Coq computes and extracts; needs Coq
	PYTHON="$(abspath $(BIN))/python" proofs/check

release-check: $(VENV)/dev  ## build the wheel, try it in empty environments: each Python, each extra alone
	$(BIN)/python -m pip install --quiet --group release
	$(BIN)/python tools/release_check.py $(PYTHONS)

clean:  ## remove the environments, what was built, and all caches
	rm -rf $(VENV) .venv-lowest site node_modules mutants .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
	rm -f proofs/*.vo proofs/*.vo[ks] proofs/*.glob proofs/.*.aux proofs/.*.cache

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/core: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable .
	touch $@

$(VENV)/dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"  # which knows groups
	$(BIN)/python -m pip install --quiet --editable ".[all]" --group dev
	touch $@ $(VENV)/core
