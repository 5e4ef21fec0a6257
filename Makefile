# `make` says what there is. Go 1.26 and make are all that `build` and `run` need.

VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
GOLANGCI := bin/tools/golangci-lint-2.15.0

# The same flags for build, test, lint and generate: whatever differs is compiled once more.
export CGO_ENABLED := 0
export GOFLAGS     := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)

# Runs a command with a throwaway PostgreSQL, unless REDRESS_TEST_POSTGRES_URL names one.
WITHPG := go run ./internal/testenv/pgtest/withpg

# What tests write, PostgreSQL's files too, nothing has to outlive: where /dev/shm has 8 GB of room for files in memory
# and may run programs, it lies there, and a test run takes two thirds of the time. Soaks and the bench write to the disk.
IN_MEMORY = $(shell { [ "$$(df --output=avail --block-size=1M /dev/shm | tail -n 1)" -ge 8000 ] && \
	! grep -q ' /dev/shm .*noexec' /proc/mounts && echo TMPDIR=/dev/shm; } 2>/dev/null)

# Where goroutines share something of ours. The race detector makes the SQLite driver 47
# times slower, so there these tests run on PostgreSQL only: the harness reads
# REDRESS_TEST_DATABASES (default "sqlite,postgres").
# Decoding many pictures and the largest ones is left out: it shares nothing and takes minutes.
RACE := ./graph/gqlhttp/... ./internal/admission/... ./internal/auth/... ./internal/blob/... ./internal/desk/... ./internal/events/... ./internal/server/... ./internal/ledger/...

# The length of a soak: kills of the service on each database, outages of PostgreSQL, random
# walks and their steps, races of a cancellation against the start of a broadcast, and
# recipients of the broadcast that is measured; silences of PostgreSQL.
KILLS      ?= 100
OUTAGES    ?= 20
SEEDS      ?= 4
STEPS      ?= 10000
RACES      ?= 200
RECIPIENTS ?= 100000
SILENCES   ?= 5
# Tries of each kind of link that leads nowhere, whose times are compared.
TRIES      ?= 2000
# Kills of PgBouncer, kills during uploads, full disks, and kills during the migration of each schema
# that has landed.
POOLER     ?= 20
MEDIA      ?= 20
DISKS      ?= 10
UPGRADES   ?= 20
# Kills of backups and of restores.
BACKUPS    ?= 20
# Random tables that are imported, a fifth of them on PostgreSQL.
TABLES     ?= 10000
# How long four times the capacity is offered to the service.
OVERLOAD   ?= 30s

# What the bench measures, such as BENCH='-databases sqlite -cells status-log -time 1s';
# bin/bench -help says more. All of it takes two hours.
BENCH ?=

.PHONY: help needs-go release build run test test-all test-race test-desk e2e shots soak bench lint fmt generate docs dumps verify verify-dashboard web dashboard passwords clean

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

# The compiler collects its garbage less often than it would: a quarter of the CPU that the
# largest package takes, for 1.9 GB of memory instead of 1.4.
build: needs-go ## compile bin/redress
	@test -x bin/redress || echo "Compiling redress. The first time this takes a few minutes; each package is named when it is done."
	@GOGC=400 go build -v -ldflags '-s -w -X main.version=$(VERSION)' -o bin/redress ./cmd/redress
	@./cmd/redress/footprint.sh bin/redress

needs-go:
	@command -v go >/dev/null || { \
		echo "Go 1.26 is needed, and there is no go in $$PATH: get it from https://go.dev/dl/" >&2; exit 1; }

run: build ## compile, then serve the demo; its data stays in var/
	@echo "Starting redress with the demo data, kept in var/. Ctrl-C stops it."
	@exec bin/redress serve --demo

