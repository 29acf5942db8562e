# make run    installs what the machine lacks, builds, starts docmill
# make test   installs what the machine lacks, runs the tests that need no server
# make check  everything that must hold before a change lands
SHELL := /bin/sh
SERVICES := gateway auth extractor quota notifier
MODULE = github.com/docmill/docmill
MODULES = $(shell go list -m -f '{{.Dir}}')
ARGS ?=
# The commit that executables name beside their release (libs/version).
COMMIT ?= $(shell git describe --always --dirty --exclude '*' --abbrev=12 2>/dev/null)
# Of that commit, not of the build: the same sources make the same executable.
DATE ?= $(shell TZ=UTC git show -s --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd HEAD 2>/dev/null)
VERSION_PACKAGE = $(MODULE)/libs/version
# Executables, tests and linters use the same flags, so that they share Go's cache: the flags of
# the images (deploy/docker/Dockerfile explains the tag). With cgo, Landlock cannot restrict
# worker processes.
export CGO_ENABLED = 0
export GOFLAGS += -tags=grpcnotrace
LDFLAGS = -ldflags '-X $(VERSION_PACKAGE).linkedCommit=$(COMMIT) -X $(VERSION_PACKAGE).linkedDate=$(DATE)'

.PHONY: run build test integration scenarios race lint vet check modcheck sync bench accuracy robust chaos soak fmt clean packages fonts tools vuln sbom images manifests cluster

run: build
	exec bin/docmill up $(ARGS)

build: packages
	go build $(LDFLAGS) -o bin/docmill ./cmd/docmill
	$(foreach s,$(SERVICES),go build $(LDFLAGS) -o bin/$(s) ./services/$(s)/cmd/$(s) &&) true

packages:
	@scripts/install-packages.sh run

# The fonts that lines of text are made in for training (lab/lines).
fonts:
	@scripts/install-packages.sh fonts

# The packages whose tests start processes, change clocks or open a browser.
SCENARIOS = ^$(MODULE)/tests/
# The other packages with tests: $(call packages,-v) prints those whose tests start no PostgreSQL, NATS or S3 server,
# $(call packages,-e) those whose tests do.
packages = go list -test -f '{{.ImportPath}} {{.Deps}}' work | sed -n 's/\.test \[/ /p' | \
	grep -v '$(SCENARIOS)' | grep $(1) ' $(MODULE)/libs/embedded/' | cut -d' ' -f1

# The target vet examines all packages.
test:
	@scripts/install-packages.sh test
	go test -vet=off $$($(call packages,-v))

integration:
	@scripts/install-packages.sh scenarios
	go test -vet=off $$($(call packages,-e))

scenarios:
	@scripts/install-packages.sh scenarios
	go test -vet=off -timeout 30m $$(go list work | grep '$(SCENARIOS)')

# Tests of the packages that start goroutines or are shared by them. The detector never returns the
# memory that it needs, so the test of freed memory would fail.
race:
	@scripts/install-packages.sh scenarios
	CGO_ENABLED=1 go test -vet=off -race -timeout 30m -skip '^TestMemoryFreedAfterLargeDocument$$' \
		$$(go list work | grep -E '^$(MODULE)/(libs|services|client|cmd|engine$$|engine/extract$$)')

vet:
	go vet work

tools: bin/golangci-lint

bin/golangci-lint: tools/go.mod tools/go.sum
	GOWORK=off GOBIN=$(CURDIR)/bin go -C tools install github.com/golangci/golangci-lint/v2/cmd/golangci-lint

bin/govulncheck: tools/go.mod tools/go.sum
	GOWORK=off GOBIN=$(CURDIR)/bin go -C tools install golang.org/x/vuln/cmd/govulncheck

lint: tools
	@set -e; for dir in $(MODULES); do echo "lint $${dir#$(CURDIR)/}"; \
		(cd "$$dir" && $(CURDIR)/bin/golangci-lint run --config $(CURDIR)/.golangci.yml ./...); done
	@test -z "$$(gofmt -l $(MODULES))" || { gofmt -l $(MODULES); exit 1; }
	go test -count=1 ./tests/docs/prose

