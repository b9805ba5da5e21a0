# Every target sets up what it needs: a fresh machine wants Python 3.11+ with venv, and make.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PYTHONS ?= python3.11 python3.12 python3.13

.PHONY: demo test check bench release-check clean

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

release-check: $(VENV)/dev  ## build the wheel, try it in empty environments: PYTHONS, each extra alone
	$(BIN)/python -m pip install --quiet --group release
	$(BIN)/python tools/release_check.py $(PYTHONS)

clean:
	rm -rf $(VENV) .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis dist

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"

$(VENV)/core: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable ".[all]" --group dev
	touch $@ $(VENV)/core
