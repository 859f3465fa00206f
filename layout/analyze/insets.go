package analyze

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
	"github.com/pagelift/pagelift/layout/analyze/internal/form"
)

// An inset is a picture in a line of text: an icon, a sign or a small formula that somebody pasted in. A
// PictureSign as wide as the picture stands for it among the glyphs, as a FieldSign does for a control. So
// the picture keeps its place between the words:
//
//	Press  [icon]  to print.        the sign stands between "Press" and "to"

// insetFinder finds the pictures that stand in lines.
type insetFinder struct {
	found []inset
	signs []int32 // rasters, as their signs are written
	lined []bool  // by Content.Images: it has a sign
	gone  []bool  // by raster: it is the bullet of a line, or a text stands for it
}

// inset is a picture that may stand in a line.
type inset struct {
	raster        int32 // shapeStage.rasters
	box           layout.Rect
	before, after insetText
	covers        bool // text stands on it
	bullet        bool // it stands before a line, as others like it stand before other lines
}

// insetText is the text beside an inset, on one side.
type insetText struct {
	run  int32 // -1: there is none
	gap  float32
	y    float32 // baseline
	size float32
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// A picture in a line of text is at most insetMost points high, and at most insetShape times as wide
	// as high. A picture with a side under insetLeast points, or under insetSamples samples, is a rule or
	// a colour. In a line a picture is at most insetHigh ems of the text beside it high, as a fraction is,
	// and stands within insetReach ems of that text, as words of justified lines do. One lower than
	// insetLow ems is a dot, unless it touches the text within insetTouch, as a letter that is a picture
	// does. insetsMost is how many insets a page has; insetWork bounds the pairs of a picture and a glyph
	// that are looked at.
	insetMost    = 72
	insetShape   = 25
	insetLeast   = 2
	insetSamples = 3
	insetHigh    = 2
	insetReach   = 1
	insetLow     = 0.6
	insetTouch   = 0.2
	insetsMost   = limits.PageInsets
	insetWork    = 1 << 24
	// A picture that is a bullet is at most one em and at least bulletLeast high, and has no text before
	// it within bulletAlone ems. A page with more than smallDrawingsMost shapes of that size is a map.
	bulletLeast       = 0.1
	bulletAlone       = 3
	smallDrawingsMost = limits.SmallDrawings
)

// placeInsets puts a PictureSign among the runs of the page for each picture in a line of text. It notes
// the pictures that stand before lines as bullets do.
func (s *shapeStage) placeInsets() {
	f := &s.insets
	f.found, f.signs = f.found[:0], f.signs[:0]
	f.gone = sized(f.gone, len(s.rasters))
	clear(f.gone)
	f.lined = sized(f.lined, len(s.c.Images))
	clear(f.lined)
	for i := range s.rasters {
		if s.mayBeInset(&s.rasters[i]) && len(f.found) < insetsMost {
			f.found = append(f.found, inset{raster: int32(i), box: s.rasters[i].Box, before: insetText{run: -1}, after: insetText{run: -1}})
		}
	}
	if len(f.found) == 0 {
		return
	}
	slices.SortStableFunc(f.found, func(a, b inset) int { return compare(a.box.X0, b.box.X0) })
	s.readBeside()
	s.pictureBullets()
	f.found = slices.DeleteFunc(f.found, func(n inset) bool {
		return n.covers || n.bullet || s.rasters[n.raster].Vector && int(n.raster) < s.words.first
	})
	f.shareText()
	for i := range f.found {
		if t := s.lineOf(&f.found[i]); t != nil {
			s.standInset(&f.found[i], t)
		}
	}
}

// mayBeInset reports whether a picture is small enough for a line, and more than a run of
// colours or a part of a drawing.
func (s *shapeStage) mayBeInset(f *layout.Figure) bool {
	w, h := f.Box.Width(), f.Box.Height()
	if h > insetMost || w > insetShape*h || min(w, h) < insetLeast || f.Mark >= 0 && s.isArtifact(f.Mark) {
		return false
	}
	if len(f.Parts) == 1 && min(f.Parts[0].Width, f.Parts[0].Height) < insetSamples {
		return false
	}
	for i := range s.drawings.found {
		if d := &s.drawings.found[i]; d.bent >= panelBent && mostlyIn(f.Box, d.box) {
			return false // a mark of a chart
		}
	}
	return true
}

// isIgnored reports whether a drawing is an artifact that is not output (ISO 32000-2, 14.8.2.2). In a document without a
// structure tree a mark that names no kind of artifact, or the layout, says nothing: layout programs set it on each
// drawing that has no tag, charts among them.
func (s *contentStage) isIgnored(flags layout.RunFlags, mark int32) bool {
	if flags&layout.ArtifactRun == 0 || !s.untagged {
		return flags&layout.ArtifactRun != 0
	}
	m := s.artifactOf(mark)
	return m != nil && m.Subtype != "" && m.Subtype != "Layout"
}

// isArtifact reports whether mark or one around it is an artifact.
func (s *contentStage) isArtifact(mark int32) bool { return s.artifactOf(mark) != nil }

