package lint_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
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

// public are the packages whose exported names are a promise.
var public = []string{"a11y", "client", "convert", "describe", "describe/command", "describe/openai", "layout", "layout/analyze", "ocr", "ocr/tesseract", "semantic", "semantic/formula", "semantic/infer", "server", "storage", "storage/azure", "storage/s3", "storage/storagetest", "webhook", "webhook/webhooktest"}

var update = flag.Bool("update", false, "rewrite testdata/api")

// TestPublicAPI compares every exported declaration of the public packages with
// testdata/api/PACKAGE.txt. A difference is a change of promise: review it, then
// run `go test ./internal/lint -update`.
func TestPublicAPI(t *testing.T) {
	t.Parallel()
	for _, dir := range public {
		t.Run(dir, func(t *testing.T) {
			t.Parallel()
			got := exported(t, dir)
			path := filepath.Join("testdata", "api", strings.ReplaceAll(dir, "/", "_")+".txt")
			if *update {
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
				return
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "run: go test ./internal/lint -update")
			if string(want) != got {
				t.Errorf("the exported API of %s changed:\n%s", dir, changes(string(want), got))
			}
		})
	}
}

// changes lists the lines that only one of two texts has.
func changes(old, new string) string {
	var b strings.Builder
	only := func(sign, have, lack string) {
		lines := strings.Split(lack, "\n")
		for l := range strings.Lines(have) {
			if l = strings.TrimSuffix(l, "\n"); !slices.Contains(lines, l) {
				fmt.Fprintf(&b, "%s %s\n", sign, l)
			}
		}
	}
	only("-", old, new)
	only("+", new, old)
	return b.String()
}

// TestEveryExportedNameIsDocumented looks at package-level names and methods of
// the public packages.
func TestEveryExportedNameIsDocumented(t *testing.T) {
	t.Parallel()
	for _, dir := range public {
		_, pkg := load(t, dir)
		undocumented := func(kind, name, text string) {
			if strings.TrimSpace(text) == "" && ast.IsExported(name) {
				t.Errorf("%s: %s %s has no comment", dir, kind, name)
			}
		}
		for _, f := range pkg.Funcs {
			undocumented("func", f.Name, f.Doc)
		}
		for _, typ := range pkg.Types {
			undocumented("type", typ.Name, typ.Doc)
			for _, f := range slices.Concat(typ.Funcs, typ.Methods) {
				undocumented("method", typ.Name+"."+f.Name, f.Doc)
			}
		}
	}
}

// exported prints the exported declarations of a package without their bodies.
func exported(t *testing.T, dir string) string {
	t.Helper()
	fset, pkg := load(t, dir)
	var b bytes.Buffer
	decl := func(n ast.Node) {
		if f, ok := n.(*ast.FuncDecl); ok {
			f.Body, f.Doc = nil, nil
		}
		require.NoError(t, format.Node(&b, fset, n))
		b.WriteString("\n\n")
	}
	for _, v := range slices.Concat(pkg.Consts, pkg.Vars) {
		decl(v.Decl)
	}
	for _, f := range pkg.Funcs {
		decl(f.Decl)
	}
	for _, typ := range pkg.Types {
		decl(typ.Decl)
		for _, v := range slices.Concat(typ.Consts, typ.Vars) {
			decl(v.Decl)
		}
		for _, f := range slices.Concat(typ.Funcs, typ.Methods) {
			decl(f.Decl)
		}
	}
	return fmt.Sprintf("package %s\n\n%s", pkg.Name, b.String())
}

// load parses a package without comments inside declarations, exported names only.
func load(t *testing.T, dir string) (*token.FileSet, *doc.Package) {
	t.Helper()
	fset := token.NewFileSet()
	names, err := fs.Glob(os.DirFS(filepath.Join(root, dir)), "*.go")
	require.NoError(t, err)
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(root, dir, name), nil, parser.ParseComments)
		require.NoError(t, err)
		f.Comments = nil // free comments; those of declarations stay on them
		files = append(files, f)
	}
	pkg, err := doc.NewFromFiles(fset, files, module+"/"+dir)
	require.NoError(t, err)
	return fset, pkg
}
