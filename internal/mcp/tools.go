package mcp

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
)

func (s *Server) addTools() {
	closed := false
	hints := &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}
	reaching := &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}
	if s.library.fetcher == nil {
		reaching = hints
	}
	sdk.AddTool(s.server, &sdk.Tool{Name: "convert", Annotations: reaching, Description: "Convert a PDF document and say what it is: title, pages, language, how many sections and tables, and what was lost. " +
		"The other tools then read these pages of it. An address is fetched again each time."}, s.convert)
	sdk.AddTool(s.server, &sdk.Tool{Name: "outline", Annotations: reaching, Description: "List the headings of a document with their levels and pages. Each begins a section, which read gives by its id."}, s.outline)
	sdk.AddTool(s.server, &sdk.Tool{Name: "read", Annotations: reaching, Description: "Read a document, or a section or pages of it, as Markdown. Comments such as <!-- page 12 --> mark where pages begin."}, s.read)
	sdk.AddTool(s.server, &sdk.Tool{Name: "tables", Annotations: reaching, Description: "List the tables of a document, or give one of them, by its number, as CSV."}, s.tables)
	sdk.AddTool(s.server, &sdk.Tool{Name: "find", Annotations: reaching, Description: "Find text in a document. Upper and lower case are the same, and so are all white spaces. Each finding has its page and box."}, s.find)
}

// Parameters that several tools have.
type (
	named struct {
		Document string `json:"document" jsonschema:"path of a PDF file below the folders of this server, or its https address"`
	}
	span struct {
		FirstPage int `json:"first_page,omitempty" jsonschema:"first page, from 1; 0 or none: the first of the document"`
		LastPage  int `json:"last_page,omitempty" jsonschema:"last page; 0 or none: the last of the document"`
	}
	paged struct {
		Cursor int `json:"cursor,omitempty" jsonschema:"where the answer before ended"`
	}
	next struct {
		Cursor int `json:"cursor,omitempty" jsonschema:"ask again with this cursor for what follows; 0 or none: this is all"`
	}
)

func (s span) span() pageSpan { return pageSpan{s.FirstPage, s.LastPage} }

// check returns an error if the cursor is not valid.
func (p paged) check(size int) error {
	if p.Cursor < 0 || p.Cursor > size {
		return fail(InvalidArgument, "there is no cursor %d", p.Cursor)
	}
	return nil
}

// entries returns the range of entries from a cursor that one answer has.
func (p paged) entries(size int) (from, to int, n next, err error) {
	if err := p.check(size); err != nil {
		return 0, 0, next{}, err
	}
	to = min(p.Cursor+limits.ModelEntries, size)
	if to < size {
		n.Cursor = to
	}
	return p.Cursor, to, n, nil
}

type convertInput struct {
	named
	span
}

type summary struct {
	Title    string    `json:"title"`
	Author   string    `json:"author,omitempty"`
	Language string    `json:"language,omitempty"`
	Pages    int       `json:"pages" jsonschema:"of the whole document"`
	Words    int       `json:"words"`
	Sections int       `json:"sections"`
	Tables   int       `json:"tables"`
	Hidden   int       `json:"hidden" jsonschema:"texts that nobody sees who looks at the pages; they are left out"`
	Warnings []warning `json:"warnings" jsonschema:"what was lost or guessed"`
}

type warning struct {
	Code   string `json:"code"`
	Page   int    `json:"page,omitempty"`
	Detail string `json:"detail,omitempty"`
}

func (s *Server) convert(ctx context.Context, _ *sdk.CallToolRequest, in convertInput) (*sdk.CallToolResult, *summary, error) {
	pages := in.span.span()
	d, err := s.library.get(ctx, in.Document, &pages)
	if err != nil {
		return nil, nil, err
	}
	m := &d.Metadata
	out := &summary{Title: m.Title, Author: m.Author, Language: m.Language, Pages: m.Pages, Words: m.WordCount, Sections: len(d.headings), Tables: len(d.tables), Hidden: d.hidden, Warnings: []warning{}}
	for _, w := range d.Warnings[:min(len(d.Warnings), limits.ModelEntries)] {
		out.Warnings = append(out.Warnings, warning{w.Code, w.Page, w.Detail})
	}
	return nil, out, nil
}

type outlineInput struct {
	named
	paged
}

type outlineOutput struct {
	Sections []section `json:"sections"`
	next
}

type section struct {
	ID    string `json:"id"`
	Level int    `json:"level" jsonschema:"1 is the highest; 0 is the title"`
	Title string `json:"title"`
	Page  int    `json:"page"`
}

