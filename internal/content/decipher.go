package content

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/pagelift/pagelift/internal/decipher"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// readings say what the codes of the silent fonts of a document mean: fonts of which nothing says it. All readings
// are found at once, when the first code of such a font is met. For that, the first pages that show these fonts
// are read. They are always the same pages, whatever page asks.
//
//	codes of a font without names or Unicode     01 02 03   01 02 03 04   05 03 03
//	the reading that makes words of them         t  h  e    t  h  e  n    s  e  e
type readings struct {
	once  sync.Once
	fonts map[pdf.Ref]*font.Reading
}

// readingOf returns the reading of the font at ref, or nil if no reading is convincing.
func (r *Reader) readingOf(ref pdf.Ref) *font.Reading {
	r.readings.once.Do(func() {
		s := survey{
			reader: &Reader{doc: r.doc, loader: font.NewLoader(r.doc), plain: true},
			fonts:  map[pdf.Ref]*font.Font{}, forms: map[pdf.Ref]bool{},
			silent: map[*font.Font]int{},
		}
		s.list()
		s.sample()
		r.readings.fonts = s.solve()
	})
	return r.readings.fonts[ref]
}

// survey looks for the silent fonts of a document and for the text that they show.
type survey struct {
	reader   *Reader // of its own, because it keeps fonts without readings
	fonts    map[pdf.Ref]*font.Font
	forms    map[pdf.Ref]bool // those that were searched
	pages    []surveyedPage   // pages with silent fonts
	silent   map[*font.Font]int
	refs     []pdf.Ref // of silent fonts, in the order in which they were met
	samples  []decipher.Font
	speaking []*font.Font
}

type surveyedPage struct {
	page   *pdf.Page
	silent []*font.Font
}

// list searches the resources of the pages.
func (s *survey) list() {
	doc := s.reader.doc
	for n := 1; n <= min(doc.PageCount(), limits.DecipherListed) && doc.Context().Err() == nil; n++ {
		p := doc.Page(n)
		if p == nil {
			continue
		}
		found := surveyedPage{page: p}
		s.resources(&found, p.Resources, 0)
		if len(found.silent) > 0 {
			s.pages = append(s.pages, found)
		}
	}
}

// surveyDepth is how many levels of nested forms are searched.
const surveyDepth = 3

// resources looks at the fonts of a page or form, and at its forms.
func (s *survey) resources(p *surveyedPage, res pdf.Dict, depth int) {
	doc := s.reader.doc
	for _, o := range doc.Dict(res.Raw("Font")).All() {
		ref, ok := o.(pdf.Ref)
		if !ok {
			continue
		}
		f, known := s.fonts[ref]
		if !known && len(s.fonts) < limits.DecipherFonts {
			f = s.loadFont(ref)
		}
		if _, silent := s.silent[f]; silent && !slices.Contains(p.silent, f) {
			p.silent = append(p.silent, f)
		}
	}
	if depth >= surveyDepth {
		return
	}
	for _, o := range doc.Dict(res.Raw("XObject")).All() {
		ref, ok := o.(pdf.Ref)
		if !ok || s.forms[ref] && depth > 0 {
			continue
		}
		if form := doc.Stream(ref); form != nil && doc.Name(form.Dict.Raw("Subtype")) == "Form" {
			s.forms[ref] = true
			s.resources(p, doc.Dict(form.Dict.Raw("Resources")), depth+1)
		}
	}
}

// loadFont loads a font that was not on an earlier page.
func (s *survey) loadFont(ref pdf.Ref) *font.Font {
	e := s.reader.fontEntry(ref, s.reader.doc.Dict(ref))
	s.fonts[ref] = e.font
	if e.font.Silent() {
		s.silent[e.font] = len(s.samples)
		s.samples = append(s.samples, decipher.Font{Font: e.font})
		s.refs = append(s.refs, ref)
	} else {
		s.speaking = append(s.speaking, e.font)
	}
	return e.font
}

// sample reads the first pages that show silent fonts whose samples are still too small.
func (s *survey) sample() {
	var c layout.Content
	left := limits.DecipherPages
	for i := range s.pages {
		p := &s.pages[i]
		wanted := slices.ContainsFunc(p.silent, func(f *font.Font) bool {
			return len(s.samples[s.silent[f]].Codes) < limits.DecipherText
		})
		if !wanted {
			continue
		}
		if left--; left < 0 || s.reader.Page(s.reader.doc.Context(), p.page, &c) != nil {
			return
		}
		s.addPage(&c)
	}
}

// addPage adds the codes of a page to the samples.
func (s *survey) addPage(c *layout.Content) {
	ends := make(map[int32]layout.Point) // of the last run in each font
	for i := range c.Runs {
		run := &c.Runs[i]
		f, _ := c.Fonts[run.Font].Handle.(*font.Font)
		at, silent := s.silent[f]
		if !silent || run.Count == 0 {
			continue
		}
		sample := &s.samples[at]
		end, met := ends[run.Font]
		for k, g := range c.Glyphs[run.First : run.First+run.Count] {
			if len(sample.Codes) >= limits.DecipherText {
				break
			}
			if (met || k > 0) && newWord(end, layout.Point{X: g.X, Y: g.Y}, run) {
				sample.Codes = append(sample.Codes, decipher.Gap)
			}
			sample.Codes = append(sample.Codes, g.Code)
			end, met = penBehind(&g, run), true
		}
		ends[run.Font] = end
		if i+1 == len(c.Runs) || c.Runs[i+1].Font != run.Font {
			sample.Codes = append(sample.Codes, decipher.Gap)
		}
	}
}

// wordGap is the least distance between glyphs of different words, in ems: half of the narrowest spaces.
const wordGap = 0.12

// penBehind returns the position of the pen behind a glyph.
func penBehind(g *layout.Glyph, run *layout.Run) layout.Point {
	dx, dy := float64(run.Em[0]), float64(run.Em[1])
	if n := math.Hypot(dx, dy); n > 0 {
		dx, dy = dx/n, dy/n
	}
	return layout.Point{X: g.X + g.Advance*float32(dx), Y: g.Y + g.Advance*float32(dy)}
}

// newWord reports whether a glyph stands away from where the pen stood.
func newWord(end, at layout.Point, run *layout.Run) bool {
	return math.Hypot(float64(at.X-end.X), float64(at.Y-end.Y)) > wordGap*float64(run.Size)+math.Abs(float64(run.CharSpace))
}

func (s *survey) solve() map[pdf.Ref]*font.Reading {
	found := map[pdf.Ref]*font.Reading{}
	if s.reader.doc.Context().Err() != nil {
		return found
	}
	for i, reading := range decipher.Solve(s.samples, s.speaking) {
		if reading != nil {
			found[s.refs[i]] = reading
		}
	}
	return found
}

// warnReadings warns which text of the page was inferred from itself.
func (in *interp) warnReadings() {
	var least *font.Reading
	name, count := "", 0
	for index, face := range in.c.Fonts {
		f, _ := face.Handle.(*font.Font)
		if f == nil || f.Reading() == nil {
			continue
		}
		shown := 0
		for i := range in.c.Runs {
			if run := &in.c.Runs[i]; run.Font == int32(index) {
				shown += int(run.Count)
			}
		}
		if count += shown; shown > 0 && (least == nil || f.Reading().Confidence < least.Confidence) {
			least, name = f.Reading(), f.Name
		}
	}
	if least != nil {
		in.b.warn(warnInferred, fmt.Sprintf("%d characters inferred from %s (font %s), confidence %.2f", count, least.From, clean([]byte(name)), least.Confidence))
	}
}
