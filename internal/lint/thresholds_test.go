package lint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoTwoThresholdsHaveOneName holds for the engine: a name that stands for two numbers in two packages misleads whoever
// reads both. Thresholds are the constants of a tuning.go, and those below a comment that begins with that word.
func TestNoTwoThresholdsHaveOneName(t *testing.T) {
	t.Parallel()
	type place struct{ value, at string }
	seen := map[string]place{}
	for _, dir := range []string{"layout", "semantic"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			for _, decl := range f.Decls {
				g, ok := decl.(*ast.GenDecl)
				if !ok || g.Tok != token.CONST || filepath.Base(path) != "tuning.go" && !strings.HasPrefix(g.Doc.Text(), "Thresholds") {
					continue
				}
				for _, s := range g.Specs {
					spec := s.(*ast.ValueSpec)
					for i, name := range spec.Names {
						lit, ok := spec.Values[i].(*ast.BasicLit)
						if !ok {
							continue
						}
						at := fset.Position(name.Pos()).String()
						if other, ok := seen[name.Name]; ok && other.value != lit.Value {
							t.Errorf("%s is %s at %s and %s at %s", name.Name, other.value, other.at, lit.Value, at)
						}
						seen[name.Name] = place{lit.Value, at}
					}
				}
			}
			return nil
		})
		require.NoError(t, err)
	}
	const least = 500 // there are some thousand: fewer mean that they are not found
	require.Greater(t, len(seen), least)
}
