# make demo   see paizhuo referee a simulated table     make test   everything that must hold before a commit
# Both build what they need in .venv; on a bare Debian 12 or newer they need git, make and Python 3.11 or newer.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# The first Python that is new enough; `make demo PYTHON=/path/to/python3` names another.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v "$$python"; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
DEMO_ARGS ?=
RUN_ARGS ?=
TEST_ARGS ?=
TRAIN_ARGS ?=

# The training environment holds PyTorch, some gigabytes: it lives in the cache folder and every checkout shares it, so
# paizhuo itself is not installed there but found by its path.
CACHE := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/paizhuo
TRAIN_ENV := $(CACHE)/train-env-$(shell sha256sum requirements/train.txt 2>/dev/null | cut -c1-12)

# The converter of the models lives beside it.
CONVERT_ENV := $(CACHE)/convert-env-$(shell sha256sum requirements/convert.txt 2>/dev/null | cut -c1-12)

.PHONY: help demo run extras test lint types layers pytest docs coverage train-env test-training test-camera train ncnn requirements clean

help:  ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 24

demo: $(VENV)/.ready-run  ## Play, film, read and referee a simulated table; options in DEMO_ARGS="--headless --hands 3"
	@$(BIN)/paizhuo demo $(DEMO_ARGS)

run: $(VENV)/.ready-run  ## Referee the table under the camera; options in RUN_ARGS="--config table.toml"
	@$(BIN)/paizhuo run $(RUN_ARGS)

extras: $(VENV)/.ready-run  ## Install what is optional at a table: NCNN, MQTT, PDF and metrics
	@.ci/system-packages paper
	@$(PIP) install --require-hashes -r requirements/extras.txt

test: $(VENV)/.ready-dev  ## Check everything: style, types, layers, tests, docs, wheel
	@.ci/system-packages browser
	@.ci/system-packages paper
	@.ci/check $(TEST_ARGS)

lint types layers pytest docs: $(VENV)/.ready-dev  ## Run one step of the tests alone
	@.ci/check $@

coverage: $(VENV)/.ready-dev  ## Show that the tests run every statement and branch of the rules (minutes; no part of `test`)
	@.ci/check coverage

train-env: $(TRAIN_ENV)/.ready  ## Build the environment that trains the models (PyTorch, some gigabytes)
	@echo "$(TRAIN_ENV)"

test-training: $(TRAIN_ENV)/.ready $(CONVERT_ENV)/.ready  ## Test the training code in its environment
	@.ci/system-packages artwork
	@PYTHONPATH=src PAIZHUO_PNNX="$$("$(CONVERT_ENV)/bin/python" -c 'import importlib.util as u; \
		print(u.find_spec("pnnx").submodule_search_locations[0])')/pnnx" "$(TRAIN_ENV)/bin/python" -m pytest tests/training

test-camera:  ## Test the Raspberry Pi's camera without one (as root; makes a Debian 13 root once)
	@mkdir -p "$(CACHE)/camera"
	@.ci/camera "$(CACHE)/camera"

train: $(TRAIN_ENV)/.ready  ## Train the models; options in TRAIN_ARGS="…"
	@.ci/system-packages artwork
	@PYTHONPATH=src "$(TRAIN_ENV)/bin/python" -m paizhuo train $(TRAIN_ARGS)

ncnn: $(CONVERT_ENV)/.ready  ## Make the NCNN form of the weights in models/ again
	@PYTHONPATH=src "$(CONVERT_ENV)/bin/python" -m paizhuo convert

requirements:  ## Choose the newest allowed versions again and write requirements/*.txt with their hashes
	@.ci/requirements

clean:  ## Remove the environment and what builds made
	rm -rf $(VENV) build dist docs/_build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

$(VENV)/bin/python:
	@.ci/system-packages python "$(PYTHON)"
	@.ci/virtual-environment "$(or $(PYTHON),python3)" $(VENV)

$(VENV)/.ready-run: requirements/run.txt pyproject.toml | $(VENV)/bin/python
	@test $(VENV)/.ready-dev -nt $< || { echo "installing what paizhuo needs into $(VENV)"; $(PIP) install --require-hashes -r $<; }
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.ready-dev: requirements/dev.txt pyproject.toml | $(VENV)/bin/python
	@echo "installing what the tests need into $(VENV)"
	@$(PIP) install --require-hashes -r $<
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(TRAIN_ENV)/.ready: requirements/train.txt
	@.ci/system-packages python "$(PYTHON)"
	@echo "installing PyTorch and the training tools into $(TRAIN_ENV); this downloads some gigabytes"
	@mkdir -p "$(CACHE)"
	@.ci/virtual-environment "$(or $(PYTHON),python3)" "$(TRAIN_ENV)"
	@"$(TRAIN_ENV)/bin/python" -m pip --disable-pip-version-check -qq install --require-hashes -r $<
	@touch $@

$(CONVERT_ENV)/.ready: requirements/convert.txt
	@.ci/system-packages python "$(PYTHON)"
	@echo "installing the converter of the models into $(CONVERT_ENV)"
	@mkdir -p "$(CACHE)"
	@.ci/virtual-environment "$(or $(PYTHON),python3)" "$(CONVERT_ENV)"
	@"$(CONVERT_ENV)/bin/python" -m pip --disable-pip-version-check -qq install --no-deps --require-hashes -r $<
	@touch $@
