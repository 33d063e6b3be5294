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

.PHONY: help setup browser check check-format check-lint check-types check-unit check-dead test cluster-up cluster-down \
  cluster-env schemas judge judge-compare judge-order judge-renderers fuzz faults health sets soak smoke-oldest demo renderers \
  bench bench-charts bench-renderers bench-scale bench-order bench-dashboard bench-load \
  bench-peers golden pictures build man package image release release-check coverage format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { gsub(/\$$\$$/, "$$", $$2); printf "  make %-15s  %s\n", $$1, $$2 }' Makefile

setup: ## install the tools and libraries of package-lock.json
	@node .ci/is-installed.cjs || npm ci --no-audit --no-fund --loglevel=error

check: setup ## run before a commit: format, lint, types, dead code, affected unit tests
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
test: setup ## run all checks and all tests, on a real Kubernetes and in a browser
	@.ci/browser install >/dev/null || true
	@.ci/junit-reader install >/dev/null || true
	@.ci/git-servers install >/dev/null || true
	@node e2e/control-plane/up.ts --all
	@node renderers/build.ts
	@failed=0; \
	  $(MAKE) -j -k --output-sync=target check-format check-lint check-types check-dead || failed=1; \
	  $(MAKE) coverage COVERAGE_REPORT=text-summary || failed=1; \
	  exit $$failed

browser: ## install optional programs for tests: Chromium, a JUnit parser, sshd
	@.ci/browser install
	@.ci/junit-reader install
	@.ci/git-servers install

cluster-up: setup ## start a local Kubernetes; the first time, build it (about six minutes)
	@node e2e/control-plane/up.ts

cluster-down: setup ## stop the local Kubernetes and delete its data
	@node e2e/control-plane/down.ts

cluster-env: setup ## print shell commands that select it: eval "$$(make cluster-env)"
	@node e2e/control-plane/env.ts

schemas: setup ## regenerate the built-in schemas from Go modules (downloads 150 MB)
	@node e2e/pack-schemas.ts
	@oxfmt lib/validate/builtin/data

judge: export CONVERGE_E2E_KUBERNETES := $(KUBERNETES)
judge: setup ## compare offline validation with the API server: SEEDS=20 KUBERNETES=1.37
	@node e2e/judge.ts --seeds "$(or $(SEEDS),5)"
	@node e2e/judge-builtin.ts --seeds "$(or $(SEEDS),5)"

judge-renderers: setup renderers ## compare the built-in renderers with helm and kustomize: FOLDER=path
	@node e2e/judge-renderers.ts $(FOLDER)

judge-compare: setup ## compare `converge compare` with what applying a change does: SEEDS=3 FOLDER=path
	@node e2e/judge-compare.ts --seeds "$(or $(SEEDS),1)" --seed "$(or $(SEED),1)" $(FOLDER)

judge-order: setup ## compare the order of --compat=TOOL with that of the tool: TOOL=argocd|kapp CASES=60 SEED=1 FOLDER=path
	@node e2e/judge-order.ts --tool "$(or $(TOOL),kapp)" --cases "$(or $(CASES),60)" --seed "$(or $(SEED),1)" \
	  --jobs "$(or $(JOBS),1)" --layouts "$(or $(LAYOUTS),1)" \
	  $(if $(FOLDER),--folder "$(FOLDER)") $(if $(RESULTS),--results "$(RESULTS)")

fuzz: setup ## search for input that a parser needs more than linear time for: SECONDS=60 SEED=1
	@node e2e/fuzz.ts --seconds "$(or $(SECONDS),60)" --seed "$(or $(SEED),1)"

faults: setup ## test runs under faults, kills and foreign changes: SEEDS=100, or ONLY=kill SEED=7
	@node e2e/faults.ts --seeds "$(or $(SEEDS),20)" --only "$(ONLY)" --seed "$(SEED)"

health: setup ## compare verdicts on objects with given labels: HEALTH_CASES=DIR HEALTH_RULES=DIR
	@node e2e/health-figures.ts

sets: setup ## apply, change and delete published install manifests: FOLDER=more
	@node e2e/sets.ts $(FOLDER)

soak: setup ## run two sidecars under commits, faults and edits: MINUTES=10 SEED=7 STEADY=1
	@node e2e/soak.ts --minutes "$(MINUTES)" --seed "$(SEED)" $(if $(STEADY),--steady)

smoke-oldest: export CONVERGE_E2E_KUBERNETES := 1.30
smoke-oldest: setup ## test apply and delete on the oldest supported Kubernetes (the first build takes five minutes)
	@node e2e/control-plane/up.ts
	@trap 'node e2e/control-plane/down.ts' EXIT; ava $(AVA_FLAGS) $(foreach theme,order readiness prune unchanged conflict deletion definition dry-run,e2e/apply/$(theme).e2e.ts)

