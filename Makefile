# make test is all that a contributor needs; it is what continuous integration runs.

GO          ?= go
# Without C everywhere but where it is needed, so that vet, build and tests share what they compile.
export CGO_ENABLED = 0
# What compiles collects garbage rarely: that saves a sixth of its processor time and costs 0.2 GB for each
# compiler of a large package; staticcheck saves a third, and takes 3.4 GB, not 2.2. go test would hand it to
# the tests, so go list compiles them, and what they import, before.
COMPILE := GOGC=400
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0

.PHONY: test check quick deps fmt vet staticcheck unit raced plain shown deployed manifests soak pure library generate generated fuzz bench build regress regress-accept mutate fit corpus demo demo-check release release-check install-check supply

# Two of the last five run at a time: the tests with the race detector wait for leases and processes a quarter of their time.
test: deps fmt vet pure generated ## everything that must pass
	$(MAKE) --no-print-directory -j 2 raced staticcheck plain shown deployed
check: test

# What the tests need besides Go, git and make. On a Debian 12 that has nothing else these are some 280
# packages with all that they need, 1.5 GB installed; the figures are those of each alone.
#   gcc, libc6-dev        for the race detector, which needs a C compiler           35 packages, 190 MB
#   poppler-data          CMap resources, from which the font tables are generated   1 package,   12 MB
#   tesseract-ocr         for the tests of the program itself                       47 packages,  85 MB
#   postgresql            the service is tested on it, and on SQLite                22 packages, 250 MB
#   pgbouncer             and behind a pooler of connections                       4 packages,    1 MB
#   nodejs                webhooks are verified and their JSON compared with it     10 packages, 270 MB
#   chromium              shows the pages of the service and of facsimiles         166 packages, 700 MB
#   fonts-droid-fallback  Japanese for it: without letters it loses words in print   1 package,    7 MB
#   curl, openssl         for docs/walkthrough.md                                    2 packages,   1 MB
#   python3               for the programs that /docs begins with                   13 packages,  24 MB
#   systemd               reads the unit of the packages                           12 packages,  18 MB
#   epubcheck             checks the books                                         165 packages, 580 MB
DEBIAN := gcc libc6-dev poppler-data tesseract-ocr postgresql pgbouncer nodejs chromium fonts-droid-fallback curl openssl python3 epubcheck systemd

# Nothing is installed where it is already there. apt-get says first what it is about to install, and how large that is.
deps:
	@if command -v apt-get >/dev/null; then \
	  missing=""; \
	  for p in $(DEBIAN); do \
	    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
	  done; \
	  if [ -n "$$missing" ]; then \
	    sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    install="apt-get install --no-install-recommends"; \
	    $$sudo apt-get update -qq || exit; \
	    echo "make deps: the tests need$$missing"; \
	    $$sudo $$install --assume-no $$missing | grep -v '^Abort'; \
	    $$sudo env DEBIAN_FRONTEND=noninteractive $$install -y -qq $$missing; \
	  fi; \
	fi

fmt:
	@out=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$out" ] || { echo "gofmt: $$out"; exit 1; }

vet:
	$(COMPILE) $(GO) vet ./...
	$(COMPILE) $(GO) list -export -tags noserver ./cmd/pagelift ./internal/cli/gen >/dev/null # vet itself would look at all that these import again, for the tag

staticcheck:
	$(COMPILE) $(GO) run $(STATICCHECK) ./...

# Left out of the race detector: SQLite in Go, a translation from C, whose pointers it would check
# for three quarters of the time of the tests that store something, and its memory; the compiler of
# WebAssembly, which works on what one goroutine has and took a minute instead of six seconds for
# PDFium; and the schemas that all answers of the service are held against. No packages that use
# sync: they would bring their own uninstrumented instances of sync.Map, the linker would take them
# for all, and the detector would see races in encoding/json. Of those only the pointers go unchecked.
UNRACED := modernc.org/sqlite/lib modernc.org/memory github.com/santhosh-tekuri/jsonschema/v6 \
  github.com/tetratelabs/wazero/internal/engine/wazevo/ssa github.com/tetratelabs/wazero/internal/engine/wazevo/backend/...
UNCHECKED := modernc.org/libc modernc.org/sqlite
RACE := -race $(foreach p,$(UNRACED),-gcflags='$p=-race=false -d=checkptr=0') $(foreach p,$(UNCHECKED),-gcflags='$p=-d=checkptr=0')

