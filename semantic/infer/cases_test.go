package infer_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

var update = flag.Bool("update", false, "rewrite the trees of testdata/cases")

// looks are the looks of blocks in cases, by name.
var looks = map[string]look{
	"body": body, "bold": bold, "large": large, "huge": huge, "small": small, "italic": italic,
	"code": {size: 10, mono: true, kind: layout.Verbatim},
}

// TestCases builds the documents of testdata/cases. A case is a file: what it shows, pages of lines with their positions,
// and the tree that they must give.
//
//	Notes at the foot of a page are tied to their marks.
//	-- page --
//	large 50 60                       a block: look, left edge and first baseline in points
//	  On Foxes                        its lines; marks in them as in pageBuilder.block
//	text                              filler, so that the look of the body is known
//	body 50                           below the block before
//	  Some words^1^ and others.
//	table 50 300                      rows of cells as in pageBuilder.table
//	  Animal | Count
//	-- tree --
//	H1: On Foxes
//
// go test -run TestCases -update writes the trees.
func TestCases(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/cases/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			var pages []*pageBuilder
			tree := -1
			for i, f := range archive.Files {
				switch f.Name {
				case "page":
					pages = append(pages, casePage(t, len(pages)+1, string(f.Data)))
				case "tree":
					tree = i
				default:
					t.Fatalf("a case has no part %q", f.Name)
				}
			}
			require.GreaterOrEqual(t, tree, 0, "a case ends in a tree")
			got := sketch(build(t, pages...))
			if *update {
				archive.Files[tree].Data = []byte(got)
				require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
				return
			}
			require.Equal(t, string(archive.Files[tree].Data), got, "%s", archive.Comment)
		})
	}
}

// casePage sets the page of a case.
func casePage(t *testing.T, number int, text string) *pageBuilder {
	t.Helper()
	p := page(number)
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for len(lines) > 0 {
		head := strings.Fields(lines[0])
		n := 1
		for n < len(lines) && strings.HasPrefix(lines[n], "  ") {
			n++
		}
		require.NotEmpty(t, head, "a block begins with its look")
		var content []string
		for _, line := range lines[1:n] {
			content = append(content, line[2:])
		}
		lines = lines[n:]
		at := []float32{p.x, p.y}
		for i, word := range head[1:] {
			v, err := strconv.ParseFloat(word, 32)
			require.NoError(t, err)
			at[i] = float32(v)
		}
		p.at(at[0], at[1])
		switch name := head[0]; name {
		case "text":
			p.text()
		case "table":
			p.table(body, content...)
		default:
			l, ok := looks[name]
			require.True(t, ok, "no look is named %q", name)
			p.block(l, content...)
		}
	}
	return p
}

// sketch writes a document: its blocks as dump does, tables row by row, and terms with their descriptions.
func sketch(doc *semantic.Document) string {
	var b strings.Builder
	for _, n := range doc.Root.Children {
		var inner strings.Builder
		switch {
		case n.Role == semantic.Table:
			dumpTable(&inner, n)
		case n.Role == semantic.L && n.Attr != nil && n.Attr.Numbering == "description":
			dumpTerms(&inner, n)
		default:
			dumpBlock(&b, n, "")
			continue
		}
		fmt.Fprintf(&b, "%s\n  %s\n", n.Role, strings.ReplaceAll(strings.TrimRight(inner.String(), "\n"), "\n", "\n  "))
	}
	return b.String()
}
