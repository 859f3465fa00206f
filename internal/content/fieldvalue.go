package content

import (
	"strings"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// Text in an appearance that stands apart, in ems: a space is at least this wide, and another line at least this
// far from the one before.
const (
	valueSpace = 0.2
	valueLine  = 0.5
)

// shownValue sets the value of the last control to the text of its appearance, if one can write in the control and
// it has no value. Programs that print forms write the text only there. Nothing else of the appearance is kept.
//
//	widget without V          appearance             value
//	[                ]        (Jane  ) Tj (Doe) Tj   Jane Doe
func (in *interp) shownValue(a *pdf.Annotation, sc *scope, base *matrix) {
	f := &in.c.Fields[len(in.c.Fields)-1]
	if f.Kind != layout.TextField && f.Kind != layout.ComboBox || len(f.Values) > 0 || f.Flags&layout.Password != 0 {
		return
	}
	c := in.c
	items, runs, glyphs, clips := len(c.Items), len(c.Runs), len(c.Glyphs), len(in.textClips)
	paths, segments, images, shadings := len(c.Paths), len(c.Segments), len(c.Images), len(c.Shadings)
	in.appearance(a, sc, base)
	if text := in.textFrom(runs, f.Flags&layout.Comb != 0); text != "" {
		f.Values = []string{text}
		for i := range f.Options {
			f.Options[i].Chosen = f.Options[i].Display == text
		}
	}
	c.Items, c.Runs, c.Glyphs, in.textClips, in.boxes = c.Items[:items], c.Runs[:runs], c.Glyphs[:glyphs], in.textClips[:clips], in.boxes[:runs]
	c.Paths, c.Segments, c.Images, c.Shadings = c.Paths[:paths], c.Segments[:segments], c.Images[:images], c.Shadings[:shadings]
}

// textFrom returns the text of the runs from first on, line by line. In a comb, where each character has a place
// of its own, the text has no spaces.
func (in *interp) textFrom(first int, comb bool) string {
	var b strings.Builder
	c, end, y := in.c, float32(0), float32(0)
	for i := first; i < len(c.Runs); i++ {
		r := &c.Runs[i]
		if r.Flags&layout.Unseen != 0 {
			continue
		}
		for _, g := range c.Glyphs[r.First : r.First+r.Count] {
			switch gap := g.X - end; {
			case b.Len() == 0:
			case max(g.Y-y, y-g.Y) > valueLine*r.Size:
				b.WriteByte('\n')
			case !comb && gap > valueSpace*r.Size:
				b.WriteByte(' ')
			}
			if g.Char < 0 {
				b.WriteString(c.Strings[^g.Char])
			} else {
				b.WriteRune(g.Char)
			}
			end, y = g.X+g.Advance, g.Y
		}
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