# Known vulnerabilities in what the modules call. GOVULNDB names a mirror of the
# database; where none can be reached, that is said and nothing fails.
vuln: bin/govulncheck
	@scripts/vuln.sh $(CURDIR)/bin/govulncheck $(MODULES)

# What each executable and each image consists of, as CycloneDX in bin/sbom.
sbom: build
	GOWORK=off go -C tools run ./sbom -root $(CURDIR) -bin $(CURDIR)/bin -out $(CURDIR)/bin/sbom

# The images, with what they consist of and how they were made where the builder
# keeps that (deploy/docker/build.sh): make images [TAG=dev] [REGISTRY=registry.example/docmill PUSH=1]
images:
	COMMIT="$(COMMIT)" DATE="$(DATE)" TAG="$(TAG)" REGISTRY="$(REGISTRY)" PUSH="$(PUSH)" deploy/docker/build.sh

# Compose file, Dockerfile, manifests and seccomp profile, against the services'
# settings and Kubernetes' own validation. They are not cached, because Go's cache does
# not see files outside the module.
manifests:
	cd deploy/check && GOWORK=off go test -count=1 ./...
	cd deploy/verify/probes && GOWORK=off go test ./...

# The images, Compose and Kubernetes for real, on an engine and a node that live in
# namespaces of their own; the report is bin/cluster/report.md. It needs root and,
# the first time, an hour: docs/deploy/kubernetes.md.
cluster:
	deploy/verify/cluster.sh $(ARGS)

# Each module alone, and the same versions in both modes.
modcheck:
	scripts/check-modules.sh

sync:
	go work sync
	@set -e; for dir in $(MODULES); do (cd "$$dir" && GOWORK=off go mod tidy); done

check: test vet modcheck lint vuln integration scenarios race manifests accuracy

# Histories of clients while parts are killed, stopped and cut off, checked against
# what docmill promises: make chaos ARGS="-seeds 1-20 -documents 2000"; the flags
# are in docs/reliability.md.
chaos:
	@scripts/install-packages.sh scenarios
	@mkdir -p bin/chaos
	go test -count=1 -timeout 24h -v ./tests/chaos -args -seeds 1-5 -documents 10000 -accounts 20 -batch 40 \
		-text 90 -pause 1s -every 4s -longest 8s \
		-histories $(CURDIR)/bin/chaos $(ARGS)

# Months in minutes, by a clock that the test sets (docs/reliability.md): make soak
# ARGS="-days 60 -load 50".
soak:
	@scripts/install-packages.sh scenarios
	go test -count=1 -timeout 24h -v ./tests/soak -args -days 40 -load 20 $(ARGS)

# Every file of a folder, hostile ones above all, through the service's own child
# processes: make robust DIR=/some/files
robust: packages
	@test -n "$(DIR)" || { echo "make robust DIR=/some/files"; exit 2; }
	go build -o bin/robust ./cmd/docmill/robust
	bin/robust $(ARGS) "$(DIR)"

# F1 on 300 made documents of unseen designs; fails if a headline figure is more than one
# point lower than at the last release. With DIR: the tables of docs/accuracy, on labelled
# documents (make accuracy DIR="/some/folder /another" FOLDS=/models/of/folds [CACHE=/a/folder] [ASIDE=1]).
MIN_F1 = header=0.751,amounts=0.832,lines=0.625,type=0.847
accuracy: packages
	go build -o bin/docmill ./cmd/docmill
ifdef DIR
	FOLDS="$(FOLDS)" CACHE="$(CACHE)" ASIDE="$(ASIDE)" scripts/accuracy.sh $(DIR)
else
	go run ./lab/cmd/testset -out bin/testset
	bin/docmill eval bin/testset --brief --fail-under $(MIN_F1)
endif

bench:
	@scripts/install-packages.sh bench
	go test -run '^$$' -bench . -benchtime 1s github.com/docmill/docmill/bench/...

fmt:
	gofmt -w $(MODULES)

clean:
	rm -rf bin
