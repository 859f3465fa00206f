package analyze_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/layout/analyze"
	"github.com/pagelift/pagelift/layout/analyze/internal/chars"
)

// The fonts of mathematics that mathPage adds.
const (
	variables = iota + noSpace + 1
	signs
	large
	slanted
)

// mathPage is a page with fonts of mathematics.
func mathPage() *page {
	p := newPage()
	p.Fonts = append(p.Fonts,
		&layout.Font{Name: "CMMI10", Ascent: 0.75, Descent: -0.25, Italic: true, Math: layout.MathLetters},
		&layout.Font{Name: "CMSY10", Ascent: 0.75, Descent: -0.25, Math: layout.MathSymbols},
		&layout.Font{Name: "CMEX10", Ascent: 0.75, Descent: -0.25, Math: layout.MathLarge},
		&layout.Font{Name: "CMTI10", Ascent: 0.75, Descent: -0.25, Italic: true},
	)
	return p
}

// set shows parts one behind the other and returns where the pen is then. A part is text in
// roman type; behind $ in variables, behind @ in signs, behind & in large signs, behind / in italics; ^ and _ raise and
// lower what follows as scripts. A space is one between words, two are one of a line that is
// stretched, a ~ one around a relation, a ! what letters that lean have between them, a " what an
// integral has before its upper limit.
func (p *page) set(x, y, size float32, parts ...string) float32 {
	for _, t := range parts {
		font, s, rise := int32(noSpace), size, float32(0)
		for t != "" {
			switch t[0] {
			case '$':
				font = variables
			case '@':
				font = signs
			case '/':
				font = slanted
			case '&':
				font = large
			case '^':
				s, rise = 0.7*size, 0.4*size
			case '_':
				s, rise = 0.7*size, -0.2*size
			default:
				goto shown
			}
			t = t[1:]
		}
	shown:
		switch t {
		case " ", "  ", "   ":
			x += 0.33 * size * float32(len(t))
		case "~":
			x += 0.27 * size
		case "!":
			x += 0.13 * size
		case "\"":
			x += 0.44 * size
		default:
			x = p.show(x, y-rise, s, t, run{font: font})
		}
	}
	return x
}

// wordsOf puts spaces between the words of text, for set.
func wordsOf(text string) []string {
	var parts []string
	for i, w := range strings.Fields(text) {
		if i > 0 {
			parts = append(parts, " ")
		}
		parts = append(parts, w)
	}
	return parts
}

// withFormulas are the lines of a page, with <...> for formulas in lines, [...] for displays.
func withFormulas(p *layout.Page) []string {
	var list []string
	for i := range p.Lines {
		l := &p.Lines[i]
		var b strings.Builder
		for at, r := range p.LineText(i) {
			if r != layout.FormulaSign {
				b.WriteRune(r)
				continue
			}
			for k := range p.Formulas {
				if f := &p.Formulas[k]; f.At == l.Start+int32(at) {
					if f.Display {
						b.WriteString("[" + f.Text + "]")
					} else {
						b.WriteString("<" + f.Text + ">")
					}
				}
			}
		}
		list = append(list, b.String())
	}
	return list
}

func analyzed(t *testing.T, p *page) *layout.Page {
	t.Helper()
	got, err := analyze.Page(context.Background(), &p.Content, analyze.Options{KeepPlaces: true})
	require.NoError(t, err)
	for _, f := range got.Formulas {
		require.True(t, strings.HasPrefix(got.Text[f.At:], string(layout.FormulaSign)))
		for _, g := range f.Glyphs {
			require.GreaterOrEqual(t, g.Glyph, int32(0))
		}
	}
	return got
}

func TestFormulasInLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		parts []string
		want  string
	}{
		"between words":                      {[]string{"so", " ", "$x", "~", "=", "~", "2", " ", "holds"}, "so <x = 2> holds"},
		"with the comma of the sentence":     {[]string{"let", " ", "$x", "~", "@∈", "~", "$A", ",", " ", "then"}, "let <x ∈ A>, then"},
		"with its own comma":                 {[]string{"for", " ", "$f", "(", "$x", "$,", "$y", ")", " ", "it"}, "for <f(x,y)> it"},
		"name with a script":                 {[]string{"so", " ", "sin", "^2", "~", "/x", "~", "@=", "~", "1", " ", "it"}, "so <sin2 x = 1> it"},
		"two with a comma between":           {[]string{"for", " ", "$x", ",", " ", "$y", " ", "it"}, "for <x>, <y> it"},
		"with scripts":                       {[]string{"all", " ", "$x", "_$i", "~", "+", "~", "$y", "^2", " ", "are"}, "all <xi + y2> are"},
		"with the name of a function":        {[]string{"for", " ", "log", "$n", " ", "steps"}, "for <logn> steps"},
		"with a name that nobody knows":      {[]string{"a", " ", "sat", "(", "$S", ")", " ", "is"}, "a <sat(S)> is"},
		"a variable":                         {[]string{"where", " ", "$n", " ", "counts"}, "where <n> counts"},
		"in brackets of the sentence":        {[]string{"is", " ", "(where", " ", "$x", "~", "@≥", "~", "0)", " ", "set"}, "is (where <x ≥ 0>) set"},
		"a word in a script":                 {[]string{"is", " ", "$V", "_metal", " ", "here"}, "is <Vmetal> here"},
		"at the end of a sentence":           {[]string{"so", " ", "it", " ", "is", " ", "$x", "~", "=", "~", "1."}, "so it is <x = 1>."},
		"words at the sides of a relation":   {[]string{"so", " ", "coNP", "~", "@⊆", "~", "NP", " ", "holds"}, "so <coNP ⊆ NP> holds"},
		"a relation behind a word":           {[]string{"all", " ", "having", "~", "@≥", "~", "$n", " ", "rooms"}, "all having <≥ n> rooms"},
		"a remark to a word":                 {[]string{"the", " ", "total", "(", "$n", "~", "=", "~", "21", ")", " ", "is"}, "the total<(n = 21)> is"},
		"a sign that stands as a variable":   {[]string{"set", " ", "where", " ", "@∂", "$L", " ", "is"}, "set where <∂L> is"},
		"no formula: what is better":         {[]string{"the", " ", "score", "@↑", " ", "is"}, "the score↑ is"},
		"no formula: words":                  {wordsOf("nothing of this is mathematics"), "nothing of this is mathematics"},
		"no formula: emphasis":               {[]string{"this", " ", "/is", " ", "/not", " ", "so"}, "this is not so"},
		"a sign between numbers":             {[]string{"of", " ", "5", "~", "@×", "~", "3", " ", "rooms"}, "of <5 × 3> rooms"},
		"a sign between brackets":            {[]string{"of", " ", "(0", "$,", "1)", "~", "@−", "~", "(0", "$,", "0)", " ", "here"}, "of <(0,1) − (0,0)> here"},
		"no formula: halves of brackets":     {[]string{"of", " ", "(0,", " ", "1)", "~", "@−", "~", "(0,", " ", "0)", " ", "here"}, "of (0, 1) − (0, 0) here"},
		"no formula: a number with its sign": {[]string{"of", " ", "@−", "5", " ", "degrees"}, "of −5 degrees"},
		"no formula: a percentage and price": {[]string{"for", " ", "$5", "0%", " ", "of", " ", "it"}, "for 50% of it"},
		"no formula: a reference":            {[]string{"see", " ", "[3]", " ", "there"}, "see [3] there"},
		"no formula: the mark of a note":     {[]string{"a", " ", "word", "^@∗", " ", "with"}, "a word∗ with"},
		"no formula: an arrow":               {[]string{"press", " ", "File", " ", "@→", " ", "Open"}, "press File → Open"},
		"no formula: a unit":                 {[]string{"of", " ", "5", " ", "$μ", "m", " ", "only"}, "of 5 μm only"},
		"no formula: H2O":                    {[]string{"in", " ", "H", "_2", "O", " ", "it"}, "in H2O it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			p.set(100, 200, 10, append(append(wordsOf("It begins"), " "), c.parts...)...)
			p.set(100, 212, 10, wordsOf("and the text goes on below it")...)
			// The page has mathematics, whatever the line has.
			p.set(100, 400, 10, "$a", "~", "=", "~", "$b")
			got := withFormulas(analyzed(t, p))
			require.Equal(t, "It begins "+c.want, got[0])
		})
	}
}