# A package that takes two minutes on two processors at rest took nine where thirty other
# programs wanted them: go test gives up after ten.
PATIENCE := -timeout 30m

# make vet has looked at all packages already.
VETTED := -vet=off

# Packages that take minutes begin first, so that no processor waits for the last of them alone.
LONG := server internal/jobs internal/deliver internal/cli internal/store
FIRST = $(addprefix $(MODULE)/,$(LONG))

# Packages at a time: those of the service wait for leases and time-outs most of their time, and
# leave processors to others.
TOGETHER := -p 4

# Packages that start no goroutines in their tests, or whose parallel work the tests PARALLEL of
# convert do under the race detector: without it they take a fifth of the time.
PARALLEL := Workers|Cancel|Progress
ALONE := a11y% convert docs/% examples internal/browser internal/chunk internal/content internal/contrast internal/corrections internal/csvout internal/decipher internal/epub internal/facsimile internal/figure internal/font% \
  internal/htmlout internal/imaging% internal/inspect internal/jsonout internal/language internal/licence% internal/lint internal/markdown \
  internal/mathfont internal/pdf% internal/pipeline internal/plaintext internal/quality internal/raster% internal/recognise internal/regress% internal/roman \
  internal/scanimage internal/script internal/shading internal/svg internal/thin internal/tree internal/trigram% internal/webfont layout% semantic%
MODULE := github.com/pagelift/pagelift
ALL = $(shell $(GO) list ./...)
PLAIN = $(filter $(ALONE:%=$(MODULE)/%),$(ALL))

# Where one of these programs is missing their tests fail; a plain go test skips them.
REQUIRED := PAGELIFT_TEST_POSTGRES=required PAGELIFT_TEST_CHROMIUM=required PAGELIFT_TEST_TESSERACT=required PAGELIFT_TEST_EPUBCHECK=required PAGELIFT_TEST_PROGRAMS=required

# Tests that wait for a browser most of their time: what they convert is converted by others, too.
SHOWN := InABrowser|AtABrowser|ABrowserShowsThePages

# Tests that run the program hundreds of times, one after the other; those that start the service with it
# run under the race detector. With it the scripts took six minutes of two processors, without half a minute.
COMMANDS := TestScripts|TestTheCommandLine|TestAccessibilityWalk

unit: raced plain shown ## every package, with the race detector where goroutines meet

RACED = $(FIRST) $(filter-out $(PLAIN) $(FIRST),$(ALL))
raced:
	CGO_ENABLED=1 $(COMPILE) $(GO) list -export -test $(RACE) $(RACED) ./convert >/dev/null
	CGO_ENABLED=1 $(REQUIRED) $(GO) test $(RACE) $(VETTED) $(PATIENCE) $(TOGETHER) -skip '$(SHOWN)|$(COMMANDS)' $(RACED)
	CGO_ENABLED=1 $(REQUIRED) $(GO) test $(RACE) $(VETTED) $(PATIENCE) -run '$(PARALLEL)' ./convert

plain:
	$(COMPILE) $(GO) list -export -test $(PLAIN) >/dev/null
	$(REQUIRED) $(GO) test $(VETTED) $(PATIENCE) $(PLAIN)

shown: # the race detector takes several times the memory, ten times the time
	$(REQUIRED) $(GO) test $(VETTED) $(PATIENCE) -run 'Memory|Hostile|$(SHOWN)|$(COMMANDS)' ./internal/review ./internal/worker ./server ./internal/cli

deployed: ## what runs the service, read as its engines do
	cd deploy/lint && $(COMPILE) $(GO) vet ./... && $(REQUIRED) $(GO) test -count 1 ./... # files outside of its module are not in the key of the cache

manifests: ## what scales and watches it, too: Kubernetes and Prometheus take some minutes to compile, once
	cd deploy/lint && $(GO) vet -tags cluster ./... && $(GO) test -tags cluster -count 1 ./...

