package convert

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/chunk"
	"github.com/pagelift/pagelift/internal/csvout"
	"github.com/pagelift/pagelift/internal/epub"
	"github.com/pagelift/pagelift/internal/jsonout"
	"github.com/pagelift/pagelift/internal/markdown"
	"github.com/pagelift/pagelift/internal/plaintext"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
)

// Format is a form besides HTML in which a result can be written. Its value is the suffix of its files.
type Format string

const (
	// FormatMarkdown is Markdown in the dialect of GitHub: Result.WriteMarkdown.
	FormatMarkdown Format = "md"
	// FormatJSON is the whole structure, with positions on pages: Result.WriteJSON.
	FormatJSON Format = "json"
	// FormatText is plain text in reading order: Result.WriteText.
	FormatText Format = "txt"
	// FormatCSV is the tables as comma-separated values: Result.WriteCSV.
	FormatCSV Format = "csv"
	// FormatChunks is the text in pieces of a given size, for search programs: Result.Chunks. Each piece is a line
	// of JSON.
	FormatChunks Format = "jsonl"
	// FormatEPUB is an electronic book, EPUB 3.3, with the same HTML: Result.WriteEPUB.
	FormatEPUB Format = "epub"
)

// Formats returns all formats.
func Formats() []Format {
	return []Format{FormatMarkdown, FormatJSON, FormatText, FormatCSV, FormatChunks, FormatEPUB}
}

// FormatOptions say how the forms besides HTML are written. The zero value is what most callers want.
type FormatOptions struct {
	// PageMarks marks where pages begin: <!-- page 12 --> in Markdown, a form feed in text.
	PageMarks bool `json:"page_marks,omitempty"`
	// Emphasis writes bold, italic, struck-out, raised and lowered type and inline code in Markdown. Off: only
	// their text, which programs find more easily.
	Emphasis bool `json:"emphasis,omitempty"`
	// Anchors writes HTML anchors in Markdown, for links that lead to something other than headings and notes of
	// the document. Off: such links are text.
	Anchors bool `json:"anchors,omitempty"`
	// JSONLines gives each block in JSON the boxes of its lines.
	JSONLines bool `json:"json_lines,omitempty"`
	// JSONEvidence gives each block in JSON the reasons that the rules gave for its role.
	JSONEvidence bool `json:"json_evidence,omitempty"`
	// TextWidth is the most characters in a line of text. 0: a paragraph is one line.
	TextWidth int `json:"text_width,omitempty"`
	// RepeatSpans repeats the text of a cell that spans several places in each of them, in CSV. Off: it is in the
	// first one only.
	RepeatSpans bool `json:"repeat_spans,omitempty"`
	// Chunks says how the file of FormatChunks is cut.
	Chunks ChunkOptions `json:"chunks,omitzero"`
}

// ChunkOptions say how Result.Chunks cuts a document.
type ChunkOptions struct {
	// Size is the largest measure of a chunk. 0: 2000.
	Size int `json:"size,omitempty"`
	// Overlap is how much of the previous chunk is repeated at most, in whole sentences. It counts as a part of
	// the chunk. 0: nothing.
	Overlap int `json:"overlap,omitempty"`
	// Measure returns the size of a text, for example in tokens of a model. A longer text that begins with another
	// one must not be smaller than that. nil: it counts characters.
	Measure func(text string) int `json:"-"`
}

// defaultChunkSize is about 500 tokens of English. Most embedding models take as much at once.
const defaultChunkSize = 2000

// Chunk is a piece of a document. It never continues beyond a heading. It ends inside of a row, an item or a
// sentence only if that alone is larger than a chunk may be.
type Chunk struct {
	ID   string `json:"id"`   // the same for the same document and options
	Kind string `json:"kind"` // text, list, table, code, figure or note
	Text string `json:"text"`
	// Repeated is how many bytes at the beginning of Text repeat other chunks: the overlap, or the head of a table
	// that is larger than a chunk.
	Repeated int      `json:"repeated,omitempty"`
	Headings []string `json:"headings"` // the headings above the chunk, the highest first
	Pages    []int    `json:"pages"`
	Places   []Place  `json:"places"` // of the blocks with text in the chunk, in reading order
	Nodes    []string `json:"nodes"`  // ids of those blocks, as in JSON and HTML
}

// Place is a box on a page.
type Place struct {
	Page int `json:"page"` // 1-based
	// Box is left, top, right and bottom, in points from the upper left corner of the page as it is shown: after
	// rotation and crop.
	Box [4]float64 `json:"box"`
}

