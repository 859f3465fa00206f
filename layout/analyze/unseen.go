package analyze

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// maxUnseenText bounds the text of one Unread, in bytes. Consecutive runs then make passages, and not one
// string of a whole hidden page.
const maxUnseenText = 2000

// invisibleMode is the text rendering mode that paints nothing (ISO 32000-2, table 104).
const invisibleMode = 3

// splitUnseen sets the frame of runs that a reader of the page does not see to -1, and puts their text
// into Page.Unseen: white text on paper, text under a picture, text outside of the clip.
func (s *runStage) splitUnseen(keep bool) {
	s.runs = sized(s.runs, len(s.c.Runs))
	u := unseenWriter{s: &s.contentStage}
	recognised := 0
	for i := range s.c.Runs {
		r := &s.c.Runs[i]
		info := &s.runs[i]
		if i > 0 && looksLike(r, &s.c.Runs[i-1]) {
			*info = s.runs[i-1]
			info.frame, info.recognised = 0, false
		} else {
			*info = runInfo{kin: int32(i), actual: -1}
			info.measure(s.c, r)
			info.tracked = s.trackingOf(i, info)
		}
		if r.Flags&layout.Unseen == 0 {
			info.recognised = r.Origin == layout.FromOCR || r.RenderMode == invisibleMode // the text of a scan
			continue
		}
		if info.recognised = r.Flags&layout.Transcript != 0 || s.isRecognised(r); info.recognised {
			recognised += int(r.Count)
		}
		if keep || info.recognised {
			continue
		}
		u.add(r, info)
	}
	u.flush()
	s.p.Unseen = clip(s.p.Unseen)
	if u.count > 0 {
		s.warn("hidden_text", strconv.Itoa(u.count)+" characters that a reader does not see were left out")
	}
	if recognised > 0 && !keep {
		s.warn("recognised_text", strconv.Itoa(recognised)+" characters were recognised in the image that they lie on")
	}
}

func (s *contentStage) warn(code, detail string) {
	s.p.Warnings = append(s.p.Warnings, layout.Warning{Code: code, Page: s.c.Page, Detail: detail})
}

// isRecognised reports whether a run transcribes what a reader sees: it is not painted but lies on an
// image, and the document calls it content.
func (s *contentStage) isRecognised(r *layout.Run) bool {
	if len(s.c.Images) == 0 || r.Flags&layout.Unseen&^(layout.Invisible|layout.Covered) != 0 || r.Count == 0 || r.RenderMode != invisibleMode {
		return false
	}
	first, _ := clampRange(r.First, r.Count, len(s.c.Glyphs))
	if first == len(s.c.Glyphs) {
		return false
	}
	return s.isTagged(r.Mark) && s.liesOnImage(layout.Point{X: s.c.Glyphs[first].X, Y: s.c.Glyphs[first].Y})
}

// isTagged reports whether a marked-content sequence is content of the structure tree. The innermost
// sequence with an identifier, or the innermost artifact, decides.
func (s *contentStage) isTagged(mark int32) bool {
	for n := 0; mark >= 0 && int(mark) < len(s.c.Marks) && n < markDepth; n++ {
		m := &s.c.Marks[mark]
		if m.MCID >= 0 || m.Artifact {
			return !m.Artifact
		}
		mark = m.Parent
	}
	return false
}

// liesOnImage reports whether a point lies on one of the first images of the page.
func (s *contentStage) liesOnImage(at layout.Point) bool {
	for i := range s.c.Images[:min(len(s.c.Images), lineMarks)] {
		if m := &s.c.Images[i]; m.Flags&layout.Unseen == 0 && m.Box.Contains(at) {
			return true
		}
	}
	return false
}

// unseenWriter gathers consecutive unseen runs of one kind.
type unseenWriter struct {
	s     *contentStage
	text  strings.Builder
	box   layout.Rect
	flags layout.RunFlags
	open  bool
	count int
}

func (u *unseenWriter) add(r *layout.Run, info *runInfo) {
	info.frame = -1
	flags := r.Flags & layout.Unseen
	if u.open && (u.flags != flags || u.text.Len() > maxUnseenText) {
		u.flush()
	}
	if u.open && u.text.Len() > 0 {
		u.text.WriteByte(' ')
	}
	u.open, u.flags = true, flags
	first, end := clampRange(r.First, r.Count, len(u.s.c.Glyphs))
	for _, g := range u.s.c.Glyphs[first:end] {
		u.glyph(&g, info)
	}
}

func (u *unseenWriter) glyph(g *layout.Glyph, info *runInfo) {
	if !near(g.X) || !near(g.Y) {
		return
	}
	u.box = u.box.Union(layout.Rect{X0: g.X, Y0: g.Y - info.ascent, X1: g.X + abs(g.Advance), Y1: g.Y + info.descent})
	if g.Char < 0 {
		t := u.s.text(g.Char)
		u.text.WriteString(t)
		u.count += len([]rune(t))
		return
	}
	switch {
	case chars.IsSpace(g.Char):
		u.text.WriteByte(' ')
	case !chars.IsNothing(g.Char):
		u.text.WriteRune(g.Char)
		u.count++
	}
}

func (u *unseenWriter) flush() {
	if !u.open {
		return
	}
	if t := strings.Join(strings.Fields(u.text.String()), " "); t != "" {
		u.s.p.Unseen = append(u.s.p.Unseen, layout.Unread{Text: t, Box: u.box, Flags: u.flags})
	}
	u.text.Reset()
	u.box, u.open = layout.Rect{}, false
}
