package recognise

import (
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/ocr"
)

const (
	// layerPart is the least share of the text of a scan that its layer has. The rest are stamps.
	layerPart = 0.9
	// layerGap is the least gap between words in ems. layerDrop is how far below the line before a new line
	// begins, in ems. Programs that write layers leave out spaces.
	layerGap  = 0.15
	layerDrop = 0.5
	// poorWords is the share of common words below which a layer is doubted. Of 767 pages of manuals, papers
	// and reports 32 have less: tables, references, programs and lists of names. Of 13 pages that were
	// printed at 60 dpi and read by a program, 7 have less.
	poorWords = 0.12
	// betterWords is by how much the share of common words of a new reading must exceed that of the layer
	// to replace it. Pages of names, numbers or programs have few common words in any reading, and keep
	// their layer.
	betterWords = 0.08
	// betterConfidence is the least mean confidence of a reading that replaces a layer.
	betterConfidence = 0.8
)

// JudgeLayer decides whether the text layer of a scan is so poor that a new reading should be compared
// with it. It doubts layers in Latin letters only.
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

// exceeds reports whether the new reading of a page is clearly better than the layer.
func (r *Reader) exceeds(page *ocr.Page, c *layout.Content) bool {
	if page.Confidence() < betterConfidence {
		return false
	}
	text := textOf(page)
	is, ok := r.common(text)
	if !ok { // the new reading is in another script than the layer
		return r.identify(text) != ""
	}
	was, _ := r.common(layerOf(c).text(c))
	return is >= was+betterWords
}

// layer is the text that is painted below the images of a scan, or above them without ink.
type layer struct {
	runs []int32 // layout.Content.Runs
}

// layerOf returns the layer of the page, or nil when the page is no scan or has other text.
func layerOf(c *layout.Content) *layer {
	if coverage(c) < pictureShare {
		return nil
	}
	l, all, part := &layer{}, 0, 0
	under := true // before the images in the order of painting
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

// lastImage returns the position in paint order of the last image that covers a scan, or -1 when there
// is none.
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

// text returns the text of l, up to enoughText bytes.
func (l *layer) text(c *layout.Content) string {
	var b strings.Builder
	var pen layout.Point // the end of the glyph before
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

// drop removes the layer from the page. What was recognised replaces it.
func (l *layer) drop(c *layout.Content) {
	gone := make(map[int32]bool, len(l.runs))
	for _, i := range l.runs {
		gone[i] = true
	}
	dropRuns(c, func(i int32) bool { return gone[i] })
}