// checkFormats returns an error for a value without a meaning.
func (o *Options) checkFormats() error {
	for _, f := range o.Formats {
		if !slices.Contains(Formats(), f) {
			return &Error{Code: InvalidOption, Detail: fmt.Sprintf("Formats: %q is none of %s", f, formatNames())}
		}
	}
	c := o.FormatOptions.Chunks
	if o.FormatOptions.TextWidth < 0 || c.Size < 0 || c.Overlap < 0 || c.Overlap > 0 && c.Overlap >= cmp.Or(c.Size, defaultChunkSize) {
		return &Error{Code: InvalidOption, Detail: "FormatOptions: a size is negative, or the overlap of chunks as large as a chunk"}
	}
	return nil
}

// formatNames returns the names of all formats, for messages.
func formatNames() string {
	var names []string
	for _, f := range Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// needsBoxes reports whether an option or format needs to know where things stand.
func (o *Options) needsBoxes() bool {
	return o.Boxes || len(o.Corrections) > 0 || slices.Contains(o.Formats, FormatJSON) || slices.Contains(o.Formats, FormatChunks)
}

// forms is what a result keeps for writing other forms.
type forms struct {
	tree    *tree.Source
	formats []Format
	options FormatOptions
}

// has returns an error if the format was not asked for.
func (f *forms) has(format Format) error {
	if f == nil || !slices.Contains(f.formats, format) {
		return &Error{Code: InvalidOption, Detail: fmt.Sprintf("Formats does not name %q", format)}
	}
	return nil
}

// WriteMarkdown writes the document as Markdown, block by block. Pictures refer to Assets. It fails with
// InvalidOption unless Options.Formats names FormatMarkdown.
func (r *Result) WriteMarkdown(w io.Writer) error { return r.write(w, FormatMarkdown) }

// WriteJSON writes the structure of the document as docs/schema/document-1.json describes it. It fails with
// InvalidOption unless Options.Formats names FormatJSON.
func (r *Result) WriteJSON(w io.Writer) error { return r.write(w, FormatJSON) }

// WriteText writes the document as plain text. It fails with InvalidOption unless Options.Formats names
// FormatText.
func (r *Result) WriteText(w io.Writer) error { return r.write(w, FormatText) }

// WriteCSV writes the tables of the document as comma-separated values (RFC 4180), with an empty line between two
// tables. It fails with InvalidOption unless Options.Formats names FormatCSV.
func (r *Result) WriteCSV(w io.Writer) error { return r.write(w, FormatCSV) }

// WriteChunks writes the chunks as lines of JSON. Options.FormatOptions says how they are cut. It fails with
// InvalidOption unless Options.Formats names FormatChunks.
func (r *Result) WriteChunks(w io.Writer) error { return r.write(w, FormatChunks) }

// WriteEPUB writes the document as an electronic book: its HTML and Assets in XHTML files, without the positions
// on pages that Options.PreserveFormatting adds. It fails with InvalidOption unless Options.Formats names
// FormatEPUB.
func (r *Result) WriteEPUB(w io.Writer) error { return r.write(w, FormatEPUB) }

// writerOf returns the writer of a format.
func (r *Result) writerOf(f Format) tree.Writer {
	o := &r.forms.options
	switch f {
	case FormatJSON:
		return jsonout.Writer{Lines: o.JSONLines, Evidence: o.JSONEvidence}
	case FormatText:
		return plaintext.Writer{Width: o.TextWidth, FormFeeds: o.PageMarks}
	case FormatCSV:
		return csvout.Writer{RepeatSpans: o.RepeatSpans}
	case FormatChunks:
		return chunkWriter{r, o.Chunks}
	case FormatEPUB:
		return bookWriter{r}
	}
	return markdown.Writer{PageComments: o.PageMarks, Plain: !o.Emphasis, Anchors: o.Anchors}
}

func (r *Result) write(w io.Writer, f Format) error {
	if err := r.forms.has(f); err != nil {
		return err
	}
	return r.writerOf(f).Write(w, r.forms.tree)
}

// chunkWriter writes chunks as lines of JSON.
type chunkWriter struct {
	*Result
	options ChunkOptions
}

// Write implements tree.Writer.
func (c chunkWriter) Write(w io.Writer, _ *tree.Source) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return c.eachChunk(c.options, func(k Chunk) error { return enc.Encode(k) })
}

