package mcp

import (
	"cmp"
	"container/list"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/fetch"
	"github.com/pagelift/pagelift/internal/limits"
)

// library opens documents, and keeps the last ones that it has converted.
type library struct {
	roots   []*os.Root
	folders []string // absolute, as Config has them
	fetcher *fetch.Fetcher
	options convert.Options
	timeout time.Duration

	busy chan struct{} // holds an element while a document is converted or kept is read
	kept *list.List    // of *document, the last used first
}

// document is a converted document.
type document struct {
	name  string // as the client wrote it
	state state
	pages pageSpan // pages that were converted
	*convert.Result
	headings []convert.Heading
	blocks   []block
	tables   []tableBlock
	hidden   int // number of texts that nobody sees
}

// state is compared to find out whether a file has changed since it was converted. For an address it is zero.
type state struct {
	size     int64
	modified time.Time
}

// pageSpan is a range of pages. The zero value is all pages.
type pageSpan struct{ First, Last int }

func (p pageSpan) ranges() []convert.PageRange {
	if p == (pageSpan{}) {
		return nil
	}
	return []convert.PageRange{{First: max(p.First, 1), Last: p.Last}}
}

// check returns an error if the span is not valid.
func (p pageSpan) check() error {
	if p.First < 0 || p.Last < 0 || p.Last > 0 && p.Last < p.First {
		return fail(InvalidArgument, "pages %d to %d are no range", p.First, p.Last)
	}
	return nil
}

func newLibrary(cfg *Config) (*library, error) {
	l := &library{
		fetcher: cfg.Fetcher, options: cfg.Options, timeout: cmp.Or(cfg.Timeout, defaultTimeout),
		busy: make(chan struct{}, 1), kept: list.New(),
	}
	l.options.Formats = []convert.Format{convert.FormatMarkdown, convert.FormatJSON}
	l.options.FormatOptions = convert.FormatOptions{PageMarks: true}
	for _, folder := range cfg.Folders {
		absolute, err := filepath.Abs(folder)
		if err == nil {
			var root *os.Root
			if root, err = os.OpenRoot(absolute); err == nil {
				l.roots, l.folders = append(l.roots, root), append(l.folders, absolute)
				continue
			}
		}
		return nil, errors.Join(fmt.Errorf("mcp: %s: %w", folder, err), l.close())
	}
	return l, nil
}

func (l *library) close() error {
	var errs []error
	for _, r := range l.roots {
		errs = append(errs, r.Close())
	}
	return errors.Join(errs...)
}

// get returns a document, and converts it if it is not converted yet. If pages is nil, it uses the pages that were
// converted last. Documents are converted one at a time.
func (l *library) get(ctx context.Context, name string, pages *pageSpan) (*document, error) {
	select {
	case l.busy <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-l.busy }()
	ctx, cancel := context.WithTimeoutCause(ctx, l.timeout, TimedOut)
	defer cancel()

	var before *list.Element
	for e := l.kept.Front(); e != nil; e = e.Next() {
		if e.Value.(*document).name == name {
			before = e
			break
		}
	}
	wanted := pageSpan{}
	if pages != nil {
		wanted = *pages
	} else if before != nil {
		wanted = before.Value.(*document).pages
	}
	if err := wanted.check(); err != nil {
		return nil, err
	}
	isURL := isAddress(name)
	if before != nil && isURL && pages == nil { // an address is fetched again when convert is called
		l.kept.MoveToFront(before)
		return before.Value.(*document), nil
	}
	in, at, err := l.open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if before != nil && !isURL {
		if d := before.Value.(*document); d.state == at && d.pages == wanted {
			l.kept.MoveToFront(before)
			return d, nil
		}
	}
	d, err := l.convert(ctx, name, in, wanted)
	if err != nil {
		return nil, err
	}
	d.state = at
	if before != nil {
		l.kept.Remove(before)
	}
	l.kept.PushFront(d)
	for l.kept.Len() > limits.ModelDocuments {
		l.kept.Remove(l.kept.Back())
	}
	return d, nil
}

func isAddress(name string) bool {
	return strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "http://")
}

