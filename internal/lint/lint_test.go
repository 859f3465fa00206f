// Package lint_test holds the rules of the house that a machine can check.
package lint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	module = "github.com/pagelift/pagelift"
	root   = "../.."
)

// mayImport is policy, not a record of what happens to be true: for each folder
// the packages of this module that it may import. Folders absent here import
// nothing of ours. The keys of a folder with sub-programs end in /*.
var mayImport = map[string]string{
	"client":                        "internal/apikey",
	"a11y":                          "a11y/internal/css a11y/internal/dom a11y/internal/names internal/limits",
	"a11y/internal/css":             "a11y/internal/dom internal/contrast internal/limits",
	"a11y/internal/names":           "a11y/internal/css a11y/internal/dom",
	"layout/analyze":                "internal/limits internal/roman internal/script layout layout/analyze/internal/chars layout/analyze/internal/form",
	"layout/analyze/internal/chars": "internal/script",
	"layout/analyze/internal/form":  "internal/limits internal/script layout layout/analyze/internal/chars",
	"semantic":                      "layout semantic/formula",
	"semantic/formula":              "internal/limits layout",
	"semantic/infer/internal/words": "internal/limits internal/roman",
	"semantic/infer":                "internal/language internal/limits internal/script internal/thin layout semantic semantic/formula semantic/infer/internal/words",
	"internal/language":             "internal/trigram",
	"internal/thin":                 "layout",
	"describe/command":              "describe",
	"describe/openai":               "describe",
	"ocr/tesseract":                 "ocr",
	"internal/source":               "internal/limits",
	"internal/patience":             "internal/limits",
	"internal/pdf":                  "internal/limits internal/roman",
	"internal/font":                 "internal/limits internal/pdf",
	"internal/decipher":             "internal/font internal/trigram internal/limits",
	"internal/mathfont":             "internal/font internal/limits layout",
	"internal/imaging":              "internal/contrast internal/limits internal/pdf internal/imaging/ccitt internal/imaging/jbig2 internal/imaging/jpx",
	"internal/imaging/ccitt":        "internal/limits",
	"internal/imaging/jbig2":        "internal/limits internal/imaging/ccitt internal/imaging/mq",
	"internal/imaging/jpx":          "internal/limits internal/imaging/mq",
	"internal/content":              "internal/limits internal/pdf internal/font internal/mathfont internal/decipher internal/imaging internal/script layout",
	"internal/shading":              "internal/limits internal/pdf internal/imaging",
	"internal/svg":                  "internal/limits internal/pdf internal/font internal/shading internal/imaging internal/content layout",
	"internal/pdfua":                "internal/limits internal/pdf internal/font layout",
	"internal/htmlout":              "internal/limits layout semantic semantic/formula",
	"internal/tree":                 "internal/limits internal/roman layout semantic",
	"internal/markdown":             "internal/limits internal/tree semantic",
	"internal/jsonout":              "internal/tree layout semantic",
	"internal/plaintext":            "internal/tree semantic",
	"internal/csvout":               "internal/limits internal/tree semantic",
	"internal/epub":                 "",
	"internal/corrections":          "internal/limits internal/tree layout semantic",
	"internal/review":               "a11y convert internal/corrections internal/limits",
	"internal/chunk":                "internal/tree semantic",
	"internal/webfont":              "internal/font internal/limits",
	"internal/facsimile":            "internal/limits internal/font internal/htmlout internal/script internal/svg internal/webfont layout semantic",
	"internal/inspect":              "layout semantic",
	"internal/raster":               "internal/limits layout",
	"internal/figure":               "internal/limits internal/pdf internal/imaging internal/content layout",
	"internal/recognise":            "internal/limits internal/patience internal/pdf internal/content internal/imaging internal/raster internal/scanimage internal/script layout ocr",
	"internal/pipeline":             "a11y describe ocr internal/raster internal/recognise internal/figure internal/imaging internal/limits internal/patience internal/source internal/pdf internal/pdfua internal/quality internal/content internal/corrections internal/svg internal/facsimile internal/htmlout internal/language internal/thin internal/tree layout layout/analyze semantic semantic/formula semantic/infer",
	"internal/quality":              "internal/contrast internal/limits layout semantic",
	"internal/worker":               "convert internal/limits",
	"internal/fetch":                "internal/limits internal/source",
	"internal/deliver":              "internal/fetch internal/limits internal/store webhook",
	"convert":                       "a11y describe ocr ocr/tesseract internal/chunk internal/corrections internal/csvout internal/epub internal/jsonout internal/markdown internal/pipeline internal/plaintext internal/limits internal/htmlout internal/tree layout semantic",
	"internal/quota":                "internal/store",
	"internal/jobs":                 "convert internal/fetch internal/limits internal/quota internal/store internal/worker storage",
	"server":                        "a11y client convert internal/apikey internal/corrections internal/review internal/deliver internal/fetch internal/jobs internal/limits internal/metrics internal/quota internal/source internal/store internal/worker storage webhook",
	"internal/mcp":                  "convert internal/fetch internal/limits",
	"internal/cli":                  "a11y client convert describe describe/command describe/openai internal/corrections internal/fetch internal/garbage internal/inspect internal/licence internal/limits internal/mcp internal/otlp internal/review internal/worker layout semantic server storage storage/azure storage/s3 webhook",
	"cmd/pagelift":                  "internal/cli",
	"cmd/pagelift-wasm":             "internal/browser",
	"internal/browser":              "a11y convert",
	"internal/regress":              "convert internal/regress/score",
	"internal/regress/cmd":          "internal/regress internal/regress/pages",
	"internal/regress/pages":        "internal/thin layout layout/analyze semantic semantic/formula semantic/infer",
	"internal/regress/take":         "internal/content internal/pdf internal/pipeline internal/regress/pages layout semantic",
	"internal/regress/fit":          "convert internal/regress/score semantic",
	"webhook/webhooktest":           "webhook",
	"storage/azure":                 "storage storage/internal/ranged",
	"storage/s3":                    "storage storage/internal/ranged",
	"storage/storagetest":           "storage",
	"internal/store/storetest":      "internal/store internal/testkit",
	"examples/*":                    "client convert server webhook",

	"internal/imaging/mq/mqtest": "internal/imaging/mq",
}