// TestNumbersOfPagesWithoutVariables: on such pages a sign between numbers belongs to the text.
// TestFiguresWithAngleBrackets: states of physics have nothing but figures.
func TestFiguresWithAngleBrackets(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 200, 10, "the", " ", "state", " ", "@|", "0", "@⟩", " ", "of", " ", "$x", "~", "@=", "~", "$y")
	p.set(100, 220, 10, "and", " ", "@⟨", "code", " ", "1", "@⟩", " ", "too")
	require.Equal(t, []string{"the state <|0⟩> of <x = y>", "and ⟨code 1⟩ too"}, withFormulas(analyzed(t, p)))
}

// TestFormulasOfOfficePrograms: they take variables and figures from a font for texts, and other signs, even plus signs
// and brackets, from a font of signs.
func TestFormulasOfOfficePrograms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		parts []string
		want  string
	}{
		"plus":                             {[]string{"2", "/n", "@+", "1"}, "<2n+1>"},
		"figures in brackets":              {[]string{"@(", "3", ",", "5", ",", "7", "@)"}, "<(3,5,7)>"},
		"brackets of the sentence":         {[]string{"(", "/x", "~", "@∈", "~", "/A", ")"}, "(<x ∈ A>)"},
		"a minus sign in a power":          {[]string{"/e", "^@−", "^/t"}, "<e−t>"},
		"a minus sign in italics":          {[]string{"/e", "^/−", "^/t"}, "<e−t>"},
		"a power of ten":                   {[]string{"10", "^@−", "^7"}, "<10−7>"},
		"a power of ten, minus in italics": {[]string{"10", "^/−", "^7"}, "<10−7>"},
		"a times sign in italics":          {[]string{"5", "/×", "10", "^9"}, "<5×109>"},
		"a variable":                       {[]string{"/x"}, "<x>"},
		"a Greek variable behind a figure": {[]string{"cos", "2", "@β"}, "<cos2β>"},
		"a Greek variable":                 {[]string{"κ"}, "<κ>"},
		"variables beside each other":      {[]string{"2", "/s", "~", "/t"}, "<2s t>"},
		"a letter of emphasised text":      {[]string{"/of a few"}, "of a few"},
		"a bullet before a name":           {[]string{"@−", " ", "/flag"}, "− flag"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			p.set(100, 188, 10, "Let", " ", "@(", "/k", "@+", "2", "@)", " ", "be", " ", "so")
			p.set(100, 200, 10, append(append(append(wordsOf("It begins with"), " "), c.parts...), " ", "here")...)
			p.set(100, 212, 10, wordsOf("and the text goes on below it")...)
			require.Equal(t, []string{"Let <(k+2)> be so", "It begins with " + c.want + " here"}, withFormulas(analyzed(t, p))[:2])
		})
	}
}

// TestFormulasLargerThanTheText: the next word is smaller than the formula before it, but no script of it.
func TestFormulasLargerThanTheText(t *testing.T) {
	t.Parallel()
	p := mathPage()
	x := p.set(100, 200, 10, "so", " ", "that", " ")
	x = p.set(x, 200.5, 12, "$x", "~", "=", "~", "2")
	p.set(x+2, 200, 10, wordsOf("follows from it")...)
	p.set(100, 212, 10, wordsOf("and the text goes on below it")...)
	require.Equal(t, "so that <x = 2> follows from it", withFormulas(analyzed(t, p))[0])
}

// TestBracketsSmallerThanWhatTheyHold: office programs take brackets from a size of the font that is as high as small
// letters. These are no scripts.
func TestBracketsSmallerThanWhatTheyHold(t *testing.T) {
	t.Parallel()
	p := mathPage()
	x := p.set(100, 200, 10, "so", " ", "/C", "_/j")
	x = p.set(x+2.4, 199.5, 6, "@(")
	x = p.set(x, 200, 10, "/a", "@+", "/b")
	x = p.set(x, 199.5, 6, "@)")
	p.set(x, 200, 10, " ", "holds")
	f := analyzed(t, p).Formulas
	require.Len(t, f, 1)
	require.Equal(t, "Cj (a+b)", f[0].Text)
	require.Equal(t, []float32{10, 10}, []float32{f[0].Glyphs[2].Size, f[0].Glyphs[6].Size})
}

// TestDisplaysUnderLimits: the relation in a limit lines up with none of the next display.
//
//	 ∑  a
//	i=1
//	 A⊆B
func TestDisplaysUnderLimits(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 176, 10, wordsOf("It begins here and the words go on below")...)
	p.set(200, 200, 14, "&∑")
	p.set(209, 200, 10, "$a")
	x := p.set(198, 210, 7, "$i")
	p.set(p.set(x, 210, 7, "@="), 210, 7, "1")
	p.set(p.set(p.set(x-6, 224, 10, "$A"), 224, 10, "@⊆"), 224, 10, "$B")
	p.set(100, 248, 10, wordsOf("and the text goes on below it")...)
	require.Len(t, analyzed(t, p).Formulas, 2)
}

// TestWordsUnderLevelBraces: a brace under a term is one sign of a font of signs, and small words under it belong to it.
func TestWordsUnderLevelBraces(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 176, 10, wordsOf("It begins here and the words go on below")...)
	p.set(200, 200, 10, "$x", "~", "@=", "~", "$a", "@+", "$b")
	p.set(228, 212, 16, "@⏟")
	p.set(224, 220, 7, "$n")
	p.set(230, 220, 7, "terms")
	p.set(100, 248, 10, wordsOf("and the text goes on below it")...)
	f := analyzed(t, p).Formulas
	require.Len(t, f, 1)
	require.Contains(t, f[0].Text, "t")
	require.Len(t, f[0].Glyphs, 12)
}

// TestTildesOverLetters: a sign that usually stands between two sides is an accent over a letter. One that stands
// between two letters is none.
func TestTildesOverLetters(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 176, 10, wordsOf("It begins here and the words go on below")...)
	x := p.set(100, 200, 10, "so", " ", "that", " ")
	p.set(x-1, 195, 10, "@∼")
	p.set(x, 200, 10, "$X", "~", "@=", "~", "$a", "~", "@∼", "~", "$b", " ", "holds")
	p.set(100, 224, 10, wordsOf("and the text goes on below it")...)
	f := analyzed(t, p).Formulas
	require.Len(t, f, 1)
	require.Len(t, f[0].Glyphs, 6)
}

// TestFractionsInScripts: the sign before a fraction in a script stands higher than other scripts.
func TestFractionsInScripts(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 170, 10, wordsOf("It begins here and the words go on below")...)
	x := p.set(100, 200, 10, "so", " ", "$y", "~", "@=", "~", "$e")
	x = p.set(x, 191.3, 6, "@−")
	end := p.set(x, 187, 6, "$a", "$b", "$c", "$d")
	p.set(x, 195.5, 6, "$p", "$q", "$r", "$s")
	p.rule(x, end, 189.8)
	p.set(100, 230, 10, wordsOf("and the text goes on below it")...)
	f := analyzed(t, p).Formulas
	require.Len(t, f, 1)
	require.Len(t, f[0].Glyphs, 12)
	require.Len(t, f[0].Bars, 1)
}

// TestFormulasOfBracketsAndAFraction: large brackets do not tell on which row they stand, for they are set by their
// middle.
func TestFormulasOfBracketsAndAFraction(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 170, 10, wordsOf("It begins here and the words go on below")...)
	x := p.set(p.set(100, 200, 10, "so", " "), 205, 25, "@⌊")
	end := p.set(x, 193.5, 10, "$n")
	p.set(x, 207, 10, "2")
	p.rule(x, end, 197.5)
	p.set(p.set(end, 205, 25, "@⌋"), 200, 10, " ", "holds")
	p.set(100, 230, 10, wordsOf("and the text goes on below it")...)
	require.Contains(t, withFormulas(analyzed(t, p)), "so <⌊n2⌋> holds")
}

