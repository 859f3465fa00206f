package infer

import (
	"context"
	"unicode"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// quote looks for paragraphs that are set in from both sides, between paragraphs
// that are not.
//
//	Berg writes about the foxes of Oslo:
//	    They come at night, and are     quoteIndent or more on the left, on the right at
//	    seen by nobody but the cats.    least quoteEven of that
//	This has been confirmed since.
//
// The lines of a quote fill its width: lists and addresses are set in, too, but ragged.
func quote(ctx context.Context, d *draft) error {
	var m measures
	return d.eachSheet(ctx, func(s *sheet) {
		read := false
		for i := range s.parts {
			p := &s.parts[i]
			if p.role != semantic.P || p.item > 0 || p.count < 2 || p.keepsLines || s.Blocks[p.block].Kind != layout.Paragraph {
				continue
			}
			if !read {
				m.read(s)
				read = true
			}
			if d.isQuote(s, p, m.columns[s.Blocks[p.block].Column]) && s.followsFull(d, i, m.columns) {
				d.claim(p, semantic.BlockQuote, because("quote", quoteWeight, "set in from both sides, between paragraphs that are not"))
			}
		}
	})
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// quoteIndent is the least indent of a quote, in ems, on either side.
	quoteIndent = 1.2
	// quoteEven is the least right indent, as a share of the left one. Descriptions are set in
	// from the left alone and end where their words do.
	quoteEven = 0.6
	// quoteLines is the fewest lines of a quote that looks like the text and is not
	// set in alike from both sides.
	quoteLines = 3
)

// isQuote reports whether p is set in from both sides, and its lines fill its width and begin
// under each other.
func (d *draft) isQuote(s *sheet, p *part, column edgesOf) bool {
	left, right := p.box.X0-column.left, column.right-p.box.X1
	if left < quoteIndent*d.body.size() || right < max(quoteIndent*d.body.size(), quoteEven*left) || p.look.bold || p.look.size() > d.body.size()*lookRatio {
		return false
	}
	if p.count < quoteLines && p.look == d.body && abs(left-right) > sameIndent*p.look.size() || unicode.IsLower(firstLetter(s.text(p.first))) {
		return false
	}
	for i := p.first; i <= p.last(); i++ {
		l := s.line(i)
		if l.Rotation != 0 || i > p.first && l.Box.X0-p.box.X0 > sameIndent*l.Size {
			return false
		}
		if i < p.last() && (s.roomBehind(i, p.box.Width()) || i > p.first && sameHeight(s.line(i-1), l)) {
			return false
		}
	}
	return true
}

// followsFull reports whether a paragraph in the full width of the column stands before part i,
// with nothing but quotes between. A heading before it will do if such a paragraph follows.
func (s *sheet) followsFull(d *draft, i int, columns map[int32]edgesOf) bool {
	p := &s.parts[i]
	for k := i - 1; k >= 0 && i-k <= lookAhead; k-- {
		q := &s.parts[k]
		switch {
		case q.role == semantic.BlockQuote || q.role == semantic.Artifact:
			continue
		case q.role == semantic.H:
			return s.precedesFull(d, i, columns)
		case q.role != semantic.P && q.role != semantic.LI || s.Blocks[q.block].Column != s.Blocks[p.block].Column:
			return false
		}
		column := columns[s.Blocks[q.block].Column]
		return q.box.X0-column.left < quoteIndent*d.body.size()
	}
	return false
}

// precedesFull reports whether a paragraph in the full width of the column follows part i.
func (s *sheet) precedesFull(d *draft, i int, columns map[int32]edgesOf) bool {
	p := &s.parts[i]
	for k := i + 1; k < len(s.parts) && k-i <= lookAhead; k++ {
		q := &s.parts[k]
		if q.role == semantic.Artifact {
			continue
		}
		column := columns[s.Blocks[q.block].Column]
		return q.role == semantic.P && s.Blocks[q.block].Column == s.Blocks[p.block].Column && q.box.X0-column.left < quoteIndent*d.body.size()
	}
	return false
}