// oneDoor names the only folder that may import a third-party module (with one
// of helpers for tests beside it, at most).
var oneDoor = map[string]string{
	"github.com/otiai10/gosseract":           "ocr/tesseract",
	"github.com/pdfcpu/pdfcpu":               "internal/pdf",
	"github.com/tdewolff/minify/v2":          "internal/htmlout",
	"github.com/tdewolff/parse/v2":           "a11y/internal/css internal/htmlout", // both read CSS, and neither what the other does
	"code.dny.dev/ssrf":                      "internal/fetch",
	"github.com/spf13/cobra":                 "internal/cli",
	"github.com/modelcontextprotocol/go-sdk": "internal/mcp",
	"github.com/klippa-app/go-pdfium":        "internal/raster",
	"github.com/andybalholm/brotli":          "internal/webfont",
	"github.com/tetratelabs/wazero":          "internal/raster",

	"github.com/aws/aws-sdk-go-v2":            "storage/s3",
	"github.com/Azure/azure-sdk-for-go":       "storage/azure",
	"modernc.org/sqlite":                      "internal/store",
	"github.com/jackc/pgx":                    "internal/store internal/testkit",
	"github.com/pressly/goose":                "internal/store",
	"github.com/riverqueue/river/riverdriver": "internal/store",
}

// standardOnly are packages that a program takes in without any other module.
var standardOnly = []string{"client", "internal/apikey", "describe", "describe/command", "describe/openai"}

