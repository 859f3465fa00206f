package infer

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// aside looks for text that stands beside the running text, and takes it out of the flow:
//
//	+----------------------------+
//	| Foxes in town              |    a box, drawn or painted, that holds sentences; a page
//	| They come at night and eat |    with more than asideBoxes of them is a form, and
//	| what is left.              |    slides are made of boxes
//	+----------------------------+
//
//	Warning                           a label in bold type, and what is set in under it
//	    The lid becomes hot.
//
//	The fox is a small      Vulpes    a note in the margin; white space parts it from the
//	animal that lives in    vulpes    text
//	the wood and eats
//
//	The fox is a small animal that
//	lives in  THEY COME   and eats    a pull quote, in a hole of the text
//	what it   AT NIGHT    finds at
//	night, in gardens and in parks
//
// A box is no aside if it holds half of the page, the title, or part of a list that goes on
// outside.
func aside(ctx context.Context, d *draft) error {
	return d.eachSheet(ctx, func(s *sheet) {
		if s.Width > s.Height {
			return // slides are made of boxes
		}
		f := asideFinder{d: d, sheet: s}
		f.boxes()
		f.labelled()
		f.margins()
		f.quotes()
	})
}

// asideFinder looks for the asides of a page.
type asideFinder struct {
	d     *draft
	sheet *sheet
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	asideWeight = 0.6
	// asideBytes is the shortest sentence that makes the text of a box more than labels
	// and values.
	asideBytes = 40
	// asideShare is the largest share of a page's text in one box, and
	// asideBoxes the most boxes of a page that is no form.
	asideShare = 0.5
	// asideSlack is how far in points the sides of two boxes may differ that are one box.
	asideSlack = 4
	asideBoxes = 4
)

// boxes claims the boxes of the page, unless it has many: then it is a form or a
// board of boxes, without a text that they could stand beside.
func (f *asideFinder) boxes() {
	parts := f.sheet.parts
	var found []asideRun
	boxes := 0
	for i := 0; i < len(parts); {
		panel := f.panel(i)
		end := i + 1
		for last := panel; end < len(parts); end++ {
			if !parts[end].stands() || f.isLoosePicture(end) {
				continue // such a picture is the drawing of the box
			}
			next := f.panel(end)
			if !goesOnIn(last, next) {
				break
			}
			last = next
		}
		if !panel.Empty() {
			for !parts[end-1].stands() || f.isLoosePicture(end-1) {
				end--
			}
			if boxes++; boxes > asideBoxes {
				return
			}
			if f.isAside(i, end) {
				found = append(found, asideRun{i, end})
			}
		}
		i = end
	}
	for _, r := range found {
		f.claim(r, "in a box of its own")
	}
}

// asideRun is the range of the parts of an aside.
type asideRun struct{ first, end int }

// stands reports whether p is content that is read where it stands: no furniture, no
// caption, and no continuation of another part.
func (p *part) stands() bool {
	return p.role != semantic.Artifact && p.role != semantic.Caption && !p.continued
}

// panel returns the box that is drawn around part i, or an empty one.
func (f *asideFinder) panel(i int) layout.Rect {
	p := &f.sheet.parts[i]
	if !p.stands() || p.role == semantic.FENote || p.role == semantic.Table {
		return layout.Rect{}
	}
	return f.sheet.Blocks[p.block].Panel
}

// isLoosePicture reports whether part i is a picture in no box.
func (f *asideFinder) isLoosePicture(i int) bool {
	p := &f.sheet.parts[i]
	return p.role == semantic.Figure && f.sheet.Blocks[p.block].Panel.Empty()
}

// goesOnIn reports whether a and b are the same box, or b stands close under a and is as wide. A
// box may be painted in pieces: a bar for its label, and one for each paragraph.
func goesOnIn(a, b layout.Rect) bool {
	return a == b || !a.Empty() && !b.Empty() && abs(a.X0-b.X0) <= asideSlack && abs(a.X1-b.X1) <= asideSlack &&
		b.Y1 > a.Y1 && b.Y0-a.Y1 <= asideSlack
}

