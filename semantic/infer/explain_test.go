package infer_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer"
)

// requireSameExplained builds with Options.Explain and compares: nothing but evidence differs.
func requireSameExplained(t testing.TB, src semantic.Source, doc *semantic.Document) {
	t.Helper()
	src.Pages = slices.Clone(src.Pages)
	explained, err := infer.Build(t.Context(), src, infer.Options{Explain: true, Workers: 3})
	require.NoError(t, err)
	require.Equal(t, withoutEvidence(doc.Root), withoutEvidence(explained.Root))
}

func withoutEvidence(n *semantic.Node) *semantic.Node {
	c := *n
	c.Evidence, c.Children = nil, nil
	for _, k := range n.Children {
		c.Children = append(c.Children, withoutEvidence(k))
	}
	return &c
}

// said returns the evidence of all nodes with a verdict, one a line.
func said(t *testing.T, verdict semantic.Verdict, pages ...*pageBuilder) string {
	t.Helper()
	var src semantic.Source
	for _, p := range pages {
		src.Pages = append(src.Pages, p.Page)
	}
	doc, err := infer.Build(t.Context(), src, infer.Options{Explain: true})
	require.NoError(t, err)
	var b strings.Builder
	for n := range doc.Root.All() {
		for _, e := range n.Evidence {
			if e.Verdict == verdict {
				b.WriteString(n.Role.String() + " " + e.Role.String() + " " + e.Rule + ": " + e.Reason + "\n")
			}
		}
	}
	return b.String()
}

func TestVerdictsThatCameShortNameTheirThreshold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verdict semantic.Verdict
		page    *pageBuilder
		want    string
	}{
		"a bold sentence is no heading": {
			semantic.Short, page(1).text().block(bold, "Do not touch this.").text(),
			"P H heading: 0.20 of 0.50 (headingWeight): bold +0.35, set apart +0.20, ends as a sentence -0.35\n",
		},
		"a paragraph is no heading": {
			semantic.Barred, page(1).text(),
			"P H heading: more than two lines or 160 bytes (boldBytes), and less than 1.04 of the size of the text (largerRatio)\n",
		},
		"what reached its threshold says so, too": {
			semantic.Given, page(1).text().block(large, "1 Foxes").text().block(large, "2 Dogs").text(),
			"H H heading: 1.35 of 0.50 (headingWeight): size 1.60 of the body's +0.80, bold +0.35, numbered +0.20\n",
		},
		"signs that cost time take nothing from what is too little": {
			semantic.Short, page(1).text().block(bold, "Name.").beside(200, bold, "Value").text(),
			"P H heading: 0.20 of 0.50 (headingWeight): bold +0.35, set apart +0.20, ends as a sentence -0.35, other text beside it +0.00\n",
		},
		"a foot of the only page": {
			semantic.Given, page(1).text().at(50, 580).block(small, "www.fox.example 62"),
			"Artifact Artifact furniture: stands like a running head or foot: 1.90 of 1.00 (aloneWeight): a number at one end +0.40, is printed with pages +0.40, " +
				"smaller than the body +0.40, close to the edge +0.30, clear of the text +0.20, far from the text +0.20\n",
		},
		"a caption without a table": {
			semantic.Barred, page(1).text().block(bold, "Table 3. Foxes by county").text(),
			"P Caption caption: begins as a caption does, but no table or figure without one is within 4.0 ems (captionNear), or 7.0 with nothing between (captionFar)\n",
		},
		"a lone number": {
			semantic.Barred, page(1).text().block(body, "7) jumps over the lazy dog").text(),
			"P LI list: begins as an item does, but one number, one dash or a bare bullet is no list\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, said(t, c.verdict, c.page), c.want)
		})
	}
}

// sources parses the package without its tests.
func sources(t *testing.T) (*token.FileSet, map[string]*ast.File) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	fset, files := token.NewFileSet(), map[string]*ast.File{}
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			files[name], err = parser.ParseFile(fset, name, nil, 0)
			require.NoError(t, err)
		}
	}
	require.Greater(t, len(files), 100)
	return fset, files
}

// Only claim and overrule set roles: they keep the evidence.
func TestRolesAreSetByClaimsAlone(t *testing.T) {
	t.Parallel()
	fset, files := sources(t)
	delete(files, "claim.go")
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok {
				for _, left := range a.Lhs {
					if sel, ok := left.(*ast.SelectorExpr); ok && sel.Sel.Name == "role" {
						t.Errorf("%s sets a role", fset.Position(a.Pos()))
					}
				}
			}
			return true
		})
	}
}

// The names of thresholds in reasons are constants, so that a reader finds them.
func TestReasonsNameThresholdsThatExist(t *testing.T) {
	t.Parallel()
	fset, files := sources(t)
	constants := map[string]bool{}
	for _, f := range files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				for _, spec := range g.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						constants[name.Name] = true
					}
				}
			}
		}
	}
	named := 0
	check := func(at token.Pos, name string) {
		named++
		require.True(t, constants[name], "%s: there is no constant %s", fset.Position(at), name)
	}
	inBrackets := regexp.MustCompile(`\(([a-z]+[A-Z][A-Za-z]*)\)`)
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if id, ok := n.Type.(*ast.Ident); ok && id.Name == "threshold" {
					name, value := n.Elts[0].(*ast.BasicLit), n.Elts[1].(*ast.Ident)
					require.Equal(t, strconv.Quote(value.Name), name.Value)
					check(n.Pos(), value.Name)
				}
			case *ast.BasicLit:
				for _, m := range inBrackets.FindAllStringSubmatch(n.Value, -1) {
					check(n.Pos(), m[1])
				}
			}
			return true
		})
	}
	require.GreaterOrEqual(t, named, 10)
}