// TestFormulasThatGoOnBelow: figures at the beginning of a line are the other side of a relation at the end of the line
// above.
func TestFormulasThatGoOnBelow(t *testing.T) {
	t.Parallel()
	for below, want := range map[string]string{"17": "<17> is one", "[0,1]": "<[0,1]> is one", "is": "is is one"} {
		p := mathPage()
		p.set(100, 200, 10, "so", " ", "that", " ", "the", " ", "number", " ", "$n", "~", "@≤")
		p.set(100, 212, 10, below, " ", "is", " ", "one")
		require.Equal(t, []string{"so that the number <n ≤>", want}, withFormulas(analyzed(t, p)))
	}
}

func TestNumbersOfPagesWithoutVariables(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 200, 10, "of", " ", "5", "~", "@×", "~", "3", " ", "rooms")
	p.set(100, 212, 10, wordsOf("and the text goes on below it")...)
	require.Equal(t, "of 5 × 3 rooms", withFormulas(analyzed(t, p))[0])
}

// TestPiecesOfFormulas: a formula behind another on its row continues it, if their ends allow the
// space between them.
func TestPiecesOfFormulas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		parts []string
		want  string
	}{
		"a word in the script before a relation": {[]string{"$M", "_vir", "~", "@=", "~", "$a"}, "<Mvir = a>"},
		"a large sign":                           {[]string{"$a", "@=", "&∫", "~", "~", "$f", "$d", "$x"}, "<a=∫ fdx>"},
		"the upper limit of an integral":         {[]string{"$a", "@=", "&∫", "\"", "^L", "~", "$f", "$d", "$x"}, "<a=∫ L fdx>"},
		"the limits of a large sign":             {[]string{"&∑", "_2", "~", "~", "$f", "~", "@=", "~", "$a"}, "<∑2 f = a>"},
		"the name of a function":                 {[]string{"$k", "$T", " ", "ln", "$P"}, "<kT lnP>"},
		"a subscript of a name":                  {[]string{"sup", "_$t", " ", "$f", "(", "$t", ")"}, "<supt f(t)>"},
		"a bracket in a stretched line":          {[]string{"$f", " ", "(", "$t", ")"}, "<f (t)>"},
		"two with a wide space":                  {[]string{"$a", "~", "=", "~", "1", " ", " ", "$b", "~", "=", "~", "2"}, "<a = 1> <b = 2>"},
		"two with a comma":                       {[]string{"$a", "~", "=", "~", "1", ",", " ", "$b", "~", "=", "~", "2"}, "<a = 1>, <b = 2>"},
		"one with a comma of its own and a quad": {[]string{"$a", "~", "=", "~", "1", "$,", "   ", "$b", "~", "=", "~", "2"}, "<a = 1, b = 2>"},
		"two with a comma of the text":           {[]string{"$f", "(", "$x", "$,", "$y", ")", ",", "~", "$a", "~", "=", "~", "2"}, "<f(x,y)>, <a = 2>"},
		"a modulus":                              {[]string{"$a", "~", "@≡", "~", "1", " ", " ", "(mod", "~", "7)"}, "<a ≡ 1 (mod 7)>"},
		"capitals in italics that lean":          {[]string{"/O", "/P", "!", "/T", "~", "@≤", "~", "$a"}, "<OPT ≤ a>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			p.set(100, 200, 10, append(append(append(wordsOf("It begins with"), " "), c.parts...), " ", "here")...)
			p.set(100, 212, 10, wordsOf("and the text goes on below it")...)
			require.Equal(t, "It begins with "+c.want+" here", withFormulas(analyzed(t, p))[0])
		})
	}
}

// TestLinesBelowEachOther: signs in the next line belong to another formula.
//
//	… with  ∑ a  and        … with  a  here      … x  is
//	          i                      i
//	… where b  is           … so  √x  holds      … so |y| is
//	         2
func TestLinesBelowEachOther(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		above, below []string
		want         []string
	}{
		"a sum over a superscript": {
			[]string{"with", " ", "&∑", "$x", "~", "=", "~", "$a"}, []string{"hold", " ", "$b", "^$n", "~", "=", "~", "$c"},
			[]string{"with <∑x = a>", "hold <bn = c>"},
		},
		"a subscript over a root": {
			[]string{"with", " ", "$a", "_$i", "~", "=", "~", "$b"}, []string{"with", "@√", "$x", "~", "=", "~", "$c"},
			[]string{"with <ai = b>", "with<√x = c>"},
		},
		"a script of a script over one": {
			[]string{"with", " ", "$a", "_$i", "~", "=", "~", "$b"}, []string{"hold", " ", "$c", "^$n", "~", "=", "~", "$d"},
			[]string{"with <ai = b>", "hold <cn = d>"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			p.set(100, 200, 10, c.above...)
			p.set(100, 211, 10, c.below...)
			p.set(100, 222, 10, wordsOf("and the text goes on below it")...)
			require.Equal(t, c.want, withFormulas(analyzed(t, p))[:2])
		})
	}
}

// TestBarsOverAllOfAFormula: minus signs and small letters stand further from a bar than letters with ascenders do.
func TestBarsOverAllOfAFormula(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 180, 10, wordsOf("It begins here and the words go on below")...)
	x := p.set(100, 200, 10, "so", " ", "$x", "~", "=", "~")
	p.set(x, 193, 10, "@−", "@−", "@−", "@−", "@−", "$K") // the ink of these is .45 and .7 high
	p.set(x+20, 207, 10, "$L")
	p.rule(x, p.set(x, 250, 10, "@−", "@−", "@−", "@−", "@−", "$K"), 197.5)
	x = p.set(100, 300, 10, "so", " ", "$a", "~", "=", "~")
	p.rule(x, p.set(x, 300, 10, "$P", "$o", "$o", "$P"), 291.5)
	formulas := analyzed(t, p).Formulas
	require.Len(t, formulas[0].Bars, 1)
	require.Len(t, formulas[len(formulas)-1].Bars, 1)
}

// TestWordsBehindStretchedBrackets: office programs set growing brackets in a larger size. A word of
// the text behind one is no script of it.
func TestWordsBehindStretchedBrackets(t *testing.T) {
	t.Parallel()
	p := mathPage()
	x := p.set(100, 200, 10, "so", " ", "that", " ")
	x = p.set(x, 200.5, 12, "@(")
	x = p.set(x, 200, 10, "$x")
	x = p.set(x, 200.5, 12, "@)")
	p.set(x+2, 200, 10, "is", " ", "one", " ", "of", " ", "the", " ", "many")
	p.set(100, 212, 10, wordsOf("and the text goes on below it")...)
	require.Equal(t, "so that <(x)> is one of the many", withFormulas(analyzed(t, p))[0])
}

// TestBracketsBelowTheirLine: some fonts set the larger of their brackets lower.
func TestBracketsBelowTheirLine(t *testing.T) {
	t.Parallel()
	p := mathPage()
	x := p.set(100, 200, 10, "so", " ", "$a", "~", "=", "~", "$f")
	x = p.set(x, 201.7, 10, "@(")
	x = p.set(x, 200, 10, "$x", "~", "+", "~", "$y")
	x = p.set(x, 201.7, 10, "@)")
	p.set(x, 200, 10, " ", "holds")
	p.set(100, 212, 10, wordsOf("and the text goes on below it")...)
	require.Equal(t, "so <a = f(x + y)> holds", withFormulas(analyzed(t, p))[0])
}

// TestFormulasBetweenRulesOfATable: a title of a group is a row of its table, not a display.
func TestFormulasBetweenRulesOfATable(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string][]float32{"a table": {200, 216, 232, 280}, "a frame": {216, 232}} {
		p := mathPage()
		for _, y := range rules {
			p.rule(100, 300, y)
		}
		p.set(180, 227, 10, "$λ", "~", "=", "~", "$a", "+", "$b")
		got := analyzed(t, p)
		require.Len(t, got.Formulas, 1, name)
		require.Equal(t, name == "a frame", got.Formulas[0].Display, name)
	}
}

// TestFormulasInSmallType: the words of a note are small, but no scripts.
func TestFormulasInSmallType(t *testing.T) {
	t.Parallel()
	p := mathPage()
	y := p.flow(100, 100, 300, 12, lorem)
	p.set(100, 400, 9, append(wordsOf("That the symbols which we have chosen for the places here,"), " ", "$q", " ", "and", " ", "$r", " ", "can", " ", "change")...)
	p.set(100, 411, 9, wordsOf("tells that it is like the names that other books give to them.")...)
	require.Less(t, y, float32(390))
	lines := withFormulas(analyzed(t, p))
	require.Contains(t, strings.Join(lines, "|"), "the places here, <q> and <r> can change|tells that")
}

