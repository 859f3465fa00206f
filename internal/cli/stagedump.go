package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"

	"github.com/pagelift/pagelift/internal/inspect"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// stageDump writes the files of the inspect command when stages complete. Its methods are hooks of convert.Trace.
type stageDump struct {
	dir   string
	title string

	mu     sync.Mutex
	err    error // the first
	pages  []inspect.IndexPage
	blocks map[int][]layout.Rect
}

func newStageDump(dir, title string) *stageDump {
	return &stageDump{dir: dir, title: title, blocks: map[int][]layout.Rect{}}
}

// stages are the names of the stages in their order.
var stages = []string{"content", "layout", "semantic"}

func (d *stageDump) path(name string) string { return filepath.Join(d.dir, name) }

// fileName returns the name of the file of a page and stage.
func fileName(page int, stage, suffix string) string {
	return fmt.Sprintf("p%05d-%s.%s", page, stage, suffix)
}

func (d *stageDump) content(c *layout.Content) {
	d.pair(c.Page, "content", c, func(w io.Writer) error { return inspect.ContentSVG(w, c) })
}

func (d *stageDump) layout(p *layout.Page) {
	d.pair(p.Number, "layout", p, func(w io.Writer) error { return inspect.LayoutSVG(w, p) })
	boxes := make([]layout.Rect, len(p.Blocks))
	for i := range p.Blocks {
		boxes[i] = p.Blocks[i].Box
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.blocks[p.Number] = boxes
}

func (d *stageDump) semantic(doc *semantic.Document) {
	tree := inspect.Tree{Document: doc, Blocks: d.blocks}
	pages := tree.Pages()
	for _, p := range doc.Pages {
		nodes := pages[p.Number]
		d.pair(p.Number, "semantic", nodes, func(w io.Writer) error {
			return inspect.SemanticSVG(w, p.Width, p.Height, nodes)
		})
		page := inspect.IndexPage{Number: p.Number, Label: p.Label, Width: p.Width, Height: p.Height}
		for _, stage := range stages {
			page.Stages = append(page.Stages, inspect.StageFiles{
				Stage: stage, SVG: fileName(p.Number, stage, "svg"), JSON: fileName(p.Number, stage, "json"),
			})
		}
		d.pages = append(d.pages, page)
	}
	d.file("document.json", func(w io.Writer) error { return inspect.JSON(w, doc) })
}

// index writes the page that links to the rest, and returns the first of all errors.
func (d *stageDump) index() error {
	slices.SortFunc(d.pages, func(a, b inspect.IndexPage) int { return cmp.Compare(a.Number, b.Number) })
	d.file("index.html", func(w io.Writer) error { return inspect.Index(w, d.title, d.pages) })
	return d.err
}

// pair writes the picture and the data of a page and stage.
func (d *stageDump) pair(page int, stage string, data any, picture func(io.Writer) error) {
	d.file(fileName(page, stage, "svg"), picture)
	d.file(fileName(page, stage, "json"), func(w io.Writer) error { return inspect.JSON(w, data) })
}

func (d *stageDump) file(name string, content func(io.Writer) error) {
	if err := writeFile(d.path(name), content); err != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.err = cmp.Or(d.err, fmt.Errorf("%s: %w", name, err))
	}
}
