# Every target sets up what it needs: a fresh machine wants Python 3.11+ with venv, and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PYTHONS ?= python3.11 python3.12 python3.13

.PHONY: demo test check bench docs docs-serve commands pictures proofs release-check clean

demo: $(VENV)/core  ## set up and run the main job
	$(BIN)/twoends solve 8 15 3 7

test: $(VENV)/dev  ## set up and pass all tests
	$(BIN)/pytest -n auto --cov --cov-report=term

check: $(VENV)/dev  ## lint, types, import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_layers.py

bench: $(VENV)/dev  ## every benchmark; prints a Markdown table
	$(BIN)/python -m benchmarks

docs: $(VENV)/dev  ## the documentation site, to open as site/index.html; any warning is an error
	$(BIN)/python -m pip install --quiet --group docs
	$(BIN)/sphinx-build --builder html --fresh-env --write-all --fail-on-warning --keep-going --quiet docs site

docs-serve: docs  ## show the site at http://127.0.0.1:8078 until Ctrl-C
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory site 8078

commands: $(VENV)/dev  ## write docs/commands.md from the commands
	$(BIN)/python tools/command_reference.py docs/commands.md

pictures: $(VENV)/dev  ## draw those pictures of docs/ that show what twoends draws
	$(BIN)/python tools/pictures.py docs/pictures
	$(BIN)/python examples/regret.py docs/pictures/regret.png
	$(BIN)/python examples/positions.py docs/pictures/positions.png

proofs:  ## check the proofs, and the data that Coq computed for the tests; needs Coq
	proofs/check

release-check: $(VENV)/dev  ## build the wheel, try it in empty environments: PYTHONS, each extra alone
	$(BIN)/python -m pip install --quiet --group release
	$(BIN)/python tools/release_check.py $(PYTHONS)

clean:
	rm -rf $(VENV) site .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
	rm -f proofs/*.vo proofs/*.vo[ks] proofs/*.glob proofs/.*.aux proofs/.*.cache
	find src -name '*.nb[ic]' -delete  # compiled kernels: Numba does not see a change in another file

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"

$(VENV)/core: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable ".[all]" --group dev
	touch $@ $(VENV)/core
