package webfont_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/webfont"
)

// FuzzBuild takes any bytes for the program of a font: what is made of it must be a font
// that can be read, with the outlines that the document has.
func FuzzBuild(f *testing.F) {
	f.Add([]byte(program()), uint8(1))
	f.Add([]byte(trueTypeSquares(20)), uint8(1))
	for _, u := range []*webfont.Usage{usageOf(use(1, "a"), use(2, "fi")), usageOf(use(3, "a"), use(4, "a"))} {
		for _, source := range []webfont.Source{squares(9), embed(f, []byte(trueTypeSquares(9)))} {
			f.Add(build(f, source, u).Families[0].Bytes(), uint8(2))
		}
	}
	f.Add([]byte("%!PS-AdobeFont-1.0: F\n/Encoding StandardEncoding def\ncurrentfile eexec\n"), uint8(0))
	keys := [...]string{"/Subtype /Type1 /BaseFont /F|FontFile", "/Subtype /TrueType /BaseFont /F|FontFile2", "/Subtype /Type1 /BaseFont /F|FontFile3"}
	f.Fuzz(func(t *testing.T, data []byte, kind uint8) {
		dict, key, _ := strings.Cut(keys[int(kind)%len(keys)], "|")
		source := load(t, dict+" /FontDescriptor << /Type /FontDescriptor /Flags 4 /"+key+" {0} >>", string(data))
		u := &webfont.Usage{}
		var uses []webfont.Use
		last := webfont.ID(-1)
		for code := range uint32(256) {
			text := []string{"a", string(rune(code)), "fi", "", "ب"}[code%5]
			use := webfont.Use{Code: code, Width: float32(code) / 100, Text: text, Form: webfont.Joining("", text, "ب")}
			uses = append(uses, use)
			id := u.Show(use)
			u.Follow(last, id, float32(code%7)/100)
			last = id
		}
		set, err := webfont.Build(t.Context(), []webfont.Face{{Source: source, Usage: u}})
		if err != nil {
			return
		}
		written := make([]*font.Font, len(set.Families))
		for i, family := range set.Families {
			requireTables(t, family.Bytes())
			require.NotEmpty(t, family.WOFF2())
			written[i] = embed(t, family.Bytes())
		}
		for _, use := range uses {
			if p, ok := set.Place(0, use); ok && p.Text != "" {
				requireWithin(t, source.Outline(use.Code), written[p.Family].Outline(uint32(p.GID())), 2/float32(source.UnitsPerEm()))
			}
		}
	})
}

// requireTables checks the directory of a font file.
func requireTables(tb testing.TB, file []byte) {
	tb.Helper()
	last, end := "", 0
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		e := file[12+16*i:]
		tag, at, size := string(e[:4]), int(binary.BigEndian.Uint32(e[8:])), int(binary.BigEndian.Uint32(e[12:]))
		require.Less(tb, last, tag)
		require.Zero(tb, at%4, tag)
		require.GreaterOrEqual(tb, at, end, tag)
		require.NotZero(tb, size, tag)
		require.LessOrEqual(tb, at+size, len(file), tag)
		last, end = tag, max(end, at+size)
	}
}

// requireWithin checks that got lies within what bounds want: contours without area may
// be left out.
func requireWithin(tb testing.TB, want, got font.Outline, near float32) {
	tb.Helper()
	w, g := bounds(want), bounds(got)
	if len(got) > 0 {
		require.True(tb, g[0] >= w[0]-near && g[1] >= w[1]-near && g[2] <= w[2]+near && g[3] <= w[3]+near, "%v in %v", g, w)
	}
}

// bounds returns the box of all points of o.
func bounds(o font.Outline) [4]float32 {
	b := [4]float32{1e9, 1e9, -1e9, -1e9}
	for _, s := range o {
		points := s.P[:1]
		if s.Verb == font.CurveTo {
			points = s.P[:]
		}
		for _, p := range points {
			b = [4]float32{min(b[0], p.X), min(b[1], p.Y), max(b[2], p.X), max(b[3], p.Y)}
		}
	}
	return b
}
