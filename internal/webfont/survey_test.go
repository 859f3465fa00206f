package webfont_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/webfont"
	"github.com/pagelift/pagelift/layout"
)

// TestSurvey makes the fonts of the documents that PAGELIFT_SURVEY names (patterns of
// paths, set apart by colons), has a browser load them, and tells how many it took, how
// large they are, and how long they took to make. It is run by hand.
func TestSurvey(t *testing.T) {
	patterns := os.Getenv("PAGELIFT_SURVEY")
	if patterns == "" {
		t.Skip("PAGELIFT_SURVEY names no documents")
	}
	var surveyed []surveyedFont
	for _, p := range strings.Split(patterns, ":") {
		paths, err := filepath.Glob(p)
		require.NoError(t, err)
		for _, path := range paths {
			surveyed = append(surveyed, surveyDocument(t, path)...)
		}
	}
	var files []fontFile
	for i := range surveyed {
		for k, data := range surveyed[i].woff2 {
			files = append(files, fontFile{fmt.Sprintf("%s %s %s %d", surveyed[i].document, surveyed[i].name, surveyed[i].kind, k), data})
		}
	}
	if dir := os.Getenv("PAGELIFT_SURVEY_OUT"); dir != "" {
		for i := range surveyed {
			surveyed[i].save(t, dir, i)
		}
	}
	refused := loadInBrowser(t, files)
	for _, r := range refused {
		t.Logf("refused: %s", r)
	}
	tell(t, surveyed, len(files), len(refused))
}

// surveyedFont is what became of a font of a document.
type surveyedFont struct {
	document, name, kind string
	embedded             int // bytes of the stream
	uses, placed, shown  int // kinds of uses, and characters shown
	lost                 []string
	plain                int
	woff2                [][]byte
	build, pack          time.Duration
	err                  error
	set                  *webfont.Set
}

// mostPages is how many pages of a document are looked at.
const mostPages = 40

func surveyDocument(t *testing.T, path string) []surveyedFont {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	doc, err := pdf.Open(t.Context(), data, pdf.Options{})
	if err != nil {
		t.Logf("%s: %v", path, err)
		return nil
	}
	usages, order := usagesOf(t, doc)
	var out []surveyedFont
	for _, f := range order {
		if f.Type3 != nil || !f.Embedded {
			continue
		}
		s := surveyedFont{document: filepath.Base(path), name: f.Name}
		s.kind, s.embedded = programOf(doc, f)
		start := time.Now()
		s.set, s.err = webfont.Build(t.Context(), []webfont.Face{{Source: f, Usage: usages[f].usage}})
		s.build = time.Since(start)
		if s.err == nil {
			for _, family := range s.set.Families {
				s.plain += len(family.Bytes())
				start = time.Now()
				s.woff2 = append(s.woff2, family.WOFF2())
				s.pack += time.Since(start)
			}
			for use, n := range usages[f].counts {
				s.uses++
				s.shown += n
				if p, ok := s.set.Place(0, use); ok && !p.Private {
					s.placed += n
				} else {
					s.lost = append(s.lost, fmt.Sprintf("%q x%d private=%v", use.Text, n, p.Private))
				}
			}
			slices.Sort(s.lost)
		}
		out = append(out, s)
	}
	return out
}

// usageCount is a usage and how often each use was shown.
type usageCount struct {
	usage  *webfont.Usage
	counts map[webfont.Use]int
}

// usagesOf is what the pages of doc show of each font.
func usagesOf(t testing.TB, doc *pdf.Document) (map[*font.Font]*usageCount, []*font.Font) {
	reader := content.NewReader(doc)
	usages := make(map[*font.Font]*usageCount)
	var order []*font.Font
	var c layout.Content
	for n := range min(doc.PageCount(), mostPages) {
		require.NoError(t, reader.Page(t.Context(), doc.Page(n+1), &c))
		for i := range c.Runs {
			r := &c.Runs[i]
			f, ok := c.Fonts[r.Font].Handle.(*font.Font)
			if !ok {
				continue
			}
			if usages[f] == nil {
				usages[f] = &usageCount{&webfont.Usage{Space: f.Space}, make(map[webfont.Use]int)}
				order = append(order, f)
			}
			usages[f].add(f, &c, r)
		}
	}
	return usages, order
}

// add counts what a run shows.
func (u *usageCount) add(f *font.Font, c *layout.Content, r *layout.Run) {
	glyphs := c.Glyphs[r.First : r.First+r.Count]
	last := webfont.ID(-1)
	for i, use := range usesOf(f, c, r) {
		u.counts[use]++
		id := u.usage.Show(use)
		if i > 0 && r.Em[0] > 0 && r.Em[1] == 0 {
			gap := (glyphs[i].X - glyphs[i-1].X - glyphs[i-1].Advance - r.CharSpace) / r.Em[0]
			if strings.IndexFunc(use.Text, isArabicOrHebrew) >= 0 {
				u.usage.Follow(id, last, 0)
			} else if gap < spaceGap {
				u.usage.Follow(last, id, gap)
			}
		}
		last = id
	}
}

