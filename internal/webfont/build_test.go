package webfont_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/webfont"
)

// use returns a use of a code as wide as its square.
func use(code uint32, text string) webfont.Use {
	return webfont.Use{Code: code, Width: float32(code) / 1000, Text: text}
}

func TestEachUseHasAPlace(t *testing.T) {
	t.Parallel()
	const none = "none"
	cases := map[string]struct {
		uses []webfont.Use
		want []string // family, text, and ! where it is private
	}{
		"letters": {[]webfont.Use{use(1, "a"), use(2, "b")}, []string{"0 a", "0 b"}},
		"two codes that show the same": {
			[]webfont.Use{use(1, "a"), {Code: 1, Width: .001, Text: "b"}}, []string{"0 a", "0 b"},
		},
		"one character, two glyphs: the rarer one goes": {[]webfont.Use{use(1, "a"), use(2, "a")}, []string{"0 a", "1 a"}},
		"one glyph, two advances":                       {[]webfont.Use{use(1, "a"), {Code: 1, Width: .5, Text: "a"}}, []string{"0 a", "1 a"}},
		"no meaning":                                    {[]webfont.Use{use(1, "a"), use(2, ""), use(3, "")}, []string{"0 a", "0 \ue000!", "0 \ue001!"}},
		"meanings that say nothing":                     {[]webfont.Use{use(1, "\u200b"), use(2, "\ue123"), use(3, "\ufffd"), use(4, "\x07")}, []string{"0 \ue000!", "0 \ue001!", "0 \ue002!", "0 \ue003!"}},
		"a ligature":                                    {[]webfont.Use{use(1, "f"), use(2, "i"), use(3, "fi")}, []string{"0 f", "0 i", "0 fi"}},
		"a soft hyphen":                                 {[]webfont.Use{use(1, "\u00ad")}, []string{"0 -"}},
		"a space":                                       {[]webfont.Use{use(1, "a"), {Code: 0, Width: .3, Text: " "}}, []string{"0 a", "0  "}},
		"spaces of two widths":                          {[]webfont.Use{{Code: 0, Width: .3, Text: " "}, use(1, "a"), {Code: 0, Width: .4, Text: " "}}, []string{"0  ", "0 a", "0  "}},
		"a space that cannot be broken":                 {[]webfont.Use{use(1, "a"), {Code: 0, Width: .3, Text: "\u00a0"}}, []string{"0 a", "0  "}},
		"a space with ink":                              {[]webfont.Use{use(1, "a"), use(2, " ")}, []string{"0 a", "0 \ue000!"}},
		"nothing to see":                                {[]webfont.Use{use(1, "a"), {Code: 0, Text: ""}}, []string{"0 a", "0 "}},
		"letters of two scripts":                        {[]webfont.Use{use(1, "a"), use(2, "кΩ")}, []string{"0 a", none}},
		"a vowel that shapers take apart":               {[]webfont.Use{use(1, "a"), use(2, "ำ")}, []string{"0 a", none}},
		"words":                                         {[]webfont.Use{use(1, "a"), use(2, "two words")}, []string{"0 a", none}},
		"a code without a glyph":                        {[]webfont.Use{use(1, "a"), use(99, "b")}, []string{"0 a", none}},
		"more glyphs of a character than fonts": {
			[]webfont.Use{use(1, "a"), use(2, "a"), use(3, "a"), use(4, "a"), use(5, "a")}, []string{"0 a", "1 a", "2 a", "3 a", none},
		},
		"Arabic forms": {
			[]webfont.Use{
				{Code: 1, Text: "ب", Form: webfont.Initial}, {Code: 2, Text: "ب", Form: webfont.Medial},
				{Code: 3, Text: "ب", Form: webfont.Final}, {Code: 4, Text: "ب", Form: webfont.Isolated},
			},
			[]string{"0 ب", "0 ب", "0 ب", "0 ب"},
		},
		"two glyphs of one form": {
			[]webfont.Use{{Code: 1, Text: "ب", Form: webfont.Initial}, {Code: 2, Text: "ب", Form: webfont.Initial}}, []string{"0 ب", "1 ب"},
		},
		"a ligature that is joined and not": {
			[]webfont.Use{{Code: 1, Text: "لا", Form: webfont.Isolated}, {Code: 2, Text: "لا", Form: webfont.Final}}, []string{"0 لا", "0 لا"},
		},
	}
	require.Equal(t, 4, limits.WebFonts, "the case of more glyphs than fonts")
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := build(t, squares(9), usageOf(c.uses...))
			var got []string
			for _, u := range c.uses {
				p, ok := set.Place(0, u)
				s := fmt.Sprintf("%d %s", p.Family, p.Text)
				if p.Private {
					s += "!"
				}
				if !ok {
					s = none
				}
				got = append(got, s)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestALigatureKeepsAwayFromItsLetters(t *testing.T) {
	t.Parallel()
	uses := []webfont.Use{use(1, "f"), use(2, "i"), use(3, "fi"), use(4, "ff"), use(5, "ffi")}
	cases := map[string]struct {
		apart [][2]uint32 // codes that follow each other
		want  []int       // families
	}{
		"never apart":               {nil, []int{0, 0, 0, 0, 0}},
		"fi":                        {[][2]uint32{{1, 2}}, []int{0, 0, 1, 0, 0}},
		"the other way round":       {[][2]uint32{{2, 1}}, []int{0, 0, 0, 0, 0}},
		"f, f, i":                   {[][2]uint32{{1, 1}, {1, 2}}, []int{0, 0, 1, 1, 1}},
		"a ligature and a letter":   {[][2]uint32{{4, 2}}, []int{0, 0, 0, 0, 1}},
		"a letter and a ligature":   {[][2]uint32{{1, 3}}, []int{0, 0, 0, 1, 1}},
		"a letter and the ligature": {[][2]uint32{{1, 4}}, []int{0, 0, 0, 1, 0}},
		"a ligature and its first":  {[][2]uint32{{4, 1}, {3, 1}}, []int{0, 0, 0, 0, 0}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := usageOf(uses...)
			for _, pair := range c.apart {
				u.Follow(u.Show(uses[pair[0]-1]), u.Show(uses[pair[1]-1]), 0)
			}
			set := build(t, squares(9), u)
			var got []int
			for _, use := range uses {
				p, ok := set.Place(0, use)
				require.True(t, ok)
				got = append(got, p.Family)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestFailuresAreTyped(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	cases := map[string]struct {
		ctx    context.Context
		source webfont.Source
		usage  *webfont.Usage
		want   error
	}{
		"no program":    {t.Context(), drawing{}, usageOf(use(1, "a")), webfont.NoProgram},
		"nothing shown": {t.Context(), squares(1), &webfont.Usage{}, webfont.NothingShown},
		"no glyph":      {t.Context(), squares(1), usageOf(use(7, "a")), webfont.NothingShown},
		"at its end":    {ended, squares(1), usageOf(use(1, "a")), context.Canceled},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set, err := webfont.Build(c.ctx, []webfont.Face{{Source: c.source, Usage: c.usage}})
			require.ErrorIs(t, err, c.want)
			require.Nil(t, set)
		})
	}
}

func TestFacesOfOneFontBecomeOne(t *testing.T) {
	t.Parallel()
	first, second := squares(3), squares(3)
	second.outlines[9] = first.outlines[1] // the same glyph under another code
	faces := []webfont.Face{
		{Source: first, Usage: usageOf(use(1, "a"), use(2, "b"))},
		{Source: second, Usage: usageOf(webfont.Use{Code: 9, Width: .001, Text: "a"}, use(3, "c"))},
	}
	set, err := webfont.Build(t.Context(), faces)
	require.NoError(t, err)
	require.Len(t, set.Families, 1)
	one, _ := set.Place(0, use(1, "a"))
	other, ok := set.Place(1, webfont.Use{Code: 9, Width: .001, Text: "a"})
	require.True(t, ok)
	require.Equal(t, one, other)
}

// The fonts must not depend on how pages were shared among workers, nor on maps.
func TestTheSameUsageGivesTheSameFonts(t *testing.T) {
	t.Parallel()
	texts := []string{"f", "i", "fi", "ب", "a", "", "b", "a"}
	page := func(from int) *webfont.Usage {
		u := &webfont.Usage{}
		last := webfont.ID(-1)
		for i := range texts {
			id := u.Show(use(uint32((from+i)%len(texts)+1), texts[(from+i)%len(texts)]))
			u.Follow(last, id, float32(i%3)/100)
			last = id
		}
		return u
	}
	all, joined := &webfont.Usage{}, &webfont.Usage{}
	for n := range 5 {
		all.Merge(page(n))
		half := &webfont.Usage{}
		half.Merge(page(n))
		joined.Merge(half)
	}
	source := squares(9)
	want, got := build(t, source, all), build(t, source, joined)
	require.Len(t, got.Families, len(want.Families))
	for i := range want.Families {
		require.Equal(t, want.Families[i].Bytes(), got.Families[i].Bytes())
		require.Equal(t, want.Families[i].WOFF2(), got.Families[i].WOFF2())
	}
}

func TestASpaceMadeOfSpacesIsOne(t *testing.T) {
	t.Parallel()
	source := embed(t, []byte(trueType(nil, contour([3]int{0, 0, 1}, [3]int{9, 0, 1}, [3]int{9, 9, 1}), parts(partWords, 0, 0, 0))))
	uses := []webfont.Use{use(1, "a"), {Code: 2, Width: .4, Text: "\u00a0"}}
	p, ok := build(t, source, usageOf(uses...)).Place(0, uses[1])
	require.True(t, ok)
	require.Equal(t, " ", p.Text)
}

// endless has a glyph for each code, none of which has an outline.
type endless struct {
	drawing
	asked *int
}

func (e endless) Glyph(code uint32) (int, bool) { return int(code), true }

func (e endless) Outline(uint32) font.Outline {
	*e.asked++
	return nil
}

func TestDamagedGlyphsTakeNoTimeWithoutEnd(t *testing.T) {
	t.Parallel()
	source := endless{squares(1), new(int)}
	u := &webfont.Usage{}
	for code := range uint32(50_000) {
		u.Show(webfont.Use{Code: code, Text: string(rune(0x4E00 + code%20_000))})
	}
	build(t, source, u)
	require.Less(t, *source.asked, 2000)
}

func TestTheLargestUsageIsBounded(t *testing.T) {
	t.Parallel()
	u := &webfont.Usage{}
	for code := range uint32(limits.FontUses + 10) {
		id := u.Show(webfont.Use{Code: code, Text: "a"})
		require.Equal(t, code >= limits.FontUses, id < 0)
		u.Follow(id, id, 0) // of no use below 0
	}
}

func TestKerningIsWhatIsSeenMostOften(t *testing.T) {
	t.Parallel()
	a, b := use(1, "A"), use(2, "V")
	u := usageOf(a, b)
	for _, gap := range []float32{-.08, -.08, -.08, 0, .02, -.9, -.9, -.9, -.9} { // the last are no kerning
		u.Follow(u.Show(a), u.Show(b), gap)
	}
	set := build(t, squares(3), u)
	left, _ := set.Place(0, a)
	right, _ := set.Place(0, b)
	require.InDelta(t, -.08, set.Kern(left, right), 1e-6)
	require.Zero(t, set.Kern(right, left))
}

func TestASpaceIsInEveryFont(t *testing.T) {
	t.Parallel()
	shown := usageOf(use(1, "a"), webfont.Use{Code: 0, Width: .31, Text: " "})
	told := usageOf(use(1, "a"))
	told.Space = .27
	for want, u := range map[float32]*webfont.Usage{.25: usageOf(use(1, "a")), .27: told, .31: shown} {
		require.InDelta(t, want, build(t, squares(2), u).Families[0].Space, 1e-6)
	}
}