# Runs a script of the desk where there is npm, which only CI must have.
WITHNPM = if command -v npm >/dev/null; then \
		$(MAKE) --silent dashboard/node_modules/.package-lock.json && cd dashboard && npm run --silent $(2); \
	elif [ "$$CI" = true ]; then \
		echo "npm is needed." >&2; exit 1; \
	else \
		echo "WARNING: no npm: $(1)." >&2; \
	fi

# How long the tests of a package may take: more on a machine that is slow or busy.
TIMEOUT ?= 20m

# PKG='./internal/export ./rest' tests some packages alone, RUN=TestPages some tests of them. Without the flags that make
# compiles with, go test would compile all that they import once more.
PKG ?=
RUN ?=

test: test-all $(if $(PKG),,test-race test-desk) ## run all tests, on SQLite and on PostgreSQL, and those of the desk (which need npm)

# Without go vet, which `make lint` runs, nor tables for debuggers in forty programs; the garbage of
# short programs is collected less often. What test-race runs on PostgreSQL runs here on SQLite alone.
GOTEST = GOGC=400 $(WITHPG) go test -vet=off -ldflags '-s -w' -timeout $(TIMEOUT)

test-all: needs-go
ifneq ($(PKG)$(RUN),)
	$(IN_MEMORY) $(GOTEST)$(if $(RUN), -run '$(RUN)') $(or $(PKG),./...)
else
	$(IN_MEMORY) $(GOTEST) $$(go list ./... | grep -vxF "$$(go list $(RACE))")
	$(IN_MEMORY) REDRESS_TEST_DATABASES=sqlite $(GOTEST) $(RACE)
	$(IN_MEMORY) REDRESS_TEST_DATABASES=postgres $(GOTEST) -run '$(NORACE)' ./internal/server
endif

# What a slower processor changes: pictures, and passwords that are hashed under attack.
NORACE := ^(TestPicturesHaveABoundedCost|TestThumbnails|TestWrongPasswordsFromManyAddresses|TestRightPasswordsFromManyAddresses)$$

test-race: needs-go
	@if command -v "$$(go env CC)" >/dev/null; then \
		set -x; $(IN_MEMORY) REDRESS_TEST_DATABASES=postgres $(WITHPG) env CGO_ENABLED=1 GOGC=400 go test -race -vet=off -timeout $(TIMEOUT) -ldflags '-s -w' -skip '$(NORACE)' $(RACE); \
	elif [ "$$CI" = true ]; then \
		echo "The race detector needs a C compiler." >&2; exit 1; \
	else \
		echo "WARNING: no C compiler: nothing was tested with the race detector." >&2; \
		$(IN_MEMORY) REDRESS_TEST_DATABASES=postgres $(GOTEST) $(RACE); \
	fi

test-desk:
	@$(call WITHNPM,the desk was not tested,test)

# Other people's programs against ours, on both databases: npm's clients of GraphQL, OpenAPI, JWT and SMTP, psql, the
# programs in examples/, and the browsers Chromium, Firefox and WebKit (e2e/run.sh says which runs what). E2E=ci is what
# every change must pass; BROWSER=firefox E2E='desk.test.mjs desk-ways.test.mjs' runs some of the files in one browser.
E2E ?= all

e2e: build ## run other people's clients and three browsers against the service (needs npm, Chromium, Firefox, WebKit)
	cd e2e && npm ci --no-audit --no-fund --loglevel=error
	$(if $(filter all examples.test.mjs,$(E2E)),cd examples && npm ci --no-audit --no-fund --loglevel=error)
	$(IN_MEMORY) e2e/run.sh sqlite $(E2E)
	$(IN_MEMORY) $(WITHPG) e2e/run.sh postgres $(E2E)

shots: build ## photograph every screen of the desk; DOCS=1 takes the pictures of docs/desk.md
	cd e2e && npm ci --no-audit --no-fund --loglevel=error && node shots.mjs