// spaceGap is the white between two glyphs in ems that is a space nobody wrote.
const spaceGap = .15

// usesOf is what a run shows, glyph by glyph. Lines from right to left are taken to be
// shown from the left.
func usesOf(f *font.Font, c *layout.Content, r *layout.Run) []webfont.Use {
	glyphs := c.Glyphs[r.First : r.First+r.Count]
	text := func(i int) string {
		if i < 0 || i >= len(glyphs) {
			return ""
		}
		if g := glyphs[i]; g.Char < 0 {
			return c.Strings[^g.Char]
		} else if g.Char >= 0xFB50 {
			return norm.NFKC.String(string(g.Char))
		}
		return string(glyphs[i].Char)
	}
	uses := make([]webfont.Use, len(glyphs))
	for i, g := range glyphs {
		own := text(i)
		uses[i] = webfont.Use{Code: g.Code, Width: widthOf(f, g.Code), Text: own, Form: webfont.Joining(text(i+1), own, text(i-1))}
	}
	return uses
}

// widthOf is the advance of a code that was shown.
func widthOf(f *font.Font, code uint32) float32 {
	codes := f.Codes()
	if codes.Bytes > 0 {
		if w, _, ok := codes.At(code); ok {
			return w
		}
	}
	for n := 1; n <= 4; n++ {
		var b []byte
		for k := n - 1; k >= 0; k-- {
			b = append(b, byte(code>>(8*k)))
		}
		if ch, m := f.Next(b); m == n && ch.Code == code {
			return ch.Width
		}
	}
	return 0
}

// programOf is the kind of program a font has, and the size of its stream.
func programOf(doc *pdf.Document, f *font.Font) (kind string, size int) {
	dict := f.Dict
	kind = string(doc.Name(dict.Raw("Subtype")))
	if a := doc.Array(dict.Raw("DescendantFonts")); len(a) > 0 {
		dict = doc.Dict(a[0])
		kind = string(doc.Name(dict.Raw("Subtype")))
	}
	d := doc.Dict(dict.Raw("FontDescriptor"))
	for _, key := range []pdf.Name{"FontFile", "FontFile2", "FontFile3"} {
		if s := doc.Stream(d.Raw(key)); s != nil {
			raw := doc.Int(s.Dict.Raw("Length"), 0)
			return kind + "/" + string(key) + "/" + string(doc.Name(s.Dict.Raw("Subtype"))), raw
		}
	}
	return kind, 0
}

// tell prints the figures of a survey by kind.
func tell(t *testing.T, fonts []surveyedFont, files, refused int) {
	type sum struct {
		fonts, failed, families, uses, shown, placed, embedded, plain, woff2 int
		build, pack                                                          time.Duration
	}
	sums := make(map[string]*sum)
	for _, f := range fonts {
		for _, kind := range []string{f.kind, "~all"} {
			if sums[kind] == nil {
				sums[kind] = &sum{}
			}
			s := sums[kind]
			s.fonts++
			if f.err != nil {
				s.failed++
				continue
			}
			s.families += len(f.woff2)
			s.uses, s.shown, s.placed, s.embedded = s.uses+f.uses, s.shown+f.shown, s.placed+f.placed, s.embedded+f.embedded
			s.plain += f.plain
			for _, w := range f.woff2 {
				s.woff2 += len(w)
			}
			s.build, s.pack = s.build+f.build, s.pack+f.pack
		}
		if f.err != nil && !errors.Is(f.err, webfont.NothingShown) {
			t.Logf("%s %s %s: %v", f.document, f.name, f.kind, f.err)
		}
		if len(f.woff2) > 1 || len(f.lost) > 0 {
			t.Logf("%s %s %s: %d families, of %d not placed: %v", f.document, f.name, f.kind, len(f.woff2), f.uses, f.lost[:min(len(f.lost), 6)])
		}
	}
	for _, kind := range slices.SortedFunc(keys(sums), cmp.Compare[string]) {
		s := sums[kind]
		t.Logf("%-45s fonts %d failed %d families %d uses %d placed %.4f | embedded %d sfnt %d woff2 %d | build %v pack %v",
			kind, s.fonts, s.failed, s.families, s.uses, float64(s.placed)/float64(max(s.shown, 1)), s.embedded, s.plain, s.woff2,
			s.build, s.pack)
	}
	t.Logf("%d files, %d refused", files, refused)
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// save writes the fonts of f as files.
func (f *surveyedFont) save(t *testing.T, dir string, number int) {
	if f.err != nil {
		return
	}
	for k, family := range f.set.Families {
		base := filepath.Join(dir, fmt.Sprintf("%04d-%d", number, k))
		require.NoError(t, os.WriteFile(base+".otf", family.Bytes(), 0o644))
		require.NoError(t, os.WriteFile(base+".woff2", f.woff2[k], 0o644))
	}
}