// TestRowsOfFigures: figures beside each other are cells of a table, whatever font they are set in.
// TestRowsOfATableArePartedAgain: the scripts of tight rows hang together.
func TestRowsOfATableArePartedAgain(t *testing.T) {
	t.Parallel()
	p := mathPage()
	for _, y := range []float32{188, 222, 240} {
		p.rule(95, 300, y)
	}
	p.set(100, 200, 10, "first")
	x := p.set(200, 200, 10, "$b", "~", "@=", "~")
	p.set(x+3, 196.5, 7, "$c", "$p")
	p.rule(x+2, x+16, 198)
	p.set(x+4, 206, 7, "$d", "$d")
	p.set(100, 213, 10, "second")
	p.set(x+1, 213, 10, "@∑", "_$n", "~", "$g")
	var texts []string
	for _, f := range analyzed(t, p).Formulas {
		texts = append(texts, f.Text)
	}
	require.Equal(t, []string{"b = cdpd", "∑n g"}, texts)
}

func TestRowsOfFigures(t *testing.T) {
	t.Parallel()
	p := mathPage()
	y := p.flow(100, 100, 300, 10, lorem)
	x := p.set(130, y+14, 10, "3", "~", "@×", "~", "1", "0", "^$k")
	for _, n := range []string{"23.2", "11.5", "17.3"} {
		x = p.set(x+9, y+14, 10, n)
	}
	p.flow(100, y+40, 300, 10, lorem)
	for _, f := range analyzed(t, p).Formulas {
		require.False(t, f.Display, f.Text)
	}
}

// TestRulesOfATableAreNoBars: words between rules of one length are a table.
func TestRulesOfATableAreNoBars(t *testing.T) {
	t.Parallel()
	for name, twin := range map[string]bool{"a table": true, "a fraction": false} {
		p := mathPage()
		p.set(84, 205.5, 10, "$r", "~", "=")
		end := p.set(100, 200, 10, "Model", "(", "$n", "+", "3", ")")
		p.rule(100, end, 203)
		p.set(100, 213, 10, "Score", "(", "$n", "+", "7", ")")
		if twin {
			p.rule(100, end, 190)
		}
		got := analyzed(t, p)
		bars := 0
		for i := range got.Formulas {
			bars += len(got.Formulas[i].Bars)
		}
		require.Equal(t, twin, bars == 0, name)
	}
}

// TestLevelBraces: the pieces of a brace, the strokes between them and the words at it belong to the
// formula. So does a short stroke.
func TestLevelBraces(t *testing.T) {
	t.Parallel()
	for _, stroke := range []float32{3, 25} {
		p := mathPage()
		p.Fonts[large].Shapes = levelPieces{}
		thick := int32(len(p.Paints))
		p.Paints = append(p.Paints, layout.Paint{FillAlpha: 1, StrokeAlpha: 1, LineWidth: 1.1})
		x := p.set(100, 200, 10, "so", " ", "that", " ")
		width := 4*5 + 2*stroke
		p.set(x, 200, 10, "$u", "+")
		p.set(x+width-10, 200, 10, "$v", " ", "holds")
		at := x
		for _, c := range []string{"&⏟", "", "&⏞", "&⏞", "", "&⏟"} {
			if c == "" {
				p.rule(at, at+stroke, 205)
				p.Paths[len(p.Paths)-1].Paint = thick
				at += stroke
				continue
			}
			at = p.set(at, 205, 10, c)
		}
		p.set(x+width/2-10, 216, 7, "$n", " ", "times")
		p.set(100, 232, 10, wordsOf("whenever this is one of the many")...)
		got := analyzed(t, p)
		require.Len(t, got.Formulas, 1, stroke)
		require.Len(t, got.Formulas[0].Bars, 2, stroke)
		require.Len(t, got.Formulas[0].Glyphs, len("u+v")+4+len("ntimes"), stroke)
	}
}

// levelPieces are the outlines of the pieces of a level brace.
type levelPieces struct{}

func (levelPieces) Ink(uint32) (layout.Rect, bool) {
	return layout.Rect{X0: 0, Y0: -0.06, X1: 0.5, Y1: 0.3}, true
}

func (levelPieces) Math(code uint32) (layout.MathChar, bool) {
	if code == '⏟' {
		return layout.MathChar{Char: '⏟', Piece: layout.LeftEnd}, true
	}
	return layout.MathChar{Char: '⏟', Piece: layout.Centre}, true
}

// TestBarsThatAreImages: a thin image is the bar of a fraction; strips of a picture are none.
func TestBarsThatAreImages(t *testing.T) {
	t.Parallel()
	for name, strips := range map[string]int{"a bar": 1, "a picture": 5} {
		p := mathPage()
		p.flow(100, 100, 300, 10, lorem)
		for i := range strips {
			p.Images = append(p.Images, layout.Image{Box: layout.Rect{X0: 250, Y0: 297 + 0.5*float32(i), X1: 260, Y1: 297.5 + 0.5*float32(i)}, Width: 1, Height: 1, Clip: -1, Mark: -1})
		}
		p.show(252, 293, 10, "a", run{font: variables})
		p.show(252, 306.5, 10, "b", run{font: variables})
		got := analyzed(t, p)
		bars := 0
		for i := range got.Formulas {
			bars += len(got.Formulas[i].Bars)
		}
		require.Equal(t, strips == 1, bars == 1, name)
	}
}

// TestBarsInPieces: pieces of one length that lie on each other are one bar.
//
//	 a + b
//	-----
//	   -----
//	   c
func TestBarsInPieces(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]float32{"one bar": 5, "two rules": 9} {
		p := mathPage()
		x := p.set(100, 200, 10, "so", " ", "$x", "~", "=", "~")
		p.set(x, 193, 10, "$a", "+", "$b")
		p.set(x+5, 207, 10, "$c")
		p.rule(x, x+5, 197.4)
		p.rule(x+5, x+10, 197.4)
		p.rule(x+15-last, x+15, 197.4)
		p.set(x+16, 200, 10, " ", "holds")
		p.set(100, 230, 10, wordsOf("and the text goes on below it")...)
		got := analyzed(t, p)
		isOne := len(got.Formulas) == 1 && len(got.Formulas[0].Bars) == 1 && got.Formulas[0].Bars[0].Width() == 15
		require.Equal(t, last == 5, isOne, name)
		if isOne {
			require.Empty(t, got.Rulings)
		}
	}
}

// TestBarsOfGlyphs: the bar of a root may be glyphs, which are then no characters of the formula.
func TestBarsOfGlyphs(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.Fonts[signs].Shapes = rootPieces{}
	x := p.set(100, 200, 10, "so", " ", "$x", "~", "=", "~")
	end := p.set(x, 200, 10, "@√")
	p.set(end-4.8, 200, 10, "@‾", "@‾")
	end = p.set(end, 200, 10, "$a", "$b")
	p.set(end, 200, 10, " ", "holds")
	p.set(100, 230, 10, wordsOf("and the text goes on below it")...)
	got := analyzed(t, p)
	require.Equal(t, "so <x = √ab> holds", withFormulas(got)[0])
	require.Len(t, got.Formulas[0].Bars, 1)
	require.InDelta(t, 11.1, got.Formulas[0].Bars[0].Width(), 0.1)
}

// rootPieces are the glyphs of the Symbol font that roots are built of.
type rootPieces struct{}

func (rootPieces) Ink(code uint32) (layout.Rect, bool) {
	if code == '√' {
		return layout.Rect{X0: 0.01, Y0: -0.04, X1: 0.515, Y1: 0.917}, true
	}
	return layout.Rect{X0: 0.48, Y0: 0.881, X1: 1.09, Y1: 0.917}, true
}

func (rootPieces) Math(code uint32) (layout.MathChar, bool) {
	return layout.MathChar{Char: rune(code)}, true
}

