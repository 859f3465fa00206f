package infer

import (
	"context"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// byline takes back headings that head nothing: they stand between the title and the
// first text of the document, in looks that no other heading has.
//
//	On foxes                     the title
//	A study of six years         a subtitle         all three look like headings, and
//	Anna Berg and Karl Wolf      authors            none has text of its own
//	University of Oslo           where they work
//	Foxes are animals that ...   the first text
//
// Above an abstract or a date they head nothing in any look. A note among them may say where an author works. A heading
// that stands alone right above the text may head it, and stays. Numbered headings stay, too, and those in the outline,
// and those that name a part of documents ("Abstract").
func byline(ctx context.Context, d *draft) error {
	best := d.titleHead()
	if best == nil || best.outlined > 1 {
		return ctx.Err()
	}
	if names := d.authors(best); len(names) > 0 {
		for _, h := range names {
			d.unhead(h, "byline", "stands between the title and the text, over a mail address")
		}
		d.collectHeads()
	}
	front, end := d.frontHeads(best)
	if len(front) == 0 {
		return ctx.Err()
	}
	overAbstract := end != nil && words.IsAbstract(d.text(end)) // nothing else stands above an abstract
	uses := map[look]int{}
	for _, h := range d.heads {
		uses[h.look]++
	}
	for _, h := range front {
		uses[h.look]--
	}
	dated := -1 // the last date: what stands above it heads nothing
	for i, h := range front {
		if text := d.text(h); words.IsDates(text) && !strings.ContainsFunc(text, unicode.IsSymbol) {
			dated = i
		}
	}
	changed := false
	for i, h := range front {
		switch {
		case h.look == best.look:
			continue
		case i <= dated:
			d.unhead(h, "byline", "stands between the title and a date, or is one")
		case overAbstract:
			d.unhead(h, "byline", "stands between the title and the abstract")
		case uses[h.look] == 0:
			d.unhead(h, "byline", "stands between the title and the text, in a look of its own")
		default:
			continue
		}
		changed = true
	}
	if changed {
		d.collectHeads()
	}
	return ctx.Err()
}

// unhead makes a heading a paragraph again.
func (d *draft) unhead(h *part, rule, reason string) {
	for p := h; p != nil; p = p.next {
		p.depth = 0
		d.overrule(p, semantic.P, because(rule, paragraphWeight, reason))
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// bylineHeads is the most headings between a title and the text that are a subtitle,
	// authors and dates; more are the headings of a form.
	bylineHeads = 5
)

// frontHeads returns the headings that follow the title on its page before any text,
// without a heading of this text. end is the heading of a section that ends them; nil: it is something else.
func (d *draft) frontHeads(title *part) (front []*part, end *part) {
	s := d.sheetOf(title)
	heading := 0 // how many of the last headings of front stand right above the next part
	behind := false
	for i := range s.parts {
		p := &s.parts[i]
		if p == title {
			behind = true
			continue
		}
		if !behind || p.role == semantic.Artifact || p.continued {
			continue
		}
		switch {
		case p.role == semantic.H && d.headsSection(p):
			return front, p
		case p.role == semantic.H:
			front = append(front, p)
			heading++
		case (p.role == semantic.P || p.role == semantic.FENote) && p.count > 0 && (p.count < runningLines || p.bytes < runningBytes):
			heading = 0
		default:
			return front[:len(front)-d.heading(front, heading)], nil
		}
		if len(front) > bylineHeads {
			return nil, nil
		}
	}
	if len(d.sheets) == 1 {
		return nil, nil // a form or flyer: nothing tells titles from labels
	}
	return front, nil
}

// headsSection reports whether heading p heads a section by more than its looks: it is in the outline, has a number, or
// names a part of documents. A date may begin with a number: "4. Februar 2006".
func (d *draft) headsSection(p *part) bool {
	text := d.text(p)
	return p.outlined > 0 || words.NumberOf(text).Depth > 0 && !words.IsDates(text) || words.IsSectionName(text)
}

// heading returns how many of the last n headings of front head the text below them: 1, or 0
// when there are two in one look, which are names or dates.
func (d *draft) heading(front []*part, n int) int {
	if n == 0 || n > 1 && front[len(front)-1].look == front[len(front)-2].look {
		return 0
	}
	return 1
}
