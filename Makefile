# make run    the site on this machine          make check   lint, types, architecture, migrations
# make test   every test                        make bench   how fast pairing and the engine are
# make tables PIECES=5 TABLES_DIR=var/tables    endgame tables of the Czech rulesets
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test check bench tables messages

HOST ?= 127.0.0.1
PORT ?= 8000
PIECES ?= 5
TABLES_DIR ?= var/tables
RULESET ?= czech
ARGS ?=
export HOST PORT

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
# The first of these that is new enough makes the virtual environment.
PYTHONS := $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11)

help:
	@sed -n '1,3s/^# //p' Makefile
	@echo "README.md says the rest."

run: $(VENV)/site.stamp $(VENV)/engine.stamp
	@exec $(PY) manage.py up

test: $(VENV)/tests.stamp $(VENV)/engine.stamp
	@$(PY) -m tests.run $(ARGS)

check: $(VENV)/tests.stamp
	@$(PY) -m tests.check

bench: $(VENV)/site.stamp $(VENV)/engine.stamp
	@$(PY) -m engine.bench
	@$(PY) -m tournaments.bench

# Tables of up to four pieces come with the engine; numba builds those of five in a few minutes.
tables: $(VENV)/site.stamp $(VENV)/engine.stamp
	@$(PIP) install -r requirements-tables.txt || echo "Building without numba, which takes much longer." >&2
	@$(PY) -m engine tables build --pieces $(PIECES) --dir $(TABLES_DIR) --ruleset $(RULESET)

# Collects the texts into the catalogues and compiles them; needs the package gettext.
messages: $(VENV)/site.stamp
	@$(PY) manage.py makemessages --all --ignore=.venv --ignore=tests --ignore=build --ignore=var --ignore=staticfiles --no-obsolete --no-wrap --add-location=file
	@$(PY) manage.py compilemessages --ignore=.venv

# A stamp is made when the installation is complete, so a broken-off one is done again.
$(VENV)/site.stamp: requirements.txt constraints.txt | $(VENV)/made.stamp
	@echo "Installing what the site needs (about half a minute) ..."
	@$(PIP) install -r requirements.txt
	@touch $@

$(VENV)/tests.stamp: requirements-dev.txt requirements.txt constraints.txt | $(VENV)/made.stamp
	@echo "Installing what the site and its tests need (about a minute) ..."
	@$(PIP) install -r requirements-dev.txt
	@touch $(VENV)/site.stamp $@

# The engine is compiled where a C compiler is; where there is none, or anything fails, it runs as it is.
$(VENV)/engine.stamp: $(shell find engine -name '*.py') requirements-compile.txt | $(VENV)/site.stamp
	@if command -v $(CC) >/dev/null && ! $(PY) -c 'import mypyc, setuptools' 2>/dev/null; then \
	  echo "Installing what compiles the engine ..."; \
	  $(PIP) install -r requirements-compile.txt || echo "The engine stays uncompiled." >&2; fi
	@$(PY) -m engine.build
	@touch $@

$(VENV)/made.stamp:
	@for each in $(PYTHONS); do \
	  if $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$each; break; fi; done; \
	if [ -z "$$found" ]; then \
	  echo "Python 3.11 or newer was not found. On Debian and Ubuntu: sudo apt install python3 python3-venv" >&2; \
	  exit 1; fi; \
	if ! $$found -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "Python's venv module is missing. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; fi; \
	echo "Making a virtual environment in $(VENV) with $$($$found --version) ..."; \
	$$found -m venv --clear $(VENV)
	@touch $@