// TestSumsThatAreLargerLetters: a sigma of a larger size than what stands beside it is a sum. In a title it is a letter.
func TestSumsThatAreLargerLetters(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]float32{"a sum": 10, "a letter": 15} {
		p := mathPage()
		x := p.set(100, 200, 10, "so", " ", "$x", "~", "=", "~")
		x = p.set(x, 202, 15, "@Σ")
		p.set(x+1, 200, size, "$a", " ", "holds")
		p.set(100, 230, 10, wordsOf("and the text goes on below it")...)
		got := analyzed(t, p)
		isSum := false
		for i := range got.Formulas {
			for _, g := range got.Formulas[i].Glyphs {
				isSum = isSum || g.Char == '∑' && g.Size == 10
			}
		}
		require.Equal(t, size == 10, isSum, name)
	}
}

// TestWhiteBehindADecimalPoint: eqn sets a thin space there. Behind the end of a sentence is more.
func TestWhiteBehindADecimalPoint(t *testing.T) {
	t.Parallel()
	for gap, want := range map[float32]string{1.7: "so <x = 0.5> holds", 2.5: "so <x = 0>. 5 holds"} {
		p := mathPage()
		x := p.set(100, 200, 10, "so", " ", "$x", "~", "=", "~", "0", ".")
		p.set(x+gap, 200, 10, "5", " ", "holds")
		p.set(100, 230, 10, wordsOf("and the text goes on below it")...)
		require.Equal(t, want, withFormulas(analyzed(t, p))[0])
	}
}

// TestInfinityFromALargerSize: it has the size and the baseline of what it stands beside.
func TestInfinityFromALargerSize(t *testing.T) {
	t.Parallel()
	p := mathPage()
	x := p.set(100, 200, 10, "so", " ", "$x", "@→")
	x = p.set(x, 201.5, 13, "@∞")
	p.set(x, 200, 10, " ", "holds")
	p.set(100, 230, 10, wordsOf("and the text goes on below it")...)
	got := analyzed(t, p)
	require.Equal(t, "so <x→∞> holds", withFormulas(got)[0])
	for _, g := range got.Formulas[0].Glyphs {
		require.Equal(t, []float32{10, 200}, []float32{g.Size, g.Y})
	}
}

// TestBarsBesideSmallWords: the word of a script beside a bar does not say that the bar underlines a text.
func TestBarsBesideSmallWords(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]float32{"a fraction": 5, "underlined": 10} {
		p := mathPage()
		p.flow(100, 100, 300, 10, lorem)
		p.show(253-width("scale", size), 295, size, "scale", run{font: noSpace})
		p.fraction(260, 300, 10, "a", "bc")
		bars := 0
		for _, f := range analyzed(t, p).Formulas {
			bars += len(f.Bars)
		}
		require.Equal(t, size < 10, bars == 1, name)
	}
}

// TestBarsAndAccentsOfFormulas: marks over a letter, or between two, belong to the formula.
func TestBarsAndAccentsOfFormulas(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 200, 10, wordsOf("It begins here and the words go on below")...)
	x := p.set(100, 220, 10, "so", " ", "$x", "~", "=", "~")
	p.show(x, 216, 7, "1", run{font: noSpace}) // a bar of 3.6 points
	p.show(x, 225, 7, "2", run{font: noSpace})
	p.rule(x, x+width("1", 7), 217.5)
	p.set(x+width("1", 7)+1, 220, 10, "$y", " ", "holds")
	x = p.set(100, 240, 10, "so", " ", "$a", "~", "=", "~")
	p.show(x+1, 238, 10, "ˆ", run{font: noSpace}) // of the font of the text
	p.set(x, 240, 10, "$b", " ", "holds")
	x = p.set(100, 260, 10, "so", " ", "$a", "~", "=", "~")
	p.rule(x, x+width("c", 10), 253.5) // over italics of the text
	p.set(x, 260, 10, "/c", " ", "holds")
	x = p.set(100, 280, 10, "so", " ", "$a", "~")
	p.show(x, 276.5, 10, "∼", run{font: signs}) // over the other half of ≅
	p.set(x, 280, 10, "=", "~", "$b", " ", "holds")
	x = p.set(100, 303, 10, "so", " ", "$a", "~", "=", "~")
	p.show(x, 297, 10, "p", run{font: variables})
	p.show(x, 307, 10, "q", run{font: variables})
	p.rule(x, x+width("p", 10), 299.4)
	p.set(x+width("p", 10)+1, 303, 10, ",", "wwwww") // small letters reach over the bar
	p.set(100, 330, 10, "so", " ", "$a", "~", "=", "~", "(", "2", ")", "$.", "$.", "$.", "(", "$n", ")")
	p.set(100, 350, 10, wordsOf("words over the next line and more")...)
	x = p.set(100, 360, 10, "so", " ", "$a", "~", "=", "~")
	p.rule(x, x+width("b", 10), 352)
	p.set(x, 360, 10, "$b", " ", "holds")
	got := analyzed(t, p).Formulas
	var texts []string
	var bars []int
	for i := range got {
		texts, bars = append(texts, got[i].Text), append(bars, len(got[i].Bars))
	}
	require.Equal(t, []string{"x = 12y", "a = bˆ", "a = c", "a ∼= b", "a = pq", "a = (2)...(n)", "a = b"}, texts)
	require.Equal(t, []int{1, 0, 1, 0, 1, 0, 1}, bars)
}

func TestBulletsAreNoFormulas(t *testing.T) {
	t.Parallel()
	p := mathPage()
	for i := range 3 {
		p.set(100, 200+12*float32(i), 10, "@•", " ", "an", " ", "item", " ", "of", " ", "$n")
	}
	for _, l := range withFormulas(analyzed(t, p)) {
		require.Equal(t, "• an item of <n>", l)
	}
}

// TestAngleBracketsAreNoRelations: TeX takes them from a font of mathematics, and sets no white beside them.
func TestAngleBracketsAreNoRelations(t *testing.T) {
	t.Parallel()
	for text, parts := range map[string][]string{
		"see <graph.h> there":  {"see", " ", "$<", "graph.h", "$>", " ", "there"},
		"a map< Key > of them": {"a", " ", "map", "$<", " ", "Key", " ", "$>", " ", "of", " ", "them"},
		"copy <n> lines":       {"copy", " ", "$<", "/n", "$>", " ", "lines"},
		"the file <data>":      {"the", " ", "file", " ", "$<", "/data", "$>"},
		"name => its value":    {"name", " ", "@=", "$>", " ", "its", " ", "value"},
	} {
		p := mathPage()
		p.set(100, 200, 10, parts...)
		p.set(100, 300, 10, "Let", " ", "$x", "~", "$<", "~", "$y")
		page := analyzed(t, p)
		require.Equal(t, []string{text, "Let <x < y>"}, withFormulas(page))
		require.Len(t, page.Formulas, 1)
	}
}

// TestLeadersAreNoFormulas: some programs take their dots from a font of mathematics.
func TestLeadersAreNoFormulas(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.set(100, 200, 10, "cos", " ", "$.", "$.", "$.", "$.", "$.", "$.", " ", "551")
	p.set(100, 300, 10, "Let", " ", "$x", "~", "$<", "~", "$y", "$.", "$.", "$.", "$.")
	page := analyzed(t, p)
	require.Equal(t, []string{"cos ...... 551", "Let <x < y....>"}, withFormulas(page))
}

// fraction shows a numerator and a denominator of variables with their bar, the middle of
// which is at x.
func (p *page) fraction(x, y, size float32, above, below string) {
	w := max(width(above, size), width(below, size))
	p.show(x-width(above, size)/2, y-0.7*size, size, above, run{font: variables})
	p.rule(x-w/2, x+w/2, y-0.25*size)
	p.show(x-width(below, size)/2, y+0.65*size, size, below, run{font: variables})
}

