package convert

import (
	"fmt"
	"io"
	"slices"

	"github.com/pagelift/pagelift/internal/tree"
)

// Part is a part of a document. The zero value is the whole document.
type Part struct {
	// Section is the ID of a heading in Outline. The part is the heading and everything up to the next heading of
	// its level or of a higher one. "": the document.
	Section string
	// Pages are the pages of the part. A block on several pages belongs to the part of each of them, as a whole.
	// Empty: all.
	Pages []PageRange
}

// Heading is a heading of a document that begins a section.
type Heading struct {
	ID     string  `json:"id"`    // the same for the same document, also in JSON and chunks
	Level  int     `json:"level"` // from 1; 0 for the title
	Text   string  `json:"text"`
	Page   int     `json:"page"`   // 1-based
	Places []Place `json:"places"` // where it stands; none without FormatJSON and FormatChunks
}

// Outline returns the headings of the document in reading order, without those in tables, lists and notes. It
// fails with InvalidOption unless Options.Formats names a format.
func (r *Result) Outline() ([]Heading, error) {
	if r.forms == nil {
		return nil, &Error{Code: InvalidOption, Detail: "Formats is empty"}
	}
	var list []Heading
	for _, n := range r.forms.tree.Headings() {
		h := Heading{ID: tree.Clean(r.forms.tree.ID(n)), Level: tree.HeadingLevel(n), Text: tree.OneLine(n), Page: int(n.Page), Places: []Place{}}
		for _, p := range r.forms.tree.Boxes(n) {
			h.Places = append(h.Places, placeOf(p))
		}
		list = append(list, h)
	}
	return list, nil
}

// WriteMarkdownPart writes a part of the document like WriteMarkdown. It fails with InvalidOption unless
// Options.Formats names FormatMarkdown, and if there is no such section.
func (r *Result) WriteMarkdownPart(w io.Writer, p Part) error {
	if err := r.forms.has(FormatMarkdown); err != nil {
		return err
	}
	src := r.forms.tree
	if p.Section != "" {
		part, ok := src.Section(p.Section)
		if !ok {
			return &Error{Code: InvalidOption, Detail: fmt.Sprintf("the document has no section %q", p.Section)}
		}
		src = part
	}
	if len(p.Pages) > 0 {
		src = src.OnPages(func(page int) bool {
			return slices.ContainsFunc(p.Pages, func(r PageRange) bool {
				return page >= r.First && (r.Last == 0 || page <= r.Last)
			})
		})
	}
	return r.writerOf(FormatMarkdown).Write(w, src)
}