// artifactOf returns the artifact that mark is, or that is around it; nil: there is none.
func (s *contentStage) artifactOf(mark int32) *layout.Mark {
	for n := 0; mark >= 0 && int(mark) < len(s.c.Marks) && n < markDepth; n++ {
		m := &s.c.Marks[mark]
		if m.Artifact {
			return m
		}
		mark = m.Parent
	}
	return nil
}

// readBeside finds the text on both sides of each picture, and the pictures that text stands on.
func (s *shapeStage) readBeside() {
	work := 0
	for i := range s.c.Runs {
		r := &s.c.Runs[i]
		if r.Flags&layout.Unseen != 0 || !form.IsLevel(r) || r.Em[3] == 0 {
			continue
		}
		first, end := clampRange(r.First, r.Count, len(s.c.Glyphs))
		if work += (end - first) * len(s.insets.found); work > insetWork {
			return
		}
		size := abs(r.Em[3])
		for k := range s.c.Glyphs[first:end] {
			g := &s.c.Glyphs[first+k]
			if s.isBlank(g.Char) || !near(g.X) || !near(g.Y) || !near(g.Advance) {
				continue
			}
			for n := range s.insets.found {
				s.insets.found[n].noteGlyph(int32(i), min(g.X, g.X+g.Advance), max(g.X, g.X+g.Advance), g.Y, size)
			}
		}
	}
}

// isBlank reports whether char has no ink: it is a space, or a glyph without known text, as fonts made of
// pictures have.
func (s *contentStage) isBlank(char rune) bool {
	if char < 0 {
		return blank(s.text(char))
	}
	return chars.IsSpace(char) || chars.IsNothing(char)
}

// noteGlyph notes a glyph from x0 to x1: it stands before the picture, behind it or on it.
func (n *inset) noteGlyph(run int32, x0, x1, y, size float32) {
	middle := y - textMiddle*size
	if middle < n.box.Y0 || middle > n.box.Y1 {
		return
	}
	at := &n.after
	gap := x0 - n.box.X1
	switch x := (x0 + x1) / 2; {
	case x > n.box.X0 && x < n.box.X1:
		n.covers = true
		return
	case x < n.box.X0:
		at, gap = &n.before, n.box.X0-x1
	}
	if at.run < 0 || gap < at.gap {
		*at = insetText{run: run, gap: gap, y: y, size: size}
	}
}

// pictureBullets finds the pictures and small drawings that are bullets, and notes them as dots. Bullets
// stand before several lines alike, with nothing before them, and all look the same. Pictures in one
// column that differ say something.
func (s *shapeStage) pictureBullets() {
	f := &s.insets
	var rows []int // indexes into found, which is sorted by left edges
	for i := range f.found {
		n := &f.found[i]
		t := &n.after
		if n.covers || t.run < 0 || s.rasters[n.raster].Alt != "" || n.box.Height() > t.size || n.box.Height() < bulletLeast*t.size ||
			t.gap < dotNear*t.size || t.gap > dotFar*t.size || n.before.run >= 0 && n.before.gap < bulletAlone*t.size || s.isWalled(n, t) {
			continue
		}
		rows = append(rows, i)
	}
	for len(rows) > 0 {
		first, same := &f.found[rows[0]], true
		end := 1
		for end < len(rows) && f.found[rows[end]].box.X0-first.box.X0 <= sameSide {
			same = same && s.looksAlike(f.found[rows[end]].raster, first.raster)
			end++
		}
		if same && end > 1 {
			for _, i := range rows[:end] {
				s.dots = append(s.dots, dot{box: f.found[i].box, path: -1, raster: f.found[i].raster})
				f.found[i].bullet = true
				if k := int(f.found[i].raster) - s.words.first; k >= 0 {
					s.words.found[k].bullet = true
				}
			}
		}
		rows = rows[end:]
	}
}

// looksAlike reports whether two pictures are the same image, or drawings of one size and
// kind.
func (s *shapeStage) looksAlike(i, k int32) bool {
	a, b := &s.rasters[i], &s.rasters[k]
	if a.Vector || b.Vector {
		w, h := abs(a.Box.Width()-b.Box.Width()), abs(a.Box.Height()-b.Box.Height())
		return a.Vector && b.Vector && a.Bent == b.Bent && max(w, h) <= dotApart
	}
	return a.Object == b.Object && a.Parts[0].Width == b.Parts[0].Width && a.Parts[0].Height == b.Parts[0].Height
}

// isWalled reports whether an upright rule stands between a picture and the text t beside it, which is
// then in another cell.
func (s *contentStage) isWalled(n *inset, t *insetText) bool {
	y, x0, x1 := n.box.Center().Y, n.box.X1, n.box.X1+t.gap
	if t == &n.before {
		x0, x1 = n.box.X0-t.gap, n.box.X0
	}
	return slices.ContainsFunc(s.p.Rulings, func(r layout.Ruling) bool {
		x := r.Box.Center().X
		return r.Vertical && x > x0-rulingThick && x < x1+rulingThick && r.Box.Y0 < y && r.Box.Y1 > y
	})
}