func TestDisplays(t *testing.T) {
	t.Parallel()
	text := "The river that runs through the valley has been known to the people of the villages for many years."
	for name, c := range map[string]struct {
		draw func(p *page, y float32) float32
		want []string
	}{
		"in the middle": {func(p *page, y float32) float32 {
			p.set(250, y+12, 10, "$E", "~", "=", "~", "$m", "$c")
			return y + 36
		}, []string{"[E = mc]"}},
		"with a number": {func(p *page, y float32) float32 {
			p.set(250, y+12, 10, "$E", "~", "=", "~", "$m", "$c")
			p.set(380, y+12, 10, "(3.14)")
			return y + 36
		}, []string{"[E = mc] (3.14)"}},
		"with a number at the left": {func(p *page, y float32) float32 {
			p.set(100, y+12, 10, "(A.2)")
			p.set(250, y+12, 10, "$E", "~", "=", "~", "$m", "$c")
			return y + 36
		}, []string{"(A.2) [E = mc]"}},
		"a fraction": {func(p *page, y float32) float32 {
			x := p.set(250, y+18, 10, "$x", "~", "=", "~")
			p.fraction(x+10, y+18, 10, "a", "bcd")
			return y + 48
		}, []string{"[x = bacd]"}},
		"a fraction whose halves reach one end each": {func(p *page, y float32) float32 {
			x := p.set(250, y+18, 10, "$x", "~", "=", "~")
			wide := width("abcd", 10) + 18
			p.show(x, y+11, 10, "abcd", run{font: variables})
			p.rule(x, x+wide, y+15.5)
			p.show(x+18, y+24.5, 10, "efgh", run{font: variables})
			return y + 48
		}, []string{"[x = abcdefgh]"}},
		"rows in line": {func(p *page, y float32) float32 {
			p.set(240, y+12, 10, "$x", "~", "@≤", "~", "$a")
			p.set(247.7, y+27, 10, "@≤", "~", "$b")
			return y + 54
		}, []string{"[x ≤≤ ab]"}},
		"rows with numbers of their own": {func(p *page, y float32) float32 {
			p.set(240, y+12, 10, "$x", "~", "@≤", "~", "$a")
			p.set(390, y+12, 10, "(1)")
			p.set(247.7, y+27, 10, "@≤", "~", "$b")
			p.set(390, y+27, 10, "(2)")
			return y + 54
		}, []string{"[x ≤ a] (1)", "[≤ b] (2)"}},
		"rows with numbers that hang together": {func(p *page, y float32) float32 {
			x := p.set(240, y+18, 10, "$x", "~", "@≤", "~")
			p.fraction(x+10, y+18, 10, "a", "bcd")
			p.set(390, y+18, 10, "(1)")
			end := x + 10 + width("bcd", 10)/2
			p.set(end, y+29, 7, "$m") // a script of d, and of z
			p.set(end-width("z", 10), y+36, 10, "$z", "~", "@≤", "~", "$y")
			p.set(390, y+36, 10, "(2)")
			return y + 62
		}, []string{"[x ≤ bacd] (1)", "[zm≤ y] (2)"}},
		"with words": {func(p *page, y float32) float32 {
			p.set(210, y+12, 10, "$x", "~", "@≥", "~", "$y", " ", "for", " ", "all", " ", "$y", "~", "@≥", "~", "0")
			return y + 36
		}, []string{"[x ≥ y for all y ≥ 0]"}},
		"no display: the last line of a text": {func(p *page, y float32) float32 {
			p.set(100, y, 10, "$x", "~", "=", "~", "$y")
			return y + 36
		}, []string{"<x = y>"}},
		"no display: a title": {func(p *page, y float32) float32 {
			p.set(200, y+14, 10, "2.", " ", "The", " ", "case", " ", "of", " ", "$x", "~", "=", "~", "$y", "+", "$z", "+", "$a", "+", "$b")
			return y + 40
		}, []string{"2. The case of <x = y+z+a+b>"}},
		"no display: the last line of an item": {func(p *page, y float32) float32 {
			p.set(100, y+12, 10, append([]string{"1.", " "}, wordsOf("The river of the valley and the people with that")...)...)
			p.set(100+width("1.", 10)+3.3, y+24, 10, "$x", "~", "=", "~", "$y")
			return y + 54
		}, []string{"<x = y>"}},
		"no display: heads of a table": {func(p *page, y float32) float32 {
			for x := range 3 {
				p.set(190+40*float32(x), y+12, 10, "$x", "$y", "~", "+", "~", "$z")
			}
			return y + 36
		}, []string{"<xy + z> <xy + z> <xy + z>"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			y := p.flow(100, 100, 300, 10, text)
			y = c.draw(p, y)
			p.flow(100, y, 300, 10, text)
			got := analyzed(t, p)
			lines := withFormulas(got)
			var formulas []string
			for _, l := range lines {
				if strings.ContainsAny(l, "[<") {
					formulas = append(formulas, l)
				}
			}
			require.Equal(t, c.want, formulas)
			require.Empty(t, got.Rulings, "bars of fractions are no rules")
			for i := range got.Blocks {
				b := &got.Blocks[i]
				require.Nil(t, b.Table)
				if f := got.Formulas[0]; f.Display && f.At >= got.Lines[b.FirstLine].Start && f.At < got.Lines[b.FirstLine].End {
					require.Equal(t, int32(1), b.LineCount)
				}
			}
		})
	}
}

// TestNumbersBehindShortLines: lines around displays may end before the numbers of these and make no
// column of their own. A number in the column beside a display is not its number.
func TestNumbersBehindShortLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		draw func(p *page)
		want string
	}{
		"nothing else": {func(p *page) {}, "[E = mc] (1)"},
		"a line of the text further away": {func(p *page) {
			p.flow(100, 300, 300, 10, lorem)
		}, "[E = mc] (1)"},
		"lines of another column": {func(p *page) {
			p.set(330, 200, 10, wordsOf("The river that runs")...)
			p.set(330, 240, 10, wordsOf("through all of it")...)
		}, "[E = mc]"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			p.set(100, 200, 10, wordsOf("From this follows at once")...)
			p.set(140, 220, 10, "$E", "~", "=", "~", "$m", "$c")
			p.set(385, 220, 10, "(1)")
			p.set(100, 240, 10, wordsOf("and then from that also")...)
			c.draw(p)
			require.Contains(t, withFormulas(analyzed(t, p)), c.want)
		})
	}
}

// TestNumbersBehindCases: a display of cases may fill its column, so that its number stands near the next one.
func TestNumbersBehindCases(t *testing.T) {
	t.Parallel()
	p := mathPage()
	y := p.flow(60, 100, 180, 10, lorem)
	x := p.set(80, y+20, 10, "$x", "~", "=", "~")
	p.show(x, y+30, 40, "{", run{font: large})
	p.set(x+16, y+12, 10, "$a", ",", "   ", "if", " ", "$b")
	p.set(x+16, y+28, 10, "$c", ",", "   ", "otherwise", " ", "so")
	p.set(212, y+20, 10, "(1)")
	p.flow(60, y+44, 180, 10, lorem)
	p.flow(255, 100, 180, 10, lorem+lorem+lorem)
	got := analyzed(t, p)
	require.NotEmpty(t, got.Formulas)
	for _, f := range got.Formulas {
		require.Less(t, f.Box.X1, float32(212), f.Text)
	}
}

func TestFormulasInTwoColumns(t *testing.T) {
	t.Parallel()
	p := mathPage()
	for _, x := range []float32{60, 320} {
		y := float32(100)
		for range 3 {
			y = p.flow(x, y, 230, 10, lorem)
			p.set(x+90, y+12, 10, "$E", "~", "=", "~", "$m", "$c")
			y += 40
		}
	}
	got := analyzed(t, p)
	require.Len(t, got.Formulas, 6)
	for i, f := range got.Formulas {
		require.True(t, f.Display)
		require.Equal(t, i >= 3, f.Box.X0 > 300, "the second column is read behind the first")
	}
}

func TestFormulasAreBounded(t *testing.T) {
	t.Parallel()
	p := mathPage()
	for i := range 400 {
		p.show(50, float32(i), 10, strings.Repeat("x+", 60), run{font: variables})
	}
	for i := range 4000 {
		p.rule(50, 60+float32(i%500), float32(i%700))
	}
	got := analyzed(t, p)
	for i := range got.Formulas {
		require.LessOrEqual(t, len(got.Formulas[i].Glyphs), 2048)
	}
}