soak: ## the tests that kill, flood, race and hold connections, with their full counts; the service on S3; the drill, two builds; an hour of long documents
	cd deploy/s3 && $(GO) build -o ../../bin/versitygw github.com/versity/versitygw/cmd/versitygw
	PAGELIFT_TEST_S3=$(CURDIR)/bin/versitygw $(GO) test -count 1 -v -run S3 ./internal/cli ./storage/s3
	PAGELIFT_TEST_S3=$(CURDIR)/bin/versitygw PAGELIFT_TEST_POSTGRES=required PAGELIFT_SOAK=1 $(GO) test -count 1 -v -timeout 1h -run 'Drill|TwoBuilds' ./internal/cli
	PAGELIFT_TEST_POSTGRES=required PAGELIFT_SOAK=1 $(GO) test -v -timeout 3h -run 'Kill|Flood|Race|Contention|Creep' ./internal/jobs
	PAGELIFT_SOAK=1 $(GO) test -v -timeout 1h -run 'Slow|Idle' ./server
	PAGELIFT_SOAK=1 $(GO) test -v -timeout 3h -run Steady ./internal/cli

# The tests of convert, of the program and of the service take minutes: they convert hundreds of
# documents, wait for leases or compile PDFium. The corpus of internal/regress stands in for them.
SLOW := convert examples internal/cli internal/deliver internal/jobs internal/pipeline internal/raster server
quick: fmt ## under a minute where nothing but your change must be compiled: no race detector, browser, database server or tesseract
	@PAGELIFT_TEST_POSTGRES=skip PAGELIFT_TEST_CHROMIUM=skip PAGELIFT_TEST_TESSERACT=skip PAGELIFT_TEST_EPUBCHECK=skip \
	  $(GO) test $(filter-out $(SLOW:%=$(MODULE)/%),$(ALL))

pure: ## the whole module builds without C; nobody debugs these programs
	$(COMPILE) $(GO) build -ldflags='-s -w' ./...

library: ## the engine on libtesseract reads as the program does (needs libtesseract-dev, tesseract-ocr)
	CGO_ENABLED=1 OMP_THREAD_LIMIT=1 $(GO) test -tags tesseract ./ocr/tesseract

generate:
	$(COMPILE) $(GO) generate ./...

generated: generate ## generated tables and pages are what their sources give
	@git diff --exit-code --stat -- '*_gen.go' BENCHMARKS.md internal/font internal/licence internal/raster internal/trigram server/assets/site || { echo "make generate changed files"; exit 1; }