func (s *Server) outline(ctx context.Context, _ *sdk.CallToolRequest, in outlineInput) (*sdk.CallToolResult, *outlineOutput, error) {
	d, err := s.library.get(ctx, in.Document, nil)
	if err != nil {
		return nil, nil, err
	}
	from, to, more, err := in.entries(len(d.headings))
	if err != nil {
		return nil, nil, err
	}
	out := &outlineOutput{Sections: []section{}, next: more}
	for _, h := range d.headings[from:to] {
		out.Sections = append(out.Sections, section{h.ID, h.Level, shortened(h.Text, 0, len(h.Text)), h.Page})
	}
	return nil, out, nil
}

type readInput struct {
	named
	Section string `json:"section,omitempty" jsonschema:"id of a section from outline; none: the document"`
	span
	paged
}

// read answers with text alone: in JSON every line end and quote would be escaped.
func (s *Server) read(ctx context.Context, _ *sdk.CallToolRequest, in readInput) (*sdk.CallToolResult, any, error) {
	d, err := s.library.get(ctx, in.Document, nil)
	if err != nil {
		return nil, nil, err
	}
	pages := in.span.span()
	if err := pages.check(); err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	if err := d.WriteMarkdownPart(&b, convert.Part{Section: in.Section, Pages: pages.ranges()}); err != nil {
		return nil, nil, err
	}
	text := b.Bytes()
	if err := in.check(len(text)); err != nil {
		return nil, nil, err
	}
	end := in.Cursor + cut(text[in.Cursor:])
	for in.Cursor > 0 && in.Cursor < len(text) && !utf8.RuneStart(text[in.Cursor]) {
		in.Cursor-- // the model may have made up the cursor
	}
	answer := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(text[in.Cursor:end])}}}
	if end < len(text) {
		answer.Content = append(answer.Content, &sdk.TextContent{Text: fmt.Sprintf("%d of %d bytes are left: go on with cursor %d.", len(text)-end, len(text), end)})
	}
	return answer, nil, nil
}

// cut returns how much of text one answer has: whole lines, or whole characters if a line is longer.
func cut(text []byte) int {
	if len(text) <= limits.ModelAnswer {
		return len(text)
	}
	if end := bytes.LastIndexByte(text[:limits.ModelAnswer], '\n') + 1; end > 0 {
		return end
	}
	end := limits.ModelAnswer
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return max(end, 1)
}

type tablesInput struct {
	named
	Table int `json:"table,omitempty" jsonschema:"number of a table, which is given as CSV; 0 or none: all are listed"`
	span
	paged
}

type tablesOutput struct {
	Tables []listedTable `json:"tables,omitempty"`
	CSV    string        `json:"csv,omitempty" jsonschema:"rows of the table that was asked for; a cell that spans several places stands in the first"`
	next
}

type listedTable struct {
	Table   int             `json:"table" jsonschema:"its number"`
	Page    int             `json:"page"`
	Rows    int             `json:"rows"`
	Columns int             `json:"columns"`
	Caption string          `json:"caption,omitempty"`
	First   []string        `json:"first_row"`
	Places  []convert.Place `json:"places"`
}

func (s *Server) tables(ctx context.Context, _ *sdk.CallToolRequest, in tablesInput) (*sdk.CallToolResult, *tablesOutput, error) {
	d, err := s.library.get(ctx, in.Document, nil)
	if err != nil {
		return nil, nil, err
	}
	if err := in.span.span().check(); err != nil {
		return nil, nil, err
	}
	if in.Table != 0 {
		return s.table(d, &in)
	}
	numbers := d.onPages(in.span.span())
	from, to, more, err := in.entries(len(numbers))
	if err != nil {
		return nil, nil, err
	}
	out := &tablesOutput{Tables: []listedTable{}, next: more}
	for _, i := range numbers[from:to] {
		t := &d.tables[i]
		l := listedTable{Table: i + 1, Page: t.page, Rows: t.rows, Columns: t.columns, Caption: shortened(t.caption, 0, len(t.caption)), First: []string{}, Places: somePlacesOf(t.places)}
		for _, c := range t.cells[:min(len(t.cells), firstCells)] {
			if c.Row == 0 {
				l.First = append(l.First, shortened(c.Text, 0, min(len(c.Text), cellBytes)))
			}
		}
		out.Tables = append(out.Tables, l)
	}
	return nil, out, nil
}

// Bounds of what a list of tables shows of the first row of each table.
const (
	firstCells = 12
	cellBytes  = 60
)

