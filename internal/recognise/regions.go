package recognise

import (
	"cmp"
	"context"
	"errors"
	"image"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

const (
	// regionWide and regionHigh are the least width and height of an image that may hold text, in points:
	// one line of a few words. Icons, bullets and most buttons are smaller.
	regionWide = 72
	regionHigh = 18
	// regionGap is the greatest gap between the strips and tiles of one picture, in points.
	regionGap = 1
	// regionChars is the least number of recognised characters that counts as text. Engines see fewer in
	// ornaments.
	regionChars = 5
	// textWords is the least number of words of a picture that is nothing but text. A picture with fewer is
	// a logo, a seal or a button.
	textWords = 8
	// textConfidence is the least mean confidence of a picture that is nothing but text. Pasted scans and
	// screenshots of 96 to 150 dpi have .92 to .95. The text of charts has .88 to .96.
	textConfidence = 0.8
	// unreadShare is the largest share of the inked part of a picture of text that is neither word nor
	// rule. Screenshots of text, tables and programs have up to .08, logos .11 to .26, 19 charts .24 to .75.
	unreadShare = 0.1
)

// region is a picture on a page with text: one image, or several that touch.
type region struct {
	box    layout.Rect
	images []int32 // layout.Content.Images
}

// Regions recognises the images of a page that has text of its own. If an image is nothing but text,
// its words are added to the page and the image is marked as covered by them. If an image shows other
// things as well, it stays, and its text becomes layout.Image.Text.
//
// If a region cannot be read, the other regions still are. Regions then returns the first error together
// with what it found. Errors are those of Page.
func (r *Reader) Regions(ctx context.Context, c *layout.Content) (Result, error) {
	var found Result
	var failure error
	list := regions(c)
	if len(list) == 0 {
		return found, nil
	}
	own := ownText(c)
	language, n := r.identify(own.String()), newCalls()
	for i := range list {
		one, err := r.region(ctx, c, &list[i], language, n)
		switch {
		case ctx.Err() != nil:
			return found, ctx.Err()
		case errors.Is(err, ocr.EngineUnavailable) || errors.Is(err, ocr.LanguageUnavailable):
			return found, err
		case err != nil:
			failure = cmp.Or(failure, err)
		default:
			found.add(one)
		}
	}
	return found, failure
}

// regions returns the pictures of the page that may hold text.
func regions(c *layout.Content) []region {
	if len(c.Images) > mostImages {
		return nil // it is a mosaic
	}
	var list []region
	for i := range c.Images {
		m := &c.Images[i]
		box := visible(c, m)
		if box.Empty() || m.Flags&layout.ArtifactRun != 0 || hasTextOn(c, box) {
			continue
		}
		list = join(list, region{box, []int32{int32(i)}})
	}
	kept := list[:0]
	for _, g := range list {
		if g.box.Width() >= regionWide && g.box.Height() >= regionHigh && !g.marked(c, isDescribed) {
			kept = append(kept, g)
		}
	}
	return kept
}

// join adds g to list. Regions that touch g become one with it.
func join(list []region, g region) []region {
	kept := list[:0]
	for _, o := range list {
		if g.box.X0 > o.box.X1+regionGap || g.box.X1 < o.box.X0-regionGap || g.box.Y0 > o.box.Y1+regionGap || g.box.Y1 < o.box.Y0-regionGap {
			kept = append(kept, o)
			continue
		}
		g.box, g.images = g.box.Union(o.box), append(o.images, g.images...)
	}
	return append(kept, g)
}

// hasTextOn reports whether text of the page stands on box. Then the image is the ground of that text, or
// shows words that the page has already.
func hasTextOn(c *layout.Content, box layout.Rect) bool {
	count := 0
	for i := range c.Runs {
		run := &c.Runs[i]
		if !run.Flags.IsContent() {
			continue
		}
		for _, g := range c.Glyphs[run.First : run.First+run.Count] {
			if g.Char != ' ' && box.Contains(layout.Point{X: g.X, Y: g.Y}) {
				if count++; count >= stampText {
					return true
				}
			}
		}
	}
	return false
}

// marked reports whether f is true for a mark around an image of g.
func (g *region) marked(c *layout.Content, f func(*layout.Mark) bool) bool {
	for _, i := range g.images {
		for m, n := c.Images[i].Mark, 0; m >= 0 && int(m) < len(c.Marks) && n < markDepth; m, n = c.Marks[m].Parent, n+1 {
			if f(&c.Marks[m]) {
				return true
			}
		}
	}
	return false
}

// markDepth is the greatest depth of marks around an image. A deeper nesting is an attack.
const markDepth = 64

// isDescribed reports whether the document says in words what an image shows.
func isDescribed(m *layout.Mark) bool { return m.Alt != "" }

// isTagged reports whether an image is part of an element of the structure tree. The element says
// whether the image is a figure or something else.
func isTagged(m *layout.Mark) bool { return m.MCID >= 0 }

// region reads one picture.
func (r *Reader) region(ctx context.Context, c *layout.Content, g *region, language string, n *calls) (Result, error) {
	parts := make([]placed, 0, len(g.images))
	for _, i := range g.images {
		part, ok := r.place(c, &c.Images[i])
		if !ok {
			return Result{}, nil
		}
		parts = append(parts, part)
	}
	p, err := assemble(ctx, parts)
	if p == nil || err != nil || !p.mayHoldText() {
		return Result{}, err
	}
	p.calls = n
	p.prepare()
	page, err := r.recognise(ctx, p, language)
	if err != nil {
		return Result{}, err
	}
	words := r.clean(page, p)
	if err := r.readCells(ctx, p, words, page.Languages); err != nil {
		return Result{}, err
	}
	rules := p.rules
	k := newInk(p.prepared.Image)
	shown := words.findShown(&k, p.prepared, rules)
	words.dropGuesses([]image.Rectangle{p.prepared.Image.Rect})
	found := words.result()
	if found.chars < regionChars {
		return Result{}, nil
	}
	if found.Words < textWords || found.Confidence < textConfidence || shown.share > unreadShare || g.marked(c, isTagged) {
		c.Images[g.images[0]].Text = words.text()
		return found, nil
	}
	words.write(c, p, &k, rules, shown.pictures)
	for _, i := range g.images {
		c.Images[i].Flags |= layout.Covered // the words replace the image
	}
	return found, nil
}

// text returns the words, line by line. It leaves out lines without letters and digits: they are the
// ticks of axes and other strokes.
func (w *words) text() string {
	var lines []string
	for i := range w.lines {
		var b strings.Builder
		for j, word := range w.lines[i].words {
			if j > 0 && !isUnspaced(w.lines[i].words[j-1].text, word.text) {
				b.WriteByte(' ')
			}
			b.WriteString(word.text)
		}
		if strings.ContainsFunc(b.String(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			lines = append(lines, b.String())
		}
	}
	return strings.Join(lines, "\n")
}

// ownText returns the text of the page, as much as is needed to identify its language.
func ownText(c *layout.Content) *strings.Builder {
	b := &strings.Builder{}
	for i := range c.Runs {
		run := &c.Runs[i]
		if !run.Flags.IsContent() {
			continue
		}
		for _, g := range c.Glyphs[run.First : run.First+run.Count] {
			if g.Char < 0 {
				b.WriteString(c.Strings[^g.Char])
			} else {
				b.WriteRune(g.Char)
			}
		}
		b.WriteByte(' ')
		if b.Len() >= enoughText {
			break
		}
	}
	return b
}