// isAside reports whether the parts of a box are a text of their own: they have sentences, less
// text than stands outside, and no part of a list that goes on outside.
func (f *asideFinder) isAside(first, end int) bool {
	s := f.sheet
	inside, all, sentences := int32(0), int32(0), false
	for i := range s.parts {
		p := &s.parts[i]
		if !p.flows() {
			continue
		}
		all += p.bytes
		if i < first || i >= end {
			continue
		}
		inside += p.bytes
		if p.role == semantic.Title || !words.SeveralLetters(f.d.text(p)) || p.role == semantic.TOCI || p.next != nil && p.next.sheet != p.sheet {
			return false
		}
		sentences = sentences || f.isSentence(p)
	}
	head := &s.parts[first]
	named := head.count > 0 && head.count <= 2 && words.IsSectionName(f.d.text(head))
	return sentences && !named && inside <= int32(asideShare*float32(all)) && f.keepsLists(first, end)
}

// isSentence reports whether p is a list item or a sentence, not a label or a value.
func (f *asideFinder) isSentence(p *part) bool {
	return p.role == semantic.LI || p.role == semantic.P && p.bytes >= asideBytes && !p.look.mono && endsSentence(f.sheet.text(p.last()))
}

// keepsLists reports whether no list goes on from outside into the parts, nor out of
// them.
func (f *asideFinder) keepsLists(first, end int) bool {
	for i := first; i < min(end+1, len(f.sheet.parts)); i++ {
		p := &f.sheet.parts[i]
		if (i == first || i == end) && p.item > 0 && p.role != semantic.P {
			if it := &f.d.items[p.item-1]; !it.opens || it.depth > 0 {
				return false
			}
		}
	}
	return true
}

// labelled claims remarks that are set in under their label, which stands alone in
// bold type: "Note", "Warning".
func (f *asideFinder) labelled() {
	s := f.sheet
	for i := range s.parts {
		label := &s.parts[i]
		if label.aside > 0 || !f.isLabel(label) {
			continue
		}
		end := i + 1
		for end < len(s.parts) && end-i <= lookAhead && f.isUnder(label, &s.parts[end]) {
			end++
		}
		if end > i+1 && f.keepsLists(i, end) {
			f.claim(asideRun{i, end}, fmt.Sprintf("set in under the label %q", s.text(label.first)))
		}
	}
}

// isLabel reports whether p names the kind of remark that follows.
func (f *asideFinder) isLabel(p *part) bool {
	return p.role == semantic.P && p.count == 1 && p.look.bold && p.item == 0 && words.IsAdmonition(f.sheet.text(p.first))
}

// isUnder reports whether p is text that is set in under label.
func (f *asideFinder) isUnder(label, p *part) bool {
	s := f.sheet
	return (p.role == semantic.P || p.role == semantic.LI || p.role == semantic.Code) && p.count > 0 && p.aside == 0 && !p.continued &&
		s.Blocks[p.block].Column == s.Blocks[label.block].Column && p.box.Y0 > label.box.Y0 &&
		p.box.X0-label.box.X0 >= descriptionIndent*label.look.size()
}

// margins claims the notes in the margin. White space parts one from the next.
func (f *asideFinder) margins() {
	parts := f.sheet.parts
	for i := 0; i < len(parts); {
		end := i + 1
		if !f.inMargin(&parts[i]) {
			i = end
			continue
		}
		for end < len(parts) && f.inMargin(&parts[end]) && parts[end].box.Y0-parts[end-1].box.Y1 <= parts[end].look.size() {
			end++
		}
		if f.keepsLists(i, end) {
			f.claim(asideRun{i, end}, "a note in the margin")
		}
		i = end
	}
}

// quotes claims the pull quotes.
func (f *asideFinder) quotes() {
	for i := range f.sheet.parts {
		if p := &f.sheet.parts[i]; f.sheet.Blocks[p.block].PullQuote && p.aside == 0 && p.stands() && p.flows() && f.keepsLists(i, i+1) {
			f.claim(asideRun{i, i + 1}, "a pull quote")
		}
	}
}

func (f *asideFinder) inMargin(p *part) bool {
	return f.sheet.Blocks[p.block].Margin && p.aside == 0 && p.stands() && p.flows() && p.role != semantic.FENote
}

// claim makes an aside of the parts.
func (f *asideFinder) claim(r asideRun, reason string) {
	d := f.d
	d.asides++
	for i := r.first; i < r.end; i++ {
		p := &f.sheet.parts[i]
		p.aside = d.asides
		d.support(p, because("aside", asideWeight, reason))
	}
}
