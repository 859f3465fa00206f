package decipher_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/decipher"
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/internal/testkit"
)

// fontsOf are silent fonts whose spaces have these codes.
func fontsOf(tb testing.TB, shifts ...int) []*font.Font {
	var p testkit.PDF
	resources := ""
	for i, first := range shifts {
		resources += fmt.Sprintf("/F%d %d 0 R ", i, p.AddSilentCID("ABCDEF+Body", first, ""))
	}
	p.AddPage(testkit.Page{Fonts: resources})
	file, err := source.Open(tb.Context(), strings.NewReader(string(p.Bytes())), 1<<20)
	require.NoError(tb, err)
	tb.Cleanup(func() { file.Close() })
	doc, err := pdf.Open(tb.Context(), file.Bytes(), pdf.Options{})
	require.NoError(tb, err)
	loader := font.NewLoader(doc)
	var fonts []*font.Font
	list := doc.Dict(doc.Page(1).Resources.Raw("Font"))
	for i := range shifts {
		fonts = append(fonts, loader.Load(doc.Dict(list.Raw(pdf.Name(fmt.Sprintf("F%d", i))))))
	}
	return fonts
}

func codesOf(text string, first int) (codes []uint32) {
	for _, c := range []byte(text) {
		codes = append(codes, uint32(int(c)-' '+first))
	}
	return codes
}

const paragraph = "The council publishes the minutes of its meetings within ten days, and the public may inspect them at the town hall."

func textOf(r *font.Reading, codes []uint32) string {
	var b strings.Builder
	for _, code := range codes {
		b.WriteString(r.Text(code))
	}
	return b.String()
}

func TestSolveReadsShiftedCodes(t *testing.T) {
	t.Parallel()
	for _, first := range []int{1, 3, 40, 700} {
		f := fontsOf(t, first)[0]
		require.True(t, f.Silent())
		codes := codesOf(paragraph, first)
		readings := decipher.Solve([]decipher.Font{{Font: f, Codes: codes}}, nil)
		require.NotNil(t, readings[0], first)
		require.Equal(t, paragraph, textOf(readings[0], codes))
	}
}

func TestSolveGivesAShortTextTheOrderOfALongOne(t *testing.T) {
	t.Parallel()
	fonts := fontsOf(t, 9, 9)
	silent := []decipher.Font{{Font: fonts[0], Codes: codesOf("Page 7 of 12", 9)}, {Font: fonts[1], Codes: codesOf(paragraph, 9)}}
	readings := decipher.Solve(silent, nil)
	require.NotNil(t, readings[0])
	require.Equal(t, "Page 7 of 12", textOf(readings[0], silent[0].Codes))
	require.Nil(t, decipher.Solve(silent[:1], nil)[0], "alone it could be anything")
}

// TestSolveNeedsSomeWords has texts that are read with that many of their words, and not with one fewer: more of them
// if the codes are shifted as few programs shift them, more if letters stand alone. A text that is just long enough is
// read with a doubt, and a whole one with hardly any.
func TestSolveNeedsSomeWords(t *testing.T) {
	t.Parallel()
	const foxes = "Foxes sleep in the wood and eat what they find there in the night, and the young ones play in the sun."
	const german = "Der Rat berichtet jedes Jahr an die Stadt, und die Stadt antwortet ihm nach der Sitzung im Rathaus."
	const signs = "a x b y the of x1 = y2 and z3 + q4 in p5 to be r6 or not s7 is t8"
	const usual, rare = 3, 9
	for _, c := range []struct {
		text  string
		first int
		words int
	}{
		{paragraph, usual, 4}, {paragraph, rare, 6},
		{foxes, usual, 6}, {foxes, rare, 8},
		{german, usual, 3}, {german, rare, 4},
		{signs, usual, 10}, {signs, rare, 14},
	} {
		f := fontsOf(t, c.first)[0]
		words := strings.Fields(c.text)
		solve := func(n int) *font.Reading {
			codes := codesOf(strings.Join(words[:n], " "), c.first)
			r := decipher.Solve([]decipher.Font{{Font: f, Codes: codes}}, nil)[0]
			if r != nil {
				require.Equal(t, strings.Join(words[:n], " "), textOf(r, codes))
			}
			return r
		}
		require.Nil(t, solve(c.words-1), c)
		short := solve(c.words)
		require.NotNil(t, short, c)
		require.Greater(t, short.Confidence, 0.5, c)
		require.Less(t, short.Confidence, 0.75, c)
		require.Greater(t, solve(len(words)).Confidence, 0.8, c)
	}
}

// Glyphs numbered as they are met, a text without words, nothing at all.
func TestSolveInventsNothing(t *testing.T) {
	t.Parallel()
	var counted []uint32
	seen := map[rune]uint32{}
	for _, r := range paragraph {
		if seen[r] == 0 {
			seen[r] = uint32(len(seen) + 1)
		}
		counted = append(counted, seen[r])
	}
	f := fontsOf(t, 3)[0]
	for name, codes := range map[string][]uint32{"counted": counted, "no words": codesOf(strings.Repeat("x1 = y2 + z3; ", 20), 3), "nothing": nil, "gaps": {decipher.Gap, decipher.Gap}} {
		require.Nil(t, decipher.Solve([]decipher.Font{{Font: f, Codes: codes}}, nil)[0], name)
	}
}

func FuzzSolve(f *testing.F) {
	silent := fontsOf(f, 3)[0]
	f.Add(paragraph)
	f.Add("\x00\x01\x02\xff\xfe")
	f.Add(strings.Repeat("\x41\x00", 40))
	f.Fuzz(func(t *testing.T, text string) {
		var codes []uint32
		for i := 0; i+1 < len(text) && i < 2000; i += 2 {
			codes = append(codes, uint32(text[i])<<8|uint32(text[i+1]))
		}
		for _, codes := range [][]uint32{codes, codesOf(text[:min(len(text), 2000)], 3)} {
			a := decipher.Solve([]decipher.Font{{Font: silent, Codes: codes}}, nil)[0]
			b := decipher.Solve([]decipher.Font{{Font: silent, Codes: codes}}, nil)[0]
			if (a == nil) != (b == nil) || a != nil && (a.From != b.From || a.Confidence != b.Confidence) {
				t.Fatal("the same codes are read in two ways")
			}
			if a != nil && (a.Confidence <= 0 || a.Confidence > 1) {
				t.Errorf("confidence %v", a.Confidence)
			}
		}
	})
}
