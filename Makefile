# The course's two commands are `make lab` and `make test`; both set themselves up.
PYTHON ?= python3
PY := .venv/bin/python
# In a container one is often root, and JupyterLab wants to be told that this is meant.
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)
export PYTHONHASHSEED := 0
export JUPYTER_CONFIG_PATH := $(CURDIR)/.jupyter

.PHONY: lab test notebooks clean

lab: .venv/lab-ready  ## open the course in JupyterLab
	$(PY) -m jupyterlab $(AS_ROOT) --ServerApp.root_dir=notebooks --LabApp.default_url=/lab/tree/00_start_here.ipynb

# Two tests at a time: each should keep to one thread.
test notebooks: export OPENBLAS_NUM_THREADS := 1
test: .venv/test-ready  ## check style and types, run every test and every notebook
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest -n 2 --dist loadfile --nbval tests notebooks

notebooks: .venv/test-ready  ## run all notebooks again and store their outputs, as they are committed
	$(PY) tests/store_notebooks.py

clean:  ## forget the environment
	rm -rf .venv

# A folder that was moved is set up again: the environment holds the course's place.
ifneq ($(shell cat .venv/lab-ready 2>/dev/null),$(CURDIR))
.PHONY: .venv/lab-ready
endif

.venv/lab-ready: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "The course needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)")'
	$(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	echo "$(CURDIR)" > $@

.venv/test-ready: .venv/lab-ready requirements-dev.txt
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@
