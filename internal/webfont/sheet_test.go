package webfont_test

import (
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/content"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/webfont"
	"github.com/pagelift/pagelift/layout"
)

// TestSheet writes the text of a page as a page for browsers, in the fonts made of those
// of the document, to be laid beside a picture of the page: PAGELIFT_SHEET is the path of
// a document and PAGELIFT_SHEET_PAGE the number of the page. It is run by hand.
func TestSheet(t *testing.T) {
	path, out := os.Getenv("PAGELIFT_SHEET"), os.Getenv("PAGELIFT_SHEET_OUT")
	if path == "" || out == "" {
		t.Skip("PAGELIFT_SHEET and PAGELIFT_SHEET_OUT name no files")
	}
	number := 1
	_, _ = fmt.Sscan(os.Getenv("PAGELIFT_SHEET_PAGE"), &number)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	doc, err := pdf.Open(t.Context(), data, pdf.Options{})
	require.NoError(t, err)
	usages, order := usagesOf(t, doc)
	s := sheet{sets: make(map[*font.Font]*webfont.Set), names: make(map[*font.Font]int)}
	for i, f := range order {
		set, err := webfont.Build(t.Context(), []webfont.Face{{Source: f, Usage: usages[f].usage}})
		if err != nil {
			t.Logf("%s: %v", f.Name, err)
			continue
		}
		s.sets[f], s.names[f] = set, i
		for k, family := range set.Families {
			fmt.Fprintf(&s.style, "@font-face{font-family:f%d-%d;src:url(data:font/woff2;base64,%s)}\n", i, k,
				base64.StdEncoding.EncodeToString(family.WOFF2()))
		}
	}
	var c layout.Content
	require.NoError(t, content.NewReader(doc).Page(t.Context(), doc.Page(number), &c))
	for i := range c.Runs {
		// The fonts of this reader are others, with the same dictionaries.
		if f, ok := c.Fonts[c.Runs[i].Font].Handle.(*font.Font); ok {
			for _, own := range order {
				if own.Name == f.Name && s.sets[own] != nil && sameDict(own, f) {
					s.run(own, f, &c, &c.Runs[i])
					break
				}
			}
		}
	}
	t.Logf("%d pieces, %d glyphs without a place", s.pieces, s.lost)
	page := fmt.Sprintf("<!DOCTYPE html><meta charset=utf-8><style>%sbody{margin:0;width:%.2fpx;height:%.2fpx;position:relative;overflow:hidden}"+
		"span{position:absolute;white-space:pre;font-kerning:normal;text-rendering:geometricPrecision}</style>%s",
		s.style.String(), c.Width, c.Height, s.body.String())
	require.NoError(t, os.WriteFile(out, []byte(page), 0o600))
}

func isArabicOrHebrew(r rune) bool { return r >= 0x590 && r < 0x700 }

func sameDict(a, b *font.Font) bool { return fmt.Sprint(a.Dict) == fmt.Sprint(b.Dict) }

// sheet is a page in the making.
type sheet struct {
	sets         map[*font.Font]*webfont.Set
	names        map[*font.Font]int
	style, body  strings.Builder
	pieces, lost int
}

// farOff is how far in ems a glyph may be from where the font puts it before a piece of
// text ends.
const farOff = .015

func (s *sheet) run(own, f *font.Font, c *layout.Content, r *layout.Run) {
	glyphs := c.Glyphs[r.First : r.First+r.Count]
	var piece []string
	var start layout.Glyph
	var last webfont.Place
	x := float32(0)
	flush := func() {
		if len(piece) == 0 {
			return
		}
		s.pieces++
		direction := "ltr"
		if strings.IndexFunc(strings.Join(piece, ""), isArabicOrHebrew) >= 0 {
			slices.Reverse(piece)
			direction = "rtl"
		}
		size := math.Hypot(float64(r.Em[2]), float64(r.Em[3]))
		baseline, height := webfont.Line(size)
		m := [4]float64{float64(r.Em[0]) / size, float64(r.Em[1]) / size, -float64(r.Em[2]) / size, -float64(r.Em[3]) / size}
		fmt.Fprintf(&s.body, "<span style='left:%.2fpx;top:%.2fpx;font:%.3fpx f%d-%d;line-height:%.0fpx;letter-spacing:%.3fpx;direction:%s;transform-origin:0 %.0fpx;transform:matrix(%.4f,%.4f,%.4f,%.4f,0,0)'>%s</span>\n",
			start.X, float64(start.Y)-baseline, size, s.names[own], last.Family, height, float64(r.CharSpace)/max(math.Hypot(m[0], m[1]), .01), direction, baseline, m[0], m[1], m[2], m[3], html.EscapeString(strings.Join(piece, "")))
		piece = piece[:0]
	}
	for i, use := range usesOf(f, c, r) {
		g := glyphs[i]
		p, ok := s.sets[own].Place(0, use)
		if !ok {
			s.lost++
			flush()
			continue
		}
		if p.Text == "" {
			continue
		}
		em := r.Em[0]
		if len(piece) > 0 && (p.Family != last.Family || em <= 0 || math.Abs(float64(g.X-x-s.sets[own].Kern(last, p)*em)) > farOff*float64(em)) {
			flush()
		}
		if len(piece) == 0 {
			start = g
		} else {
			g.X = x + s.sets[own].Kern(last, p)*em // as the browser goes
		}
		piece = append(piece, p.Text)
		last = p
		x = g.X + g.Advance + r.CharSpace
	}
	flush()
}