// TestFormulasOfHostilePages builds pages of too many signs that are linked in every possible way. The
// pages warn that not all of them were looked at.
func TestFormulasOfHostilePages(t *testing.T) {
	t.Parallel()
	brace := func(p *page, x, y float32) { p.show(x, y, 60, "{", run{font: large}) }
	letters := func(p *page, n int, size float32) {
		for i := range n {
			p.set(100+float32(i%245)*2*size, float32(i/245)*3.2*size, size, "$x")
		}
	}
	for name, fill := range map[string]func(p *page){
		"60,000 letters in one place": func(p *page) {
			for range 60000 {
				p.set(100, 100, 8, "$x")
			}
		},
		"60,000 letters apart": func(p *page) { letters(p, 60000, 1) },
		"10,000 letters on one line": func(p *page) {
			p.set(0, 100, 1, "$"+strings.Repeat("x", 10000))
		},
		"2,000 braces before 60,000 letters": func(p *page) {
			letters(p, 60000, 1)
			for i := range 2000 {
				brace(p, 20+float32(i%40)*2, 10+float32(i)*0.4)
			}
		},
		"20,000 equations in line": func(p *page) {
			for i := range 20000 {
				p.set(100, 10+float32(i)*0.035, 0.03, "$x", "~", "=", "~", "$y")
			}
		},
		"scripts of scripts": func(p *page) {
			for j := range 20 {
				x := float32(10)
				for i := range 1000 {
					x = p.set(x, float32(100+20*j-i%80), max(1, 10-float32(i)*0.2), "$x")
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			fill(p)
			got := analyzed(t, p)
			require.LessOrEqual(t, len(got.Formulas), limits.FormulasPage)
			require.Equal(t, "formulas_limit", got.Warnings[0].Code)
		})
	}
}

// TestFormulasInStretchedLines: in lines that are justified the spaces around relations are
// stretched more than those between words.
func TestFormulasInStretchedLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		parts []string
		want  string
	}{
		"a relation":                   {[]string{"so", "  ", "that", "  ", "$x", "   ", "=", "   ", "$y", "  ", "holds"}, "so that <x = y> holds"},
		"a number behind it":           {[]string{"so", "  ", "that", "  ", "$x", "   ", "=", "   ", "2", "  ", "holds"}, "so that <x = 2> holds"},
		"between words that are not":   {[]string{"so", " ", "that", " ", "$x", "   ", "=", "   ", "$y", " ", "holds"}, "so that <x> = <y> holds"},
		"behind a word in a script":    {[]string{"so", " ", "$V", "_out", "~", "@→", "~", "$y", " ", "holds"}, "so <Vout → y> holds"},
		"a colon between two":          {[]string{"so", " ", "$f", "~", ":", "~", "$A", "~", "@→", "~", "$B", " ", "holds"}, "so <f : A → B> holds"},
		"a colon of the sentence":      {[]string{"with", " ", "$f", ":", " ", "it", " ", "holds"}, "with <f>: it holds"},
		"two with a space between":     {[]string{"for", " ", "$a", "_$i", " ", "$x", "~", "=", "~", "$y", " ", "it", " ", "is"}, "for <ai x = y> it is"},
		"two with a comma between":     {[]string{"for", " ", "$x", "~", "=", "~", "$y", ",", " ", "$a", "_$i", " ", "it", " ", "is"}, "for <x = y>, <ai> it is"},
		"two with a word between":      {[]string{"for", "  ", "$x", "~", "=", "~", "$y", "  ", "is", "  ", "$a", "  ", "so"}, "for <x = y> is <a> so"},
		"a sum and what it sums":       {[]string{"so", " ", "@∑", "_$i", " ", "(", "2", "$n", ")", " ", "holds"}, "so <∑i (2n)> holds"},
		"a name before a bracket":      {[]string{"so", " ", "sat", "(", "2", "$n", ")", " ", "holds"}, "so <sat(2n)> holds"},
		"a bracket of the sentence":    {[]string{"so", " ", "$x", "_$i", " ", "(here)", " ", "holds"}, "so <xi> (here) holds"},
		"an operator between two":      {[]string{"so", "  ", "that", "  ", "$x", "   ", "+", "   ", "$y", "  ", "holds"}, "so that <x + y> holds"},
		"an operator between figures":  {[]string{"so", "  ", "that", "  ", "$x", "   ", "=", "   ", "1", "   ", "+", "   ", "2", "  ", "holds"}, "so that <x = 1 + 2> holds"},
		"an operator before a word":    {[]string{"so", "  ", "that", "  ", "$x", "   ", "+", "   ", "more", "  ", "holds"}, "so that <x> + more holds"},
		"a relation of a loose line":   {[]string{"so", "  ", "that", "  ", "$x", "   ", "~", "=", "   ", "~", "$y", "  ", "holds"}, "so that <x = y> holds"},
		"far behind the words":         {[]string{"so", "  ", "that", "  ", "$xyzuvw", "~", "@⊗", "~", "$xyzuvwxyzuvwxyzuvw", "   ", "=", "   ", "$y"}, "so that <xyzuvw ⊗ xyzuvwxyzuvwxyzuvw = y>"},
		"a relation behind a sentence": {[]string{"so", "  ", "that", "   ", "@≥", "   ", "$y", "  ", "holds"}, "so that <≥ y> holds"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			p.set(100, 200, 10, append(append(wordsOf("It begins"), " "), c.parts...)...)
			p.set(100, 212, 10, wordsOf("and the text goes on below it")...)
			got := withFormulas(analyzed(t, p))
			require.Equal(t, "It begins "+c.want, got[0])
		})
	}
}

// TestRelationsOfTwoSignsHaveTwoSides: of two signs that make one relation, the lower one tells their
// line. The relation has both its sides.
func TestRelationsOfTwoSignsHaveTwoSides(t *testing.T) {
	t.Parallel()
	p := mathPage()
	x := p.set(100, 200, 10, "so", " ", "that", " ", "$x", "!", "!", "!", "!", "!")
	p.set(x, 196.2, 10, "@∼")
	p.set(x, 200, 10, "=", "!", "!", "!", "!", "!", "$y", " ", "holds")
	got := analyzed(t, p)
	require.Len(t, got.Formulas, 1)
	require.Equal(t, "x ∼= y", got.Formulas[0].Text)
}

// TestFormulasOfNeighbouringLines: a glyph close under a sign of the line above is no limit of that
// sign if it has a base or a bar of its own.
func TestFormulasOfNeighbouringLines(t *testing.T) {
	t.Parallel()
	for name, below := range map[string]func(p *page, x float32){
		"a fraction": func(p *page, x float32) {
			p.set(x+1, 207.5, 7, "$c")
			p.rule(x, x+6, 209.5)
			p.set(x+1, 216, 7, "$d")
		},
		"the upper limit of a sum": func(p *page, x float32) {
			end := p.set(x-5, 213, 10, "@∑")
			p.set(end, 208, 7, "$n")
			p.set(end+6, 213, 10, "$a")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			x := p.set(100, 200, 10, "so", " ", "that", " ", "the", " ", "number", " ", "$a", "~")
			p.set(x, 200, 10, "@⊗", "~", "$b", " ", "holds", " ", "here")
			p.set(100, 213, 10, wordsOf("whenever we")...)
			below(p, x)
			got := analyzed(t, p)
			require.Len(t, got.Formulas, 2)
			require.Equal(t, "a ⊗ b", got.Formulas[0].Text)
		})
	}
}

// TestFormulasOfTwoLinesArePartedAgain: linked glyphs in two lines of a text are a formula in each line
// if words stand beside both. Rows between high brackets are one formula.
func TestFormulasOfTwoLinesArePartedAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		below func(p *page, x float32) float32 // the lower half of a fraction, and the line below; returns its end
		want  []string
	}{
		"a fraction over the scripts of a sum": {func(p *page, x float32) float32 {
			p.set(x+3, 196.5, 7, "$c", "$p")
			p.rule(x+2, x+16, 198)
			p.set(x+4, 206, 7, "$d", "$d")
			return p.set(x+1, 213, 10, "@∑", "_$n", "~", "$g")
		}, []string{"b = cdpd", "∑ng"}},
		"beside another formula": {func(p *page, x float32) float32 {
			p.set(x+3, 196.5, 7, "$c", "$p")
			p.rule(x+2, x+16, 198)
			p.set(x+4, 206, 7, "$d", "$d")
			sum := p.set(x-16, 213, 10, "$f", "~", "@≤", "~")
			return p.set(sum, 213, 10, "@∑", "_$n", "~", "$g")
		}, []string{"b = cdpd", "f ≤ ∑ng"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			x := p.set(100, 200, 10, "so", " ", "that", " ", "the", " ", "number", " ", "$b", "~", "@=", "~")
			end := c.below(p, x)
			p.set(x+20, 200, 10, wordsOf("holds here")...)
			p.set(100, 213, 10, wordsOf("whenever this")...)
			p.set(end, 213, 10, " ", "is", " ", "one")
			got := analyzed(t, p)
			var texts []string
			for i := range got.Formulas {
				texts = append(texts, strings.ReplaceAll(got.Formulas[i].Text, " ", ""))
			}
			for i := range c.want {
				c.want[i] = strings.ReplaceAll(c.want[i], " ", "")
			}
			require.Equal(t, c.want, texts)
		})
	}
}