// table returns one table as CSV, from the row at the cursor.
func (s *Server) table(d *document, in *tablesInput) (*sdk.CallToolResult, *tablesOutput, error) {
	if in.Table < 1 || in.Table > len(d.tables) {
		return nil, nil, fail(InvalidArgument, "there is no table %d: the document has %d", in.Table, len(d.tables))
	}
	t := &d.tables[in.Table-1]
	if err := in.check(t.rows); err != nil {
		return nil, nil, err
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	cells := t.cells
	for len(cells) > 0 && cells[0].Row < in.Cursor {
		cells = cells[1:]
	}
	row := in.Cursor
	for ; row < t.rows && (b.Len() < limits.ModelAnswer || row == in.Cursor); row++ {
		var record []string
		for ; len(cells) > 0 && cells[0].Row == row; cells = cells[1:] {
			for len(record) < cells[0].Column {
				record = append(record, "")
			}
			record = append(record, shortened(cells[0].Text, 0, min(len(cells[0].Text), limits.ModelAnswer)))
		}
		for len(record) < t.columns && t.columns*t.rows <= limits.TablePlaces || len(record) == 0 {
			record = append(record, "")
		}
		if err := w.Write(record); err != nil {
			return nil, nil, err
		}
		w.Flush()
	}
	out := &tablesOutput{CSV: b.String()}
	if row < t.rows {
		out.Cursor = row
	}
	return nil, out, nil
}

type findInput struct {
	named
	Text string `json:"text" jsonschema:"what to find"`
	span
	paged
}

type findOutput struct {
	Findings []finding `json:"findings"`
	next
}

type finding struct {
	Text   string          `json:"text" jsonschema:"the finding between the words around it"`
	Page   int             `json:"page"`
	Places []convert.Place `json:"places" jsonschema:"boxes of the block that holds it"`
	Node   string          `json:"node,omitempty" jsonschema:"id of that block, as in the JSON of the document"`
}

// most is the longest text that can be searched for.
const most = 1000

func (s *Server) find(ctx context.Context, _ *sdk.CallToolRequest, in findInput) (*sdk.CallToolResult, *findOutput, error) {
	words := strings.Fields(in.Text)
	if len(words) == 0 || len(in.Text) > most {
		return nil, nil, fail(InvalidArgument, "text has 1 to %d bytes", most)
	}
	for i, w := range words {
		words[i] = regexp.QuoteMeta(strings.ToValidUTF8(w, "\uFFFD"))
	}
	pattern, err := regexp.Compile("(?i)" + strings.Join(words, `\s+`))
	if err != nil {
		return nil, nil, fail(InvalidArgument, "text cannot be looked for")
	}
	d, err := s.library.get(ctx, in.Document, nil)
	if err != nil {
		return nil, nil, err
	}
	pages := in.span.span()
	if err := pages.check(); err != nil {
		return nil, nil, err
	}
	if err := in.check(len(d.blocks)); err != nil {
		return nil, nil, err
	}
	out := &findOutput{Findings: []finding{}}
	size := 0
	for i := in.Cursor; i < len(d.blocks); i++ { // the cursor counts blocks
		b := &d.blocks[i]
		if b.page < pages.First || pages.Last > 0 && b.page > pages.Last {
			continue
		}
		if len(out.Findings) >= limits.ModelEntries || size > limits.ModelAnswer {
			out.Cursor = i
			break
		}
		for _, at := range pattern.FindAllStringIndex(b.text, limits.ModelEntries) {
			f := finding{shortened(b.text, at[0], at[1]), b.page, somePlacesOf(b.places), b.id}
			size += len(f.Text)
			out.Findings = append(out.Findings, f)
		}
	}
	return nil, out, nil
}

// around is how many bytes of text an answer has before and after a match. mostBytes is the greatest length of a
// text in an entry.
const (
	around    = 80
	mostBytes = 500
)

// shortened returns text from start to end with some text around it, in one line.
func shortened(text string, start, end int) string {
	end = min(end, start+mostBytes)
	from, to := max(start-around, 0), min(end+around, len(text))
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	out := strings.Join(strings.Fields(text[from:to]), " ")
	if from > 0 {
		out = "…" + out
	}
	if to < len(text) {
		out += "…"
	}
	return out
}

// somePlaces is how many boxes of a block an answer has. The first box is enough to find a block that continues on
// other pages.
const somePlaces = 10

func somePlacesOf(places []convert.Place) []convert.Place {
	if places == nil {
		return []convert.Place{}
	}
	return places[:min(len(places), somePlaces)]
}
