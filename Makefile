# The commands of a developer. Every target installs its dependencies first, so a fresh clone suffices.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
# The project's own tools come first on the PATH, including its own Node: the machine's may be older.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
# Flags for the test runner, e.g. make test AVA_FLAGS=--no-color
AVA_FLAGS ?=
COVERAGE_REPORT ?= text
CORE_LAYERS := object dag redact manifest annotation order plan readiness inventory modules/rules

.PHONY: help setup browser check check-format check-lint check-types check-unit check-dead test cluster-up cluster-down cluster-env schemas judge fuzz faults soak demo bench bench-charts bench-peers golden pictures build package image coverage format clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { gsub(/\$$\$$/, "$$", $$2); printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## install the tools and libraries that the lock file names
	@node .ci/is-installed.cjs || npm ci --no-audit --no-fund --loglevel=error

check: setup ## format, lint, types, unit tests and dead code, in parallel
	@$(MAKE) -j -k --output-sync=target check-format check-lint check-types check-unit check-dead
	@echo "make check: all good"

check-format:
	@oxfmt --check . >/dev/null || { oxfmt --list-different .; echo "not formatted: make format"; exit 1; }
check-lint:
	@oxlint --quiet
check-types:
	@tsc -p .
# The unit tests that a change may affect. `make test` runs all of them.
check-unit:
	@node changed-tests.ts $(AVA_FLAGS)
check-dead:
	@knip

# After a failure the remaining parts still run.
test: setup ## all gates and all tests, including those in a browser, with minimum coverage
	@.ci/browser install >/dev/null || true
	@.ci/junit-reader install >/dev/null || true
	@.ci/git-servers install >/dev/null || true
	@node e2e/control-plane/up.ts --all
	@failed=0; \
	  $(MAKE) -j -k --output-sync=target check-format check-lint check-types check-dead || failed=1; \
	  $(MAKE) coverage COVERAGE_REPORT=text-summary || failed=1; \
	  exit $$failed

browser: ## install further programs for tests: a Chromium, a reader of JUnit, an sshd
	@.ci/browser install
	@.ci/junit-reader install
	@.ci/git-servers install

cluster-up: setup ## start a real Kubernetes on the loopback; the first time it is built, some six minutes
	@node e2e/control-plane/up.ts

cluster-down: setup ## stop that Kubernetes and remove its data
	@node e2e/control-plane/down.ts

cluster-env: setup ## print shell commands that select that Kubernetes: eval "$$(make cluster-env)"
	@node e2e/control-plane/env.ts

schemas: setup ## pack the schemas of built-in kinds from the Go modules of Kubernetes; some 150 MB the first time
	@node e2e/pack-schemas.ts
	@oxfmt lib/validate/builtin/data

judge: setup ## compare offline validation with that Kubernetes on generated CRDs and custom resources: SEEDS=20
	@node e2e/judge.ts --seeds "$(or $(SEEDS),5)"

fuzz: setup ## search for texts that a parser needs more than linear time for: SECONDS=60 SEED=1
	@node e2e/fuzz.ts --seconds "$(or $(SECONDS),60)" --seed "$(or $(SEED),1)"

faults: setup ## disturb runs on that Kubernetes by faults, kills and third-party changes: SEEDS=100, or one by ONLY=kill SEED=7
	@node e2e/faults.ts --seeds "$(or $(SEEDS),20)" --only "$(ONLY)" --seed "$(SEED)"

sets: setup ## apply, change and delete published install manifests on that Kubernetes, which nothing else may use then: FOLDER=more
	@node e2e/sets.ts $(FOLDER)

soak: setup ## run two sidecars on that Kubernetes under commits, faults and edits, until they converge: MINUTES=10 SEED=7
	@node e2e/soak.ts --minutes "$(MINUTES)" --seed "$(SEED)"

smoke-oldest: export CONVERGE_E2E_KUBERNETES := oldest
smoke-oldest: setup ## apply and delete on the oldest Kubernetes that the README names; the first time it is built, some five minutes
	@node e2e/control-plane/up.ts
	@trap 'node e2e/control-plane/down.ts' EXIT; ava $(AVA_FLAGS) $(foreach theme,order readiness prune unchanged conflict deletion definition dry-run,e2e/apply/$(theme).e2e.ts)

demo: cluster-up ## apply the WordPress example to a real Kubernetes, and delete it again
	@./cmd/converge.mjs plan fixtures/wordpress
	@eval "$$(node e2e/control-plane/env.ts)"; \
	  ./cmd/converge.mjs apply fixtures/wordpress --release wordpress -n default; \
	  ./cmd/converge.mjs delete --release wordpress -n default

bench: setup ## time and memory for 1 to 100,000 objects, then on the control plane
	@node bench/bench.ts

bench-charts: setup ## install, upgrade and delete charts with converge and helm on that Kubernetes: CHARTS=folder ROUNDS=5
	@node bench/bench.ts charts $(if $(CHARTS),--charts "$(CHARTS)") $(if $(ROUNDS),--rounds "$(ROUNDS)")

bench-peers: setup ## build the programs to compare with: kapp, helm, kubectl, kubeconform; some six minutes the first time
	@node bench/bench.ts peers

golden: setup ## rewrite the golden plans and the printed examples of the docs; read the diff before committing it
	@node fixtures/golden.ts

pictures: cluster-up ## record the pictures of the docs from real runs on that Kubernetes
	@node e2e/pictures/pictures.ts

build: setup ## compile the package into dist/
	@npm run --silent build

package: build ## build the package, check it, and try it in an empty folder
	@publint --strict
	@rm -f converge-*.tgz
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	  tarball=$$(npm pack --ignore-scripts --silent); \
	  npm install --prefix "$$folder" --prefer-offline --no-audit --no-fund --silent "./$$tarball"; \
	  "$$folder/node_modules/.bin/converge" plan fixtures/wordpress | tail -n 1; \
	  "$$folder/node_modules/.bin/converge" plan fixtures/wordpress -o html | tail -n 1 | grep -qx '</html>'; \
	  echo "$$tarball"

image: setup ## build the container image of the sidecar, an archive in dist/; needs root and apt, no container daemon
	@mkdir -p dist
	@node deploy/image/build.ts

coverage: setup ## run the tests and check the minimum coverage of the core layers
	@c8 --check-coverage --lines 95 --branches 0 --functions 0 --statements 0 --reporter=$(COVERAGE_REPORT) \
	  $(foreach layer,$(CORE_LAYERS),--include='lib/$(layer)/**/*.ts') --exclude='**/*.test.ts' ava $(AVA_FLAGS)

format: setup ## format everything
	@oxfmt .

clean: ## remove what was built
	@rm -rf dist coverage *.tgz