// TestFormulasInItalics: words in italics between formulas are text if the text is in italics. Elsewhere
// they are products of variables.
func TestFormulasInItalics(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		parts []string
		want  string
	}{
		"words of a theorem":       {[]string{"/Suppose", " ", "/that", " ", "$x", "~", "=", "~", "$y", " ", "/with", " ", "$a", "~", "=", "~", "$b", " ", "/remains"}, "Suppose that <x = y> with <a = b> remains"},
		"the first of them":        {[]string{"Here.", " ", "/Let", " ", "$x", "~", "=", "~", "$y", " ", "/remain", " ", "/bounded"}, "Here. Let <x = y> remain bounded"},
		"variables":                {[]string{"suppose", " ", "that", " ", "/ab", "~", "@≤", "~", "$c", " ", "remains"}, "suppose that <ab ≤ c> remains"},
		"a variable before a name": {[]string{"suppose", " ", "that", " ", "$y", "~", "@+", "~", "/e", "!", "cosh", "$z", " ", "remains"}, "suppose that <y + ecoshz> remains"},
		"variables with capitals":  {[]string{"/Suppose", " ", "/that", " ", "/dS", "~", "@≤", "~", "$c", " ", "/remains"}, "Suppose that <dS ≤ c> remains"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			p.set(100, 200, 10, c.parts...)
			require.Equal(t, c.want, withFormulas(analyzed(t, p))[0])
		})
	}
}

// TestFormulasInFewSmallWords: the words of a short note are in no script.
func TestFormulasInFewSmallWords(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.flow(100, 100, 300, 12, lorem)
	p.set(100, 400, 8, "so", " ", "$q", ",", " ", "with", " ", "$r", "~", "=", "~", "2", " ", "here", " ", "and", " ", "$V", "_metal")
	lines := withFormulas(analyzed(t, p))
	require.Contains(t, lines, "so <q>, with <r = 2> here and <Vmetal>")
}

// TestGlyphsWithActualTextAreOfFormulas: browsers write an ActualText for each glyph without a code.
func TestGlyphsWithActualTextAreOfFormulas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		mark layout.Mark
		want string
	}{
		"one sign":        {layout.Mark{Parent: -1, MCID: -1, HasActual: true, ActualText: "∑", Sign: layout.MathChar{Char: '∑'}}, "so <∑ = x> holds"},
		"a sign not seen": {layout.Mark{Parent: -1, MCID: -1, HasActual: true, ActualText: "\u2062", Sign: layout.MathChar{Char: 0x2062}}, "so <= x> holds"},
		"words":           {layout.Mark{Parent: -1, MCID: -1, HasActual: true, ActualText: "the sum"}, "so the sum <= x> holds"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			p.Fonts = append(p.Fonts, &layout.Font{Name: "LatinModernMath-Regular", Ascent: 0.75, Descent: -0.25, Math: layout.MathAll})
			all := int32(len(p.Fonts) - 1)
			x := p.set(100, 200, 10, "so", " ")
			x = p.show(x, 200, 10, "\ue000", run{font: all, mark: p.addMark(c.mark)})
			p.set(x, 200, 10, "~", "@=", "~", "$x", " ", "holds")
			require.Equal(t, []string{c.want}, withFormulas(analyzed(t, p)))
		})
	}
}

// TestFormulaSignIsOfNoScript: lines of formulas are no lines of Arabic, although the code of the sign is
// near that script.
func TestFormulaSignIsOfNoScript(t *testing.T) {
	t.Parallel()
	require.False(t, chars.IsRTL(layout.FormulaSign))
	require.True(t, chars.IsRTL('\uFDCF'))
	require.True(t, chars.IsRTL('\uFDF0'))
}

// TestHighSignsLeaveTheLinesAroundThem: small glyphs near a high sign may belong to the line above or
// below it.
func TestHighSignsLeaveTheLinesAroundThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		draw func(p *page, x float32)
		want []string
	}{
		"a script of the line above, over what a bracket holds": {func(p *page, x float32) {
			x = p.set(x, 214, 10, "$x", "~", "=", "~")
			p.show(x, 217, 18, "(", run{font: large})
			p.set(x+12, 201, 10, "$z", "_$i")
			p.set(x+12, 214, 10, "$y")
			p.show(x+19, 217, 18, ")", run{font: large})
		}, []string{"zi", "x =( y)"}},
		"a script of the line above, before a bracket": {func(p *page, x float32) {
			p.set(x, 201, 10, "$z", "_$i")
			end := p.set(x-8, 214, 10, "$x", "~", "=", "~")
			p.show(end, 217, 18, "(", run{font: large})
			p.set(end+12, 214, 10, "$y")
			p.show(end+19, 217, 18, ")", run{font: large})
		}, []string{"zi", "x =( y)"}},
		"a word of the line above, over a large sum": {func(p *page, x float32) {
			p.set(x-30, 200, 10, "so", " ", "here", " ", "we")
			p.set(x, 214, 16, "&∑")
			p.set(x+16, 214, 10, "$x", "~", "@≤", "~", "$y")
		}, []string{"∑ x ≤ y"}},
		"a power of the line below, under a root": {func(p *page, x float32) {
			x = p.set(x, 214, 10, "$x", "~", "=", "~")
			p.show(x, 214, 10, "√", run{font: signs})
			p.rule(x+width("√", 10), x+20, 207)
			p.set(x+width("√", 10), 214, 10, "$y")
			p.set(x-8, 224, 10, "$z", "^$k")
		}, []string{"x = √y", "zk"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := mathPage()
			c.draw(p, 200)
			var texts []string
			for _, f := range analyzed(t, p).Formulas {
				texts = append(texts, f.Text)
			}
			require.Equal(t, c.want, texts)
		})
	}
}

// TestWordsOfProgramTextNameNoFunction: manuals set commands beside brackets of mathematics.
func TestWordsOfProgramTextNameNoFunction(t *testing.T) {
	t.Parallel()
	for name, mono := range map[string]bool{"so begin<(x) = y> holds": true, "so <begin(x) = y> holds": false} {
		p := mathPage()
		p.Fonts = append(p.Fonts, &layout.Font{Name: "Words10", Ascent: 0.75, Descent: -0.25, Mono: mono})
		x := p.set(100, 200, 10, "so", " ")
		x = p.show(x, 200, 10, "begin", run{font: int32(len(p.Fonts) - 1)})
		p.set(x, 200, 10, "@(", "$x", "@)", "~", "@=", "~", "$y", " ", "holds")
		require.Equal(t, []string{name}, withFormulas(analyzed(t, p)))
	}
}

// TestHeadsThatAreFormulas: a variable over numbers is a head, a power of ten among them a number.
func TestHeadsThatAreFormulas(t *testing.T) {
	t.Parallel()
	p := mathPage()
	p.rule(70, 400, 88)
	p.set(72, 100, 10, "Case")
	p.set(225, 100, 10, "$x", "_2", "~", "+", "~", "$y")
	p.rule(180, 300, 104)
	for i, head := range []string{"$a", "$b", "$c"} {
		p.set(200+80*float32(i), 116, 10, head, "_1")
	}
	p.rule(70, 400, 120)
	for i, key := range []string{"North", "South", "East"} {
		y := 132 + 14*float32(i)
		p.set(72, y, 10, key)
		p.set(200, y, 10, "2.5")
		p.set(280, y, 10, "10", "^4")
		p.set(360, y, 10, "1.7")
	}
	p.rule(70, 400, 166)
	got := cellsOf(analyzed(t, p))
	f := string(layout.FormulaSign)
	require.Equal(t, []string{"Case|" + f + ">|\n|" + f + "|" + f + "|" + f + "\nNorth|2.5|104|1.7\nSouth|2.5|104|1.7\nEast|2.5|104|1.7"}, got)
}
