# make test is all that a contributor needs; it is what continuous integration runs.

GO          ?= go
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0

.PHONY: test check deps fmt vet staticcheck unit deployed soak pure library generate generated openapi axe fuzz bench build

test: deps fmt vet staticcheck pure generated openapi unit deployed ## everything that must pass
check: test

# The race detector needs a C compiler; the font tables are generated from the
# CMap resources that Debian packages as poppler-data; the one test of the tesseract
# program itself runs where that is found, and so do those that compare with node;
# the service is tested on PostgreSQL too, its pages in Chromium; the walk-through of the README needs curl and openssl.
# Nothing is installed where it is already there.
deps:
	@if command -v apt-get >/dev/null; then \
	  missing=""; \
	  for p in gcc libc6-dev poppler-data tesseract-ocr postgresql nodejs chromium curl openssl; do \
	    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
	  done; \
	  command -v npm >/dev/null || missing="$$missing npm"; \
	  if [ -n "$$missing" ]; then \
	    sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	    $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing; \
	  fi; \
	fi

fmt:
	@out=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$out" ] || { echo "gofmt: $$out"; exit 1; }

vet:
	$(GO) vet ./...

staticcheck:
	$(GO) run $(STATICCHECK) ./...

# Left out of the race detector: SQLite in Go, a translation from C, whose pointers it would check
# for three quarters of the time of the tests that store something, and the compiler of
# WebAssembly, which works on what one goroutine has and took a minute instead of six seconds for
# PDFium. No packages that use sync: they would bring their own uninstrumented instances of
# sync.Map, the linker would take them for all, and the detector would see races in encoding/json.
UNRACED := -race=false -d=checkptr=0
RACE := -race $(foreach p,modernc.org/sqlite/lib github.com/tetratelabs/wazero/internal/engine/wazevo/ssa \
  github.com/tetratelabs/wazero/internal/engine/wazevo/backend/...,-gcflags='$p=$(UNRACED)')

unit: axe ## where PostgreSQL, Chromium or axe is missing their tests fail; a plain go test skips them
	PAGELIFT_TEST_POSTGRES=required PAGELIFT_TEST_CHROMIUM=required PAGELIFT_TEST_AXE=$(CURDIR)/.axe/node_modules/axe-core/axe.min.js \
	  $(GO) test $(RACE) ./...
	$(GO) test -run Memory ./internal/worker # the race detector takes several times the memory

deployed: ## the Dockerfile and the compose file, read as their engines do
	cd deploy/lint && $(GO) vet ./... && $(GO) test ./...

soak: ## the tests that kill, flood, race and hold connections, with their full counts; the service on S3
	cd deploy/s3 && $(GO) build -o ../../bin/versitygw github.com/versity/versitygw/cmd/versitygw
	PAGELIFT_TEST_S3=$(CURDIR)/bin/versitygw $(GO) test -count 1 -v -run S3 ./internal/cli ./storage/s3
	PAGELIFT_TEST_POSTGRES=required PAGELIFT_SOAK=1 $(GO) test -v -timeout 3h -run 'Kill|Flood|Race|Contention|Creep' ./internal/jobs
	PAGELIFT_SOAK=1 $(GO) test -v -timeout 1h -run 'Slow|Idle' ./server

pure: ## the whole module builds without C
	CGO_ENABLED=0 $(GO) build ./...

library: ## the engine on libtesseract reads as the program does (needs libtesseract-dev, tesseract-ocr)
	OMP_THREAD_LIMIT=1 $(GO) test -tags tesseract ./ocr/tesseract

generate:
	$(GO) generate ./...

generated: generate ## generated tables are what their sources give
	@git diff --exit-code --stat -- '*_gen.go' internal/font semantic || { echo "make generate changed files"; exit 1; }

# What comes from npm is installed as its lock file says, without running what its packages
# bring along.
define npm_install
mkdir -p $(1) && cp $(2)/package.json $(2)/package-lock.json $(1)/ && cd $(1) && { cmp -s package-lock.json node_modules/.installed || \
  { npm ci --ignore-scripts --no-audit --no-fund --silent && cp package-lock.json node_modules/.installed; }; }
endef

axe: ## the rules that the pages of the dashboard are held against in a browser
	@$(call npm_install,.axe,server/testdata/axe)

# The linter sends nothing home.
openapi: ## the description of the service keeps the rules of OpenAPI
	@$(call npm_install,.openapi-lint,server/openapi)
	@cp server/openapi/redocly.yaml server/openapi/openapi.yaml .openapi-lint/
	@cd .openapi-lint && out=$$(REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npx --no-install redocly lint --format=stylish openapi.yaml 2>&1) || { echo "$$out"; exit 1; }; \
	  case "$$out" in *warning*) echo "$$out"; exit 1;; esac

FUZZTIME ?= 10m
fuzz: ## every fuzz target in turn, FUZZTIME each
	@$(GO) list ./... | while read -r pkg; do \
	  $(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' | while read -r f; do \
	    echo "== $$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done || exit 1; \
	done

bench: ## benchmarks of every stage
	$(GO) test -run '^$$' -bench . -benchmem ./...

build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o bin/pagelift ./cmd/pagelift