soak: build ## kill the service and the database under load, and run random operations against a model (an hour)
	REDRESS_SOAK_KILLS=$(KILLS) REDRESS_SOAK_OUTAGES=$(OUTAGES) $(WITHPG) \
		go test -count=1 -timeout 2h -v -run '^(TestKill|TestDatabaseKilled)$$' ./cmd/redress
	REDRESS_SOAK_KILLS=$(KILLS) REDRESS_SOAK_OUTAGES=$(OUTAGES) $(WITHPG) \
		go test -count=1 -timeout 2h -v -run '^(TestKillWhileSending|TestKillWhileTelling|TestDatabaseKilledWhileSending)$$' ./cmd/redress
	REDRESS_SOAK_SILENCES=$(SILENCES) $(WITHPG) go test -count=1 -timeout 1h -v -run '^TestDatabaseStopped$$' ./cmd/redress
	REDRESS_SOAK_POOLER=$(POOLER) REDRESS_SOAK_MEDIA=$(MEDIA) REDRESS_SOAK_DISKS=$(DISKS) REDRESS_SOAK_UPGRADES=$(UPGRADES) REDRESS_SOAK_BACKUPS=$(BACKUPS) $(WITHPG) \
		go test -count=1 -timeout 2h -v -run '^(TestPoolerKilled|TestMediaKilled|TestDiskFull|TestUpgradeKilled|TestBackupKilled|TestPointInTime)$$' ./cmd/redress
	REDRESS_SOAK_RACES=$(RACES) REDRESS_SOAK_TRIES=$(TRIES) $(WITHPG) go test -count=1 -timeout 1h -v -run '^(TestCancelAgainstBegin|TestLinksLookAlike)$$' ./graph
	REDRESS_SOAK_RECIPIENTS=$(RECIPIENTS) $(WITHPG) go test -count=1 -timeout 1h -v -run '^(TestDeliveryFigures|TestReceiptFigures)$$' ./cmd/redress
	REDRESS_SOAK_TABLES=$(TABLES) $(WITHPG) go test -count=1 -timeout 1h -v -run '^TestRandomTables$$' ./internal/csvimport
	REDRESS_SOAK_STEPS=$(STEPS) REDRESS_SOAK_SEEDS=$(SEEDS) $(WITHPG) \
		go test -count=1 -timeout 2h -v -run '^TestRandomWalk$$' ./internal/modeltest
	go -C bench build -o ../bin/bench .
	$(WITHPG) bin/bench -overload $(OVERLOAD) -complaints 10000 -sqlite-complaints 10000

bench: build ## measure beside hand-written programs and other graphs, at 10,000 complaints and at a million (two hours)
	go -C bench build -o ../bin/bench .
	go -C bench build -o ../bin/plain ./plain
	go -C bench/gophers build -o ../../bin/gophers .
	go -C bench/graphjin build -o ../../bin/graphjin .
	$(WITHPG) bin/bench $(BENCH)