demo: setup ## plan, apply and delete WordPress on the local Kubernetes
	@node e2e/control-plane/up.ts --check
	@show() { printf '\n$$ %s\n' "$$*"; "$$@"; }; \
	  converge() { ./cmd/converge.mjs "$$@"; }; \
	  show converge plan fixtures/wordpress; \
	  echo; \
	  node e2e/control-plane/up.ts; \
	  eval "$$(node e2e/control-plane/env.ts)"; \
	  show converge apply fixtures/wordpress --release wordpress -n default; \
	  show converge status --release wordpress -n default; \
	  show converge delete --release wordpress -n default
	@printf '\nKubernetes is still running; to stop it: make cluster-down\n'

bench: setup ## measure time and memory for 1 to 100,000 objects, then on the local Kubernetes
	@node bench/bench.ts

bench-charts: setup ## compare with helm: install, upgrade, delete charts: CHARTS=folder ROUNDS=5
	@node bench/bench.ts charts $(if $(CHARTS),--charts "$(CHARTS)") $(if $(ROUNDS),--rounds "$(ROUNDS)")

bench-renderers: setup renderers ## measure the built-in renderers beside helm and kustomize
	@node bench/bench-renderers.ts

bench-scale: setup ## measure many units beside Flux, and large sets: UNITS=100,1000 SETS=0 ONLY=converge
	@node bench/bench-scale.ts $(if $(UNITS),--units "$(UNITS)") $(if $(SETS),--sets "$(SETS)") $(if $(ONLY),--only "$(ONLY)")

bench-order: setup ## measure sets of Argo CD and kapp beside their critical path: SCALE=5
	@node bench/bench-order.ts $(if $(SCALE),--scale "$(SCALE)")

bench-dashboard: setup ## measure the page of sync with 1,000 units and 10,000 objects in a browser
	@node bench/bench-dashboard.ts $(if $(UNITS),--units "$(UNITS)") $(if $(ROUNDS),--rounds "$(ROUNDS)")

bench-load: setup ## measure apply behind a proxy that answers 429 or delays writes: ROUNDS=3
	@node bench/bench-load.ts $(if $(ROUNDS),--rounds "$(ROUNDS)") $(if $(OBJECTS),--objects "$(OBJECTS)")

bench-peers: setup ## build the programs to compare with: kapp, helm, kubectl … (about six minutes)
	@node bench/bench.ts peers

golden: setup ## rewrite the golden plans and the printed examples of the docs; review the diff
	@node fixtures/golden.ts

pictures: cluster-up ## record the pictures of the docs from real runs on the local Kubernetes
	@node e2e/pictures/pictures.ts

renderers: setup ## build the renderers of charts and kustomizations from Go modules (once, a minute)
	@node renderers/build.ts

build: setup renderers ## compile the package into dist/
	@npm run --silent build

man: setup ## write the manual page, dist/man/converge.1
	@npm run --silent build:man

package: build ## build the npm package, check it, and try it in an empty folder
	@publint --strict
	@rm -f converge-*.tgz
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	  tarball=$$(npm pack --ignore-scripts --silent); \
	  npm install --prefix "$$folder" --prefer-offline --no-audit --no-fund --silent "./$$tarball"; \
	  "$$folder/node_modules/.bin/converge" plan fixtures/wordpress | tail -n 1; \
	  "$$folder/node_modules/.bin/converge" plan fixtures/wordpress -o html | tail -n 1 | grep -qx '</html>'; \
	  "$$folder/node_modules/.bin/converge" explain Cycle | grep -q '^Fix: '; \
	  echo "$$tarball"

image: setup renderers ## build the container image of the sidecar into dist/; needs root and apt, no Docker
	@mkdir -p dist
	@node deploy/image/build.ts

release: setup renderers ## build package, image, SBOM and checksums into dist/release; needs root and apt
	@node deploy/release/build.ts

release-check: release ## build the release twice and compare the bytes
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	  node deploy/release/build.ts "$$folder" >/dev/null; \
	  diff dist/release/SHA256SUMS "$$folder/SHA256SUMS"; \
	  echo "both builds have the same bytes"

coverage: setup ## run all tests and check the line coverage of the core layers
	@c8 --check-coverage --lines 95 --branches 0 --functions 0 --statements 0 --reporter=$(COVERAGE_REPORT) \
	  $(foreach layer,$(CORE_LAYERS),--include='lib/$(layer)/**/*.ts') --exclude='**/*.test.ts' ava $(AVA_FLAGS)

format: setup ## format all source files
	@oxfmt .

clean: ## delete what was built in this checkout
	@rm -rf dist coverage *.tgz
