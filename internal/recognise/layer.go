package recognise

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

const (
	// layerPart is how much of the text of a page is in a layer when the page is a scan
	// with one: the rest are stamps.
	layerPart = 0.9
	// layerGap is the gap in ems that parts words, and layerDrop how far below the line
	// before a line begins: programs that write layers leave spaces out.
	layerGap  = 0.15
	layerDrop = 0.5
	// poorWords is the share of common words below which a layer is doubted. Of 767 pages
	// of manuals, papers and reports 32 have less: tables, references, programs and lists
	// of names. Of 13 of them printed at 60 dpi and read by a program 7 have.
	poorWords = 0.12
	// betterWords is by how much recognition has to exceed that share to replace the
	// layer. Pages of names, numbers or programs have few common words however they are
	// read, and stay as they are.
	betterWords = 0.08
	// betterConfidence is its least mean confidence.
	betterConfidence = 0.8
)

// JudgeLayer looks at the text that a program recognised before, on a page that is a
// scan with such a layer: whether it is worth a comparison. Only what is written in
// Latin letters is doubted.
func (r *Reader) JudgeLayer(c *layout.Content) Verdict {
	l := layerOf(c)
	if l == nil {
		return Verdict{}
	}
	if share, ok := r.common(l.text(c)); !ok || share >= poorWords {
		return Verdict{}
	}
	return Verdict{Reason: "its text layer was worse", Layer: true}
}

// exceeds reports whether a page as recognised is clearly better than its layer.
func (r *Reader) exceeds(page *ocr.Page, c *layout.Content) bool {
	if page.Confidence() < betterConfidence {
		return false
	}
	text := textOf(page)
	is, ok := r.common(text)
	if !ok { // in other letters than the layer
		return r.identify(text) != ""
	}
	was, _ := r.common(layerOf(c).text(c))
	return is >= was+betterWords
}

// layer is the text that stands behind the images of a scan, or on them unpainted.
type layer struct {
	runs []int32 // layout.Content.Runs
}

// layerOf is the layer of the page; nil when it is no scan, or has other text.
func layerOf(c *layout.Content) *layer {
	if coverage(c) < pictureShare {
		return nil
	}
	l, all, part := &layer{}, 0, 0
	under := true // images come behind
	last := lastImage(c)
	for i, item := range c.Items {
		if under = under && i <= last; item.Kind != layout.KindRun {
			continue
		}
		run := &c.Runs[item.Index]
		if !run.Flags.IsContent() || run.Origin != layout.FromPDF {
			continue
		}
		all += int(run.Count)
		if under || run.Flags&layout.Transcript != 0 || run.RenderMode == invisibleMode {
			part += int(run.Count)
			l.runs = append(l.runs, item.Index)
		}
	}
	if all == 0 || float64(part) < layerPart*float64(all) {
		return nil
	}
	return l
}

// invisibleMode is the text rendering mode that paints nothing (ISO 32000-2, table 104).
const invisibleMode = 3

// lastImage is the place in paint order of the last image that is a scan; -1: none.
func lastImage(c *layout.Content) int {
	for i := len(c.Items) - 1; i >= 0; i-- {
		if item := c.Items[i]; item.Kind == layout.KindImage {
			if b := visible(c, &c.Images[item.Index]); b.Width()*b.Height() >= pictureShare*c.Width*c.Height {
				return i
			}
		}
	}
	return -1
}

// text is what l says, as far as it is needed to judge it.
func (l *layer) text(c *layout.Content) string {
	var b strings.Builder
	var pen layout.Point // where the glyph before ended
	for _, i := range l.runs {
		run := &c.Runs[i]
		if b.Len() >= enoughText {
			break
		}
		em := max(abs(run.Em[0]), abs(run.Em[1]))
		for _, g := range c.Glyphs[run.First : run.First+run.Count] {
			if abs(g.X-pen.X) > layerGap*em || abs(g.Y-pen.Y) > layerDrop*em {
				b.WriteByte(' ')
			}
			if g.Char < 0 {
				b.WriteString(c.Strings[^g.Char])
			} else {
				b.WriteRune(g.Char)
			}
			pen = layout.Point{X: g.X + g.Advance, Y: g.Y}
		}
	}
	return b.String()
}

// drop takes the layer away: what was recognised stands for it.
func (l *layer) drop(c *layout.Content) {
	gone := make(map[int32]bool, len(l.runs))
	for _, i := range l.runs {
		gone[i] = true
	}
	dropRuns(c, func(i int32) bool { return gone[i] })
}