// shareText gives pictures side by side the text beside the first or last of them.
func (f *insetFinder) shareText() {
	for i := 1; i < len(f.found); i++ {
		f.found[i].before.inherit(&f.found[i], &f.found[i-1], f.found[i-1].before)
	}
	for i := len(f.found) - 2; i >= 0; i-- {
		f.found[i].after.inherit(&f.found[i], &f.found[i+1], f.found[i+1].after)
	}
}

// inherit makes t, the text beside picture o, the text beside its neighbour n, unless other text is nearer.
func (at *insetText) inherit(n, o *inset, t insetText) {
	gap := max(n.box.X0-o.box.X1, o.box.X0-n.box.X1)
	if t.run < 0 || gap < -t.size/2 || at.run >= 0 && at.gap <= gap || t.gap > insetReach*t.size {
		return
	}
	if middle := t.y - textMiddle*t.size; middle > n.box.Y0 && middle < n.box.Y1 {
		*at = insetText{run: t.run, gap: gap, y: t.y, size: t.size}
	}
}

// lineOf returns the text in whose line a picture stands; nil: it stands by itself.
func (s *shapeStage) lineOf(n *inset) *insetText {
	var best *insetText
	for _, t := range [...]*insetText{&n.before, &n.after} {
		if t.run < 0 || t.gap > insetReach*t.size || n.box.Height() > insetHigh*t.size || !s.isOneContent(n, t) || s.isWalled(n, t) {
			continue
		}
		if best == nil || t.gap/t.size < best.gap/best.size {
			best = t
		}
	}
	if best == nil || n.box.Height() >= insetLow*best.size || best.gap <= insetTouch*best.size {
		return best
	}
	return nil // a dot
}

// isOneContent reports whether a picture and the text beside it belong to the same content of the
// structure tree, or to none. If not, the tree gives the place of the picture.
func (s *shapeStage) isOneContent(n *inset, t *insetText) bool {
	return s.untagged || s.contentMark(s.rasters[n.raster].Mark) == s.contentMark(s.c.Runs[t.run].Mark)
}

// standInset puts the sign of a picture on the baseline of the text beside it.
func (s *shapeStage) standInset(n *inset, t *insetText) {
	s.ownRuns()
	r := s.own.Runs[t.run]
	if mark := s.rasters[n.raster].Mark; mark >= 0 {
		r.Mark = mark
	}
	r.First, r.Count = int32(len(s.own.Glyphs)), 1
	r.Clip, r.Origin, r.CharSpace, r.WordSpace, r.Confidence = -1, layout.FromPicture, 0, 0, 0
	g := layout.Glyph{X: n.box.X0, Y: t.y, Advance: n.box.Width(), Char: layout.PictureSign, Code: uint32(n.raster)}
	s.own.Runs, s.own.Glyphs = append(s.own.Runs, r), append(s.own.Glyphs, g)
	s.rasters[n.raster].Inset = &layout.Inset{At: -1, Size: t.size, Baseline: t.y}
	for _, i := range s.rasters[n.raster].Images {
		s.insets.lined[i] = true
	}
}

// ownRuns gives the page its own copy of runs and glyphs, to which signs can be added.
func (s *contentStage) ownRuns() {
	if s.c == &s.own {
		return
	}
	runs, glyphs := append(s.own.Runs[:0], s.c.Runs...), append(s.own.Glyphs[:0], s.c.Glyphs...)
	s.own = *s.c
	s.own.Runs, s.own.Glyphs = runs, glyphs
	s.c = &s.own
}

// noteInset notes that the PictureSign g is written.
func (s *shapeStage) noteInset(g *glyph) {
	s.insets.signs = append(s.insets.signs, int32(s.c.Glyphs[s.c.Runs[g.run].First].Code))
}

// settleInsets gives pictures their places in the text if their signs were written. It leaves out bullets of
// lines, and pictures that the document has a text for. It returns drawn words without a place in the text
// separately, for looseWords.
func (s *runStage) settleInsets() (kept, loose []layout.Figure) {
	if len(s.rasters) == 0 {
		return nil, nil
	}
	at, text := 0, s.p.Text
	for _, i := range s.insets.signs {
		at += strings.IndexRune(text[at:], layout.PictureSign)
		s.rasters[i].Inset.At = int32(at)
		at += utf8.RuneLen(layout.PictureSign)
	}
	for i := range s.c.Runs {
		if r := &s.c.Runs[i]; r.Origin == layout.FromPicture && s.runs[i].actual >= 0 {
			s.insets.gone[s.c.Glyphs[r.First].Code] = true
		}
	}
	kept = s.rasters[:0]
	for i := range s.rasters {
		f := s.rasters[i]
		if f.Inset != nil && f.Inset.At < 0 {
			f.Inset = nil // its line is not seen
		}
		switch {
		case s.insets.gone[i]:
		case !f.Vector || i >= s.words.first && f.Inset != nil:
			kept = append(kept, f)
		case i >= s.words.first && !s.words.found[i-s.words.first].bullet:
			loose = append(loose, f)
		}
	}
	return kept, loose
}