func TestImports(t *testing.T) {
	t.Parallel()
	for dir, imports := range sourceImports(t) {
		allowed := strings.Fields(mayImport[policyKey(dir)])
		for _, imp := range imports {
			if own, ok := strings.CutPrefix(imp, module+"/"); ok && !slices.Contains(allowed, own) {
				t.Errorf("%s imports %s; see mayImport", dir, own)
			}
		}
	}
}

func TestOneDoorPerDependency(t *testing.T) {
	t.Parallel()
	for dir, imports := range sourceImports(t) {
		for _, imp := range imports {
			for dep, door := range oneDoor {
				if (imp == dep || strings.HasPrefix(imp, dep+"/")) && !slices.Contains(strings.Fields(door), dir) {
					t.Errorf("%s imports %s; only %s may", dir, imp, door)
				}
			}
			if strings.HasPrefix(imp, "github.com/stretchr/testify") && !slices.Contains(testOnly, dir) {
				t.Errorf("%s imports testify outside of tests", dir)
			}
			if imp == "C" || imp == "unsafe" {
				t.Errorf("%s imports %q", dir, imp)
			}
		}
	}
}

func TestStandardLibraryOnly(t *testing.T) {
	t.Parallel()
	imports := sourceImports(t)
	for _, dir := range standardOnly {
		require.NotEmpty(t, imports[dir], "there is no %s", dir)
		for _, imp := range imports[dir] {
			if own, ok := strings.CutPrefix(imp, module+"/"); ok && slices.Contains(standardOnly, own) {
				continue
			}
			first, _, _ := strings.Cut(imp, "/")
			require.NotContains(t, first, ".", "%s imports %s", dir, imp)
		}
	}
}

// testOnly are the packages that nothing but tests and each other may import.
var testOnly = []string{"internal/testkit", "internal/store/storetest", "internal/imaging/mq/mqtest"}

func TestKitsAreForTestsOnly(t *testing.T) {
	t.Parallel()
	for dir, imports := range sourceImports(t) {
		for _, kit := range testOnly {
			if !slices.Contains(testOnly, dir) {
				require.NotContains(t, imports, module+"/"+kit, "imported by %s", dir)
			}
		}
	}
}

// TestNothingIsPrintedToFindADefect with the functions that Go has for that.
func TestNothingIsPrintedToFindADefect(t *testing.T) {
	t.Parallel()
	for dir, files := range sourceFiles(t, parser.SkipObjectResolution) {
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if name, ok := call.Fun.(*ast.Ident); ok {
						require.NotContains(t, []string{"print", "println"}, name.Name, "called in %s", dir)
					}
				}
				return true
			})
		}
	}
}

func TestEveryPackageHasAComment(t *testing.T) {
	t.Parallel()
	for dir, files := range sourceFiles(t, parser.PackageClauseOnly|parser.ParseComments) {
		has := slices.ContainsFunc(files, func(f *ast.File) bool { return f.Doc != nil })
		require.True(t, has, "package in %s has no comment", dir)
	}
}

// policyKey is the key of mayImport for a folder: examples/convert -> examples/*.
func policyKey(dir string) string {
	if parent, _, ok := strings.Cut(dir, "/"); ok && parent == "examples" {
		return "examples/*"
	}
	return dir
}

// sourceImports are the imports of each folder's sources, tests and generators left out.
func sourceImports(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for dir, files := range sourceFiles(t, parser.ImportsOnly) {
		for _, f := range files {
			for _, imp := range f.Imports {
				path := strings.Trim(imp.Path.Value, `"`)
				if !slices.Contains(out[dir], path) {
					out[dir] = append(out[dir], path)
				}
			}
		}
	}
	return out
}

// sourceFiles parses the sources of each folder, keyed by its path from the root
// with forward slashes. Tests, testdata and generators (gen) are left out.
func sourceFiles(t *testing.T, mode parser.Mode) map[string][]*ast.File {
	t.Helper()
	out := map[string][]*ast.File{}
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name == "gen" || name == ".git" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, path, src, mode)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		out[rel] = append(out[rel], f)
		return nil
	})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(out), 10, "the walk found too few packages to mean anything")
	return out
}