// bookWriter writes the HTML of a result as a book.
type bookWriter struct{ *Result }

// Write implements tree.Writer.
func (r bookWriter) Write(w io.Writer, src *tree.Source) error {
	m := &r.Metadata
	b := &epub.Book{
		HTML: r.HTML, Title: src.Title, Language: m.Language, Author: m.Author, Subject: m.Subject, Modified: r.fileTime(),
		Source: fmt.Sprintf("A PDF document of %d pages", m.Pages),
	}
	for _, a := range r.Assets {
		b.Assets = append(b.Assets, epub.Asset(a))
	}
	return epub.Write(w, b)
}

// Chunks cuts the document into pieces for search programs, in reading order. It fails with InvalidOption unless
// Options.Formats names FormatChunks.
func (r *Result) Chunks(opts ChunkOptions) ([]Chunk, error) {
	if err := (&Options{FormatOptions: FormatOptions{Chunks: opts}}).checkFormats(); err != nil {
		return nil, err
	}
	if err := r.forms.has(FormatChunks); err != nil {
		return nil, err
	}
	var list []Chunk
	err := r.eachChunk(opts, func(c Chunk) error {
		list = append(list, c)
		return nil
	})
	return list, err
}

func (r *Result) eachChunk(opts ChunkOptions, do func(Chunk) error) error {
	measure := opts.Measure
	if measure == nil {
		measure = utf8.RuneCountInString
	}
	for c := range chunk.Cut(r.forms.tree, chunk.Options{Size: cmp.Or(opts.Size, defaultChunkSize), Overlap: opts.Overlap, Measure: measure}) {
		out := Chunk{ID: c.ID, Kind: string(c.Kind), Text: c.Text, Repeated: c.Repeated, Headings: notNil(c.Headings), Pages: notNil(chunk.Pages(c.Places)), Places: []Place{}, Nodes: notNil(c.Nodes)}
		for _, p := range c.Places {
			out.Places = append(out.Places, placeOf(p))
		}
		if err := do(out); err != nil {
			return err
		}
	}
	return nil
}

func placeOf(p tree.Place) Place { return Place{p.Page, boxOf(p.Box)} }

func boxOf(b layout.Rect) [4]float64 { return jsonout.Box(b) }

// notNil returns list, or an empty list for nil, which JSON would write as null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Names of the files of other forms in a folder.
const (
	documentStem = "document."
	chunksName   = "chunks.jsonl"
	tablesFolder = "tables/"
)

// FormatOfFile returns the format that a file of FS belongs to. ok is false for files that FS always has.
func FormatOfFile(name string) (f Format, ok bool) {
	switch {
	case name == chunksName:
		return FormatChunks, true
	case strings.HasPrefix(name, tablesFolder):
		return FormatCSV, true
	case strings.HasPrefix(name, documentStem):
		f = Format(strings.TrimPrefix(name, documentStem))
		return f, slices.Contains(Formats(), f)
	}
	return "", false
}

// formFiles returns the files of the formats that were asked for. Their content is made when they are read.
func (r *Result) formFiles() []file {
	if r.forms == nil {
		return nil
	}
	var list []file
	for _, f := range Formats() {
		switch {
		case r.forms.has(f) != nil:
		case f == FormatCSV:
			list = append(list, r.tableFiles()...)
		case f == FormatChunks:
			list = append(list, r.formFile(chunksName, f))
		default:
			list = append(list, r.formFile(documentStem+string(f), f))
		}
	}
	return list
}

func (r *Result) formFile(name string, f Format) file {
	return file{name: name, packed: f == FormatEPUB, write: func(w io.Writer) error { return r.write(w, f) }}
}

// tableFiles returns the tables, each in a file named by its page and its number on that page.
func (r *Result) tableFiles() (list []file) {
	numbers := map[int32]int{}
	for n := range csvout.Tables(r.forms.tree) {
		numbers[n.Page]++
		list = append(list, file{name: fmt.Sprintf("%sp%d-%d.csv", tablesFolder, n.Page, numbers[n.Page]), write: func(w io.Writer) error {
			return csvout.Writer{RepeatSpans: r.forms.options.RepeatSpans}.WriteTable(w, n)
		}})
	}
	if list == nil { // distinguishes a document without tables from one whose tables were not asked for
		list = append(list, dataFile(tablesFolder+"none.csv", nil, false))
	}
	return list
}