// open opens a document at an address or below one of the folders.
func (l *library) open(ctx context.Context, name string) (io.ReadCloser, state, error) {
	if isAddress(name) {
		if l.fetcher == nil {
			return nil, state{}, fail(Code(fetch.NotAllowed), "this server reads no addresses")
		}
		doc, err := l.fetcher.Fetch(ctx, name, fetch.Limits{Bytes: l.options.MaxBytes})
		if err != nil {
			return nil, state{}, timed(ctx, err)
		}
		return doc.Body, state{}, nil
	}
	for i, root := range l.roots {
		local := name
		if filepath.IsAbs(name) {
			var err error
			if local, err = filepath.Rel(l.folders[i], name); err != nil {
				continue
			}
		}
		if !filepath.IsLocal(local) {
			continue
		}
		// Only regular files are opened: opening a pipe could wait for ever.
		info, err := root.Stat(local)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := root.Open(local)
		if err != nil {
			continue
		}
		return f, state{info.Size(), info.ModTime()}, nil
	}
	return nil, state{}, fail(NotFound, "there is no file %q below the folders of this server", name)
}

// convert converts a document and indexes its content.
func (l *library) convert(ctx context.Context, name string, in io.Reader, pages pageSpan) (*document, error) {
	opts := l.options
	opts.Pages = pages.ranges()
	opts.Name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	r, err := convert.Convert(ctx, in, opts)
	if err != nil {
		return nil, timed(ctx, err)
	}
	r.HTML, r.CSS, r.Assets = "", "", nil // no tool uses these
	d := &document{name: name, pages: pages, Result: r}
	if d.headings, err = r.Outline(); err != nil {
		return nil, err
	}
	if err := d.index(); err != nil {
		return nil, err
	}
	return d, nil
}

// timed returns err, or a time-out if the time for the document is over.
func timed(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(err, context.DeadlineExceeded) && errors.Is(cause, TimedOut) {
		return fail(TimedOut, "the document takes longer than a document may")
	}
	return err
}

// block is a piece of text with its place.
type block struct {
	id, text string
	page     int
	places   []convert.Place
}

// tableBlock is a table.
type tableBlock struct {
	page          int
	places        []convert.Place
	caption       string
	rows, columns int
	cells         []nodeCell // row by row
}

// node has the members that are used of a block in JSON.
type node struct {
	Role     string          `json:"role"`
	ID       string          `json:"id"`
	Page     int             `json:"page"`
	Boxes    []convert.Place `json:"boxes"`
	Text     string          `json:"text"`
	Table    *nodeTable      `json:"table"`
	Children []node          `json:"children"`
}

type nodeTable struct {
	Rows    int        `json:"rows"`
	Columns int        `json:"columns"`
	Cells   []nodeCell `json:"cells"`
}

type nodeCell struct {
	ID       string          `json:"id"`
	Row      int             `json:"row"`
	Column   int             `json:"column"`
	Boxes    []convert.Place `json:"boxes"`
	Text     string          `json:"text"`
	Children []node          `json:"children"`
}

// index collects the texts and tables of a document, in reading order.
func (d *document) index() error {
	in, out := io.Pipe()
	go func() { out.CloseWithError(d.WriteJSON(out)) }()
	defer in.Close()
	var doc struct {
		Nodes  []node            `json:"nodes"`
		Unseen []json.RawMessage `json:"unseen"`
	}
	if err := json.NewDecoder(in).Decode(&doc); err != nil {
		return err
	}
	d.hidden = len(doc.Unseen)
	for i := range doc.Nodes {
		d.note(&doc.Nodes[i])
	}
	return nil
}

func (d *document) note(n *node) {
	if n.Text != "" {
		d.blocks = append(d.blocks, block{n.ID, n.Text, n.Page, n.Boxes})
	}
	if n.Table != nil {
		t := tableBlock{page: n.Page, places: n.Boxes, rows: n.Table.Rows, columns: n.Table.Columns, cells: n.Table.Cells}
		for i := range n.Children {
			if n.Children[i].Role == "Caption" {
				t.caption = n.Children[i].Text
			}
		}
		d.tables = append(d.tables, t)
		for i := range n.Table.Cells {
			c := &n.Table.Cells[i]
			page := n.Page
			if len(c.Boxes) > 0 {
				page = c.Boxes[0].Page
			}
			if c.Text != "" {
				d.blocks = append(d.blocks, block{c.ID, c.Text, page, c.Boxes})
			}
			for k := range c.Children {
				if c.Children[k].Table != nil { // the rest of it is its text
					d.note(&c.Children[k])
				}
			}
			c.Children = nil
		}
	}
	for i := range n.Children {
		d.note(&n.Children[i])
	}
}

// onPages returns the numbers of the tables on a span of pages.
func (d *document) onPages(p pageSpan) (numbers []int) {
	for i := range d.tables {
		t := &d.tables[i]
		last := t.page
		for _, q := range t.places {
			last = max(last, q.Page)
		}
		if last >= p.First && (p.Last == 0 || t.page <= p.Last) {
			numbers = append(numbers, i)
		}
	}
	return slices.Clip(numbers)
}