lint: needs-go $(GOLANGCI) ## look for faults, style and forbidden imports (.golangci.yml, dashboard/.oxlintrc.json)
	$(GOLANGCI) run ./...
	cd bench && $(CURDIR)/$(GOLANGCI) run ./...
	cd bench/gophers && $(CURDIR)/$(GOLANGCI) run ./...
	cd bench/graphjin && $(CURDIR)/$(GOLANGCI) run ./...
	@$(call WITHNPM,the desk's sources were not looked at,lint)

fmt: needs-go $(GOLANGCI) ## format the code as lint wants it
	$(GOLANGCI) fmt
	cd bench && $(CURDIR)/$(GOLANGCI) fmt
	cd bench/gophers && $(CURDIR)/$(GOLANGCI) fmt
	cd bench/graphjin && $(CURDIR)/$(GOLANGCI) fmt
	@$(call WITHNPM,the desk's sources were not formatted,format)

# Compiled rather than fetched, with the Go that compiles the code it reads.
$(GOLANGCI):
	@echo "Compiling golangci-lint, once. This takes about two minutes."
	@GOBIN=$(CURDIR)/bin/tools GOFLAGS= go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v$(lastword $(subst -, ,$@))
	@mv bin/tools/golangci-lint $@

generate: needs-go ## make the generated code and the migrations from their sources
	$(WITHPG) go generate ./ent
	go run ./internal/codegen/pack
	REDRESS_UPDATE_CATALOGS=1 $(WITHPG) go test -count=1 -run '^TestCatalogFiles$$' ./internal/store
	go run ./internal/codegen/notices
	go run ./internal/codegen/pack
	go run ./internal/codegen/desk

docs: needs-go ## print the tables of the documentation from the code
	REDRESS_UPDATE_DOCS=1 REDRESS_TEST_DATABASES=sqlite go test -count=1 -p 1 -run 'TestProductPage|TestArrows|TestNotificationsPage' \
		./cmd/redress ./graph/gqlhttp ./internal/delivery ./internal/desk/... ./internal/policy ./internal/server ./internal/testenv/docs ./rest

dumps: needs-go ## write dumps with data of the newest schema, which later migrations are tested with
	REDRESS_WRITE_DUMPS=1 $(WITHPG) go test -count=1 -run '^TestWriteDumps$$' ./cmd/redress

# Prints the id of a git tree that holds the checkout as it is, new files included. The
# index is not touched.
TREE = index=$$(mktemp) && cp "$$(git rev-parse --git-path index)" $$index && \
	GIT_INDEX_FILE=$$index git add --all && GIT_INDEX_FILE=$$index git write-tree; rm -f $$index

verify: needs-go ## fail unless generated code, migrations and go.mod equal their sources
	@before=$$($(TREE)) && $(MAKE) --no-print-directory generate && after=$$($(TREE)) && \
	if [ -z "$$before" ] || [ "$$before" != "$$after" ]; then \
		git --no-pager diff --stat $$before $$after; \
		echo "Generated files were not up to date: see what 'make generate' changed, and commit it." >&2; exit 1; \
	fi
	go mod tidy -diff
	go -C bench mod tidy -diff
	go -C bench/gophers mod tidy -diff
	go -C bench/graphjin mod tidy -diff
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory verify-dashboard; else echo "no npm: dashboard/dist is not compared with its sources"; fi

# Files are named by their content, so their names say whether they are the same, whichever version of zlib
# compressed them.
DIST = cd dashboard/dist && find . -type f | LC_ALL=C sort && find . -maxdepth 1 -type f ! -name '*.gz' | LC_ALL=C sort | xargs cat

verify-dashboard:
	@before=$$($(DIST)) && $(MAKE) --no-print-directory dashboard && after=$$($(DIST)) && \
	if [ "$$before" != "$$after" ]; then \
		echo "dashboard/dist was not built from its sources: commit what 'make dashboard' wrote." >&2; exit 1; \
	fi

web: ## fetch the embedded scripts and styles of the pages anew (needs npm)
	./internal/web/assets.sh

# The built files in dashboard/dist are committed, so that Go and make alone build the service.
dashboard: dashboard/node_modules/.package-lock.json ## build the desk in the browser anew and print its sizes (needs npm)
	cd dashboard && npm run --silent build

dashboard/node_modules/.package-lock.json: dashboard/package-lock.json
	cd dashboard && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

passwords: ## fetch the list of common passwords anew (needs npm)
	./internal/auth/common.sh

# RELEASE=v1.2.3 names it, otherwise the tag of the commit; PLATFORMS='linux/amd64 …' makes some of it.
RELEASE ?= $(shell git describe --tags --exact-match --match 'v*' 2>/dev/null)

release: needs-go ## make archives, Debian packages and bills of materials of a tag in dist/
	@test -n "$(RELEASE)" || { echo "This commit has no tag such as v1.2.3: tag it, or name a RELEASE=v1.2.3." >&2; exit 1; }
	./deploy/release.sh $(RELEASE) $(PLATFORMS)

clean: ## remove what was compiled; the data in var/ stays
	rm -rf bin dist