FUZZTIME ?= 10m
fuzz: ## every fuzz target in turn, FUZZTIME each
	@$(GO) list ./... | while read -r pkg; do \
	  $(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' | while read -r f; do \
	    echo "== $$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done || exit 1; \
	done

# make bench OUT=old.txt; change something; make bench BASE=old.txt
BENCHSTAT := golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
BENCH ?= .
PACKAGES ?= ./...
COUNT ?= 1
OUT ?= bench.txt
BASE ?=
bench: ## benchmarks of every stage into OUT, compared with those in BASE by benchstat; COUNT=10 for figures that mean something
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(PACKAGES) > $(OUT) || { cat $(OUT); exit 1; }
	$(GO) run $(BENCHSTAT) $(BASE) $(OUT)

build:
	$(GO) build -trimpath -ldflags='-s -w' -o bin/pagelift ./cmd/pagelift

# The page that converts in the browser, and below it the package of npm: docs/demo/README.md.
DEMO ?= dist/demo
demo: ## the page that converts in the browser, into DEMO: any web server can serve it
	rm -rf $(DEMO)
	mkdir -p $(DEMO)
	cp -R docs/demo/page/. docs/demo/pagelift $(DEMO)
	cp server/assets/dashboard.css examples/sample.pdf $(DEMO)
	cp LICENSE NOTICE $(DEMO)/pagelift
	cp internal/licence/third_party.txt $(DEMO)/pagelift/THIRD_PARTY.txt
	cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(DEMO)/pagelift
	GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags='-s -w' -o $(DEMO)/pagelift/pagelift.wasm ./cmd/pagelift-wasm

demo-check: demo ## the page in Chromium, the package of npm in Node; a minute where the converter must be compiled first
	GOOS=js GOARCH=wasm $(GO) vet ./cmd/pagelift-wasm
	PAGELIFT_TEST_DEMO=$(abspath $(DEMO)) $(REQUIRED) $(GO) test -count 1 -v ./docs/demo

TARGETS ?= linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64
release: ## everything that a version is published as, into dist; the version is the tag of the commit
	cd deploy/release && GOFLAGS= $(GO) run . -targets $(TARGETS)

release-check: ## two releases of the last commit, from two clones and without a shared cache, are the same bytes
	@set -e; work=$$(mktemp -d); trap 'chmod -R u+w $$work; rm -rf $$work' EXIT; \
	for n in one another; do \
	  git clone -q . $$work/$$n; \
	  (cd $$work/$$n/deploy/release && GOFLAGS= GOCACHE=$$work/cache-$$n $(GO) run . -targets linux/amd64); \
	done; \
	diff $$work/one/dist/SHA256SUMS $$work/another/dist/SHA256SUMS; cat $$work/one/dist/SHA256SUMS

# The second version is the last commit once more, a minute later: another version on the same tables.
LATER := GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@example.com GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@example.com
install-check: ## the Debian package of the last commit on a fresh Debian: docs/install.md as it stands (needs root, mmdebstrap)
	@set -e; work=$$(mktemp -d); trap 'rm -rf $$work' EXIT; \
	git clone -q . $$work/clone; cd $$work/clone/deploy/release; \
	GOFLAGS= $(GO) run . -targets linux/amd64 -o $$work/first; \
	export GIT_COMMITTER_DATE="@$$(( $$(git log -1 --format=%ct) + 60 )) +0000"; \
	$(LATER) git commit -q --allow-empty -m 'one commit later'; \
	GOFLAGS= $(GO) run . -targets linux/amd64 -o $$work/second; \
	PAGELIFT_INSTALL_FIRST=$$work/first PAGELIFT_INSTALL_SECOND=$$work/second GOFLAGS= $(GO) test -count 1 -v -run TestInstall .

# The database of govulncheck comes as a module, through the proxy that all modules come from, and is put in order
# here. What is looked at is the program as releases have it: with their Go. VULNDB=https://vuln.go.dev asks there.
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.9.0
VULNDB ?=
RELEASED_WITH = GOTOOLCHAIN=$(shell cat deploy/release/goversion.txt)
MODULES := . deploy/lint deploy/release deploy/s3
supply: ## what is linked: the sums of all modules, none replaced, licences, known vulnerabilities (needs the network)
	@set -e; for m in $(MODULES); do echo "== $$m"; (cd $$m && GOFLAGS= $(GO) mod verify); done
	$(GO) test -count 1 -run 'Replaced|Licen' ./internal/lint ./internal/licence
	@set -e; db=$(VULNDB); if [ -z "$$db" ]; then \
	  work=$$(mktemp -d); trap 'rm -rf $$work' EXIT; \
	  reports=$$(cd $$work && $(GO) mod download -json golang.org/x/vulndb@latest | sed -n 's/.*"Dir": "\(.*\)".*/\1/p'); \
	  $(GO) run golang.org/x/vulndb/cmd/indexdb@latest -vulns $$reports/data/osv -out $$work/db; \
	  db=file://$$work/db; \
	fi; \
	echo "govulncheck -db $$db ./..., with $(RELEASED_WITH)"; \
	$(RELEASED_WITH) $(GO) run $(GOVULNCHECK) -db $$db ./...

# What the corpus of internal/regress says, against its baseline: docs/regress.md. MORE takes flags,
# such as MORE='-only table -all'.
PAGE ?= regress.html
regress: ## the table, and truth beside output of each document that moved
	$(GO) run ./internal/regress/cmd -page $(PAGE) $(MORE)

regress-accept: ## what the engine makes now is the new baseline
	$(GO) run ./internal/regress/cmd -accept $(MORE)

N ?= 150
SEED ?= 0
mutate: ## which thresholds does nothing notice? Hours; goes on where it stopped with the same SEED
	nice -n 19 $(GO) run ./internal/regress/mutate -n $(N) -seed $(SEED) $(MORE)

SETS ?= internal/regress/corpus
KIND ?= heading
fit: ## are the weights of a rule those that its documents ask for? KIND=heading or furniture, SETS are folders of NAME.pdf with NAME.html beside it
	$(GO) run ./internal/regress/fit -kind $(KIND) $(MORE) $(SETS)

corpus: ## renders documents of the corpus that are new; needs what internal/regress/gen names
	cd internal/regress && $(GO) run ./gen $(MORE)
