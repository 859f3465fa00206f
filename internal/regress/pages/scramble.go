package pages

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// Scramble makes a case of pages that are somebody's: it puts other letters in place of those
// of every word that known does not have, and of all long numbers, and draws them as wide as the
// new letters are, so that neither text nor widths tell what stood there. Letters that are drawn as
// paths are blurred. The same word becomes
// the same word on all pages, since rules compare them. What no stage reads is dropped: pixels,
// cells of patterns, masks. The pages are changed in place.
func Scramble(c *Case, known func(word string) bool) {
	s := &scrambler{known: known, pools: map[class][]rune{}, words: map[string][]rune{}, numbers: map[string][]rune{}}
	for _, p := range c.Pages {
		s.readFonts(p)
	}
	for _, p := range c.Pages {
		s.page(p)
	}
	s.outline(c.Outline)
	c.Title = s.text(c.Title)
	if c.Structure != nil {
		s.structure(c.Structure)
	}
	round(reflect.ValueOf(c).Elem(), fine)
}

// A class is letters of one script and kind, which may stand for each other.
type class struct {
	script string
	kind   uint8
}

// The kinds of letters.
const (
	vowel   uint8 = iota
	tall          // a consonant that rises above the others, or a capital one
	low           // any other consonant
	unnamed       // a letter of a script whose kinds do not matter here
)

const (
	vowels = "aeiouy"
	talls  = "bdfhklt"
)

// classOf returns the class of a small letter, or of one of a script without small letters.
func classOf(r rune) class {
	switch {
	case r < 0x80 && strings.ContainsRune(vowels, r):
		return class{"Latin", vowel}
	case r < 0x80 && strings.ContainsRune(talls, r):
		return class{"Latin", tall}
	case r < 0x80:
		return class{"Latin", low}
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return class{name, unnamed}
		}
	}
	return class{"", unnamed}
}

// scrambler scrambles the texts of one case.
type scrambler struct {
	known   func(string) bool
	fonts   []fontLetters        // of the page
	pools   map[class][]rune     // the letters that the pages have of each class, in the order in which they come
	words   map[string][]rune    // what each word becomes
	numbers map[string][]rune    // what each long number becomes
	widths  map[letter][]float32 // advances in ems
	codes   map[letter]uint32    // a code of each character
}

// fontLetters are the letters of a font on its page.
type fontLetters struct {
	font   *layout.Font
	shapes shapes
	codes  map[glyphKey]uint32 // new codes
}

// glyphKey is a glyph of a font before its code is another one.
type glyphKey struct {
	text string
	code uint32
}

// letter is a character of a font of the document.
type letter struct {
	font int
	char rune
}

// readFonts notes which letters there are, how wide they are and what their codes are.
func (s *scrambler) readFonts(p *layout.Content) {
	if s.widths == nil {
		s.widths, s.codes = map[letter][]float32{}, map[letter]uint32{}
	}
	for i := range p.Runs {
		run := &p.Runs[i]
		if run.Font < 0 || run.Size <= 0 {
			continue
		}
		font := p.Fonts[run.Font]
		for _, g := range p.Glyphs[run.First : run.First+run.Count] {
			if g.Char < 0 || !unicode.IsLetter(g.Char) {
				continue
			}
			key := letter{font.ID, g.Char}
			if len(s.widths[key]) < 16 {
				s.widths[key] = append(s.widths[key], g.Advance/run.Size)
			}
			if _, ok := s.codes[key]; !ok {
				s.codes[key] = g.Code
			}
			small := unicode.ToLower(g.Char)
			if c := classOf(small); !slices.Contains(s.pools[c], small) {
				s.pools[c] = append(s.pools[c], small)
			}
		}
	}
}

// page scrambles all texts of a page.
func (s *scrambler) page(p *layout.Content) {
	s.fonts = make([]fontLetters, len(p.Fonts))
	for i, f := range p.Fonts {
		s.fonts[i] = fontLetters{font: f, shapes: shapes{}, codes: map[glyphKey]uint32{}}
	}
	s.runs(p)
	for i, f := range s.fonts {
		bare := *f.font
		bare.Handle, bare.Shapes = nil, nil
		bare.Name, bare.Family = s.fontName(bare.Name), s.fontName(bare.Family)
		if len(f.shapes) > 0 {
			bare.Shapes = f.shapes
		}
		p.Fonts[i] = &bare
	}
	blur(p)
	p.Label, p.Warnings = s.text(p.Label), nil
	for i := range p.Marks {
		m := &p.Marks[i]
		m.ActualText, m.Alt, m.Expansion = s.text(m.ActualText), s.text(m.Alt), s.text(m.Expansion)
	}
	for i := range p.Links {
		l := &p.Links[i]
		l.URI, l.Title = s.text(l.URI), s.text(l.Title)
		if l.Target != nil {
			target := *l.Target
			target.Name = s.text(target.Name)
			l.Target = &target
		}
	}
	for i := range p.Fields {
		s.field(&p.Fields[i])
	}
	for i := range p.Images {
		p.Images[i].Text, p.Images[i].Handle = s.text(p.Images[i].Text), nil
	}
	for i := range p.Shadings {
		p.Shadings[i].Handle = nil
	}
	for i := range p.Patterns {
		p.Patterns[i].Cell = nil
	}
	for i := range p.Masks {
		p.Masks[i].Content, p.Masks[i].Transfer = nil, nil
	}
}

// Letters that are drawn as paths have at least so many steps, and are no larger than that many
// points.
const (
	letterSteps = 9
	letterSide  = 40
)

// blur makes the outlines of drawn letters such that nobody reads them: it moves their points about
// in their boxes, but for those on the edges.
func blur(p *layout.Content) {
	for i := range p.Paths {
		path := &p.Paths[i]
		if path.Count < letterSteps || max(path.Box.Width(), path.Box.Height()) > letterSide {
			continue
		}
		rnd := rand.New(rand.NewPCG(uint64(path.First), uint64(path.Count)))
		between := func(a, b float32) float32 { return a + (b-a)*rnd.Float32() }
		for j := path.First; j < path.First+path.Count; j++ {
			s := &p.Segments[j]
			for k := range s.P[:pointsOf(s.Verb)] {
				if at := &s.P[k]; at.X > path.Box.X0 && at.X < path.Box.X1 && at.Y > path.Box.Y0 && at.Y < path.Box.Y1 {
					*at = layout.Point{X: between(path.Box.X0, path.Box.X1), Y: between(path.Box.Y0, path.Box.Y1)}
				}
			}
		}
	}
}

// fontName keeps what rules read in the name of a font.
func (s *scrambler) fontName(name string) string {
	if stylish.MatchString(name) {
		return name
	}
	return s.text(name)
}

// stylish are names of fonts that everybody has, and of those of TeX.
var stylish = regexp.MustCompile(`(?i)^(arial|times|helvetica|courier|georgia|verdana|calibri|cambria|symbol|liberation|dejavu|nimbus|stix|cm|lm|msam|msbm|eu|tx|px|rsfs|wasy|zapf|wingdings)`)

func (s *scrambler) field(f *layout.Field) {
	for _, t := range []*string{&f.Name, &f.Title, &f.Caption, &f.Export, &f.LabelText} {
		*t = s.text(*t)
	}
	f.Values = slices.Clone(f.Values)
	for i := range f.Values {
		f.Values[i] = s.text(f.Values[i])
	}
	f.Options = slices.Clone(f.Options)
	for i := range f.Options {
		f.Options[i].Export, f.Options[i].Display = s.text(f.Options[i].Export), s.text(f.Options[i].Display)
	}
}

func (s *scrambler) outline(items []semantic.OutlineItem) {
	for i := range items {
		items[i].Title, items[i].URI, items[i].Target.Name = s.text(items[i].Title), s.text(items[i].URI), s.text(items[i].Target.Name)
		s.outline(items[i].Children)
	}
}

func (s *scrambler) structure(tree *semantic.Structure) {
	for i := range tree.Elements {
		e := &tree.Elements[i]
		e.Type = s.text(e.Type)
		if e.Properties == nil {
			continue
		}
		p := *e.Properties
		p.ID, p.Alt, p.ActualText, p.Expansion = s.text(p.ID), s.text(p.Alt), s.text(p.ActualText), s.text(p.Expansion)
		p.Attributes, p.Files = slices.Clone(p.Attributes), nil
		for j := range p.Attributes {
			a := &p.Attributes[j]
			a.Values = slices.Clone(a.Values)
			for k := range a.Values {
				a.Values[k] = s.text(a.Values[k])
			}
		}
		e.Properties = &p
	}
}

// stretches are what a text is made of: words, numbers, and what lies between.
var stretches = regexp.MustCompile(`[\p{L}\p{M}]+|[0-9]+`)

// text scrambles a text that no glyphs show.
func (s *scrambler) text(t string) string {
	return stretches.ReplaceAllStringFunc(t, func(w string) string { return string(s.word([]rune(w))) })
}

// ligatures are letters that a glyph may show together: they stay, so that a word becomes the
// same whether it has such glyphs.
var ligatures = regexp.MustCompile(`(?i)ff[il]?|f[il]|[^\p{L}]`)

// roman are numbers in letters.
var roman = regexp.MustCompile(`^[ivxlc]{1,6}$`)

// word returns what a word or number becomes.
func (s *scrambler) word(old []rune) []rune {
	if old[0] < 0x80 && unicode.IsDigit(old[0]) {
		return s.number(old)
	}
	small := strings.ToLower(string(old))
	if utf8.RuneCountInString(small) != len(old) || len(old) == 1 && standsAlone(old[0]) || roman.MatchString(small) || s.known(small) {
		return old
	}
	become, ok := s.words[small]
	if !ok {
		become = s.scrambled([]rune(small))
		s.words[small] = become
	}
	out := slices.Clone(become)
	for i, r := range old {
		if unicode.IsUpper(r) {
			out[i] = unicode.ToUpper(out[i])
		}
	}
	return out
}

// standsAlone reports whether a letter names things by itself, as labels and variables do:
// letters of Europe, and those of mathematics.
func standsAlone(r rune) bool {
	return r < 0x590 || r >= 0x2100 && r < 0x2150 || r >= 0x1D400 && r < 0x1D800
}

// scrambled draws the letters of a word that is new.
func (s *scrambler) scrambled(word []rune) []rune {
	rnd := rand.New(rand.NewPCG(uint64(len(s.words)), uint64(len(word))))
	keep := make([]bool, len(word))
	for _, at := range ligatures.FindAllStringIndex(string(word), -1) {
		for i := utf8.RuneCountInString(string(word)[:at[0]]); i < utf8.RuneCountInString(string(word)[:at[1]]); i++ {
			keep[i] = true
		}
	}
	out := slices.Clone(word)
	for i, r := range word {
		pool := s.pools[classOf(r)]
		if !keep[i] && len(pool) > 1 {
			out[i] = pool[rnd.IntN(len(pool))]
		}
	}
	return out
}

// shortNumber is the number of digits that stay: those of sections, notes and pages.
const shortNumber = 3

// number draws other digits for a long number, but for the first two: it may be a year.
func (s *scrambler) number(old []rune) []rune {
	if len(old) <= shortNumber {
		return old
	}
	return s.digits(old, 2)
}

// digits draws other digits behind the first ones of a number.
func (s *scrambler) digits(old []rune, keep int) []rune {
	become, ok := s.numbers[string(old)]
	if !ok {
		rnd := rand.New(rand.NewPCG(uint64(len(s.numbers)), uint64(len(old))))
		become = slices.Clone(old)
		for i := keep; i < len(become); i++ {
			become[i] = '0' + rune(rnd.IntN(10))
		}
		s.numbers[string(old)] = become
	}
	return become
}

// A shown is a glyph of a page with its text.
type shown struct {
	run, glyph int
	text       []rune
	along, off float32 // place along the baseline of its run, and across it
	end        float32
	size       float32
}

// runs scrambles the glyphs of a page word by word.
func (s *scrambler) runs(p *layout.Content) {
	var word, lone []shown
	for r := range p.Runs {
		run := &p.Runs[r]
		x, y := direction(run)
		for g := run.First; g < run.First+run.Count; g++ {
			glyph := &p.Glyphs[g]
			one := shown{run: r, glyph: int(g), along: glyph.X*x + glyph.Y*y, off: glyph.Y*x - glyph.X*y, size: run.Size}
			one.end = one.along + glyph.Advance
			one.text = []rune{glyph.Char}
			if glyph.Char < 0 {
				one.text = []rune(p.Strings[^glyph.Char])
			}
			if len(word) > 0 && !goesOn(&word[len(word)-1], &one) {
				lone = s.show(p, word, lone)
				word = word[:0]
			}
			word = append(word, one)
		}
	}
	s.show(p, word, lone)
	s.mixed(p)
	for _, run := range p.Runs {
		for g := run.First; g < run.First+run.Count; g++ {
			if run.Font >= 0 {
				s.code(&s.fonts[run.Font], p, &p.Glyphs[g])
			}
		}
	}
}

// mixed scrambles the texts of glyphs that show more than letters, and drops those that no glyph
// has any more.
func (s *scrambler) mixed(p *layout.Content) {
	var kept []string
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if g.Char >= 0 {
			continue
		}
		text := p.Strings[^g.Char]
		if kindOf([]rune(text)) == 0 {
			text = s.text(text)
		}
		at := slices.Index(kept, text)
		if at < 0 {
			at, kept = len(kept), append(kept, text)
		}
		g.Char = ^rune(at)
	}
	p.Strings = kept
}

// direction is the way along the baseline of a run.
func direction(run *layout.Run) (x, y float32) {
	if run.Flags&layout.VerticalMode != 0 {
		return 0, 1
	}
	a, b := run.Em[0], run.Em[1]
	if a == 0 && b == 0 {
		return 1, 0
	}
	length := max(abs(a), abs(b))
	return a / length, b / length
}

func abs(v float32) float32 { return max(v, -v) }

// Parts of a word stand on one baseline, with no more between them than letters that are set
// apart have. Both in sizes.
const (
	withinWord = 0.15
	sameLine   = 0.1
)

// goesOn reports whether a glyph belongs to the word or number of the one before it.
func goesOn(a, b *shown) bool {
	if kindOf(a.text) != kindOf(b.text) || kindOf(a.text) == 0 {
		return false
	}
	return abs(a.off-b.off) <= sameLine*a.size && abs(b.along-a.end) <= withinWord*a.size
}

// kindOf tells letters (1) and digits (2) from all else (0).
func kindOf(text []rune) int {
	kind := 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r):
			kind = max(kind, 1)
		case r >= '0' && r <= '9':
			kind = 2
		default:
			return 0
		}
	}
	return kind
}

// spelled is within how many sizes of each other lone letters are a word that is spelled out.
const spelled = 1.2

// show writes the word that stands for a word of the page. It returns the lone letters of
// this line so far, so that spelling a word does not keep it.
func (s *scrambler) show(p *layout.Content, word, lone []shown) []shown {
	if len(word) == 0 || kindOf(word[0].text) == 0 {
		return lone
	}
	var old []rune
	for i := range word {
		old = append(old, word[i].text...)
	}
	if len(old) == 1 && kindOf(old) == 1 {
		return s.spell(p, word[0], lone)
	}
	if s.isFraction(p, word, old) {
		s.write(p, word, s.digits(old, 0))
		return lone[:0]
	}
	s.write(p, word, s.word(old))
	return lone[:0]
}

// sectionsMost is how many sections of a chapter are counted at most: 3.30, but not 3.31.
const sectionsMost = 30

// isFraction reports whether digits stand behind a number and its point or comma, as they do in
// amounts and measures, not in the numbers of sections.
func (s *scrambler) isFraction(p *layout.Content, word []shown, digits []rune) bool {
	at := word[0].glyph
	if kindOf(digits) != 2 || at < 2 || len(digits) < 2 {
		return false
	}
	before := p.Glyphs[at-2].Char
	if before < '0' || before > '9' || abs(p.Glyphs[at-2].Y-p.Glyphs[at].Y) > sameLine*word[0].size {
		return false
	}
	value := 0
	for _, d := range digits[:min(len(digits), 4)] {
		value = 10*value + int(d-'0')
	}
	point := p.Glyphs[at-1].Char
	return point == ',' || point == '.' && (value > sectionsMost || digits[0] == '0')
}

// spell notes a letter that stands alone. From the third on in one line they are scrambled.
func (s *scrambler) spell(p *layout.Content, one shown, lone []shown) []shown {
	if n := len(lone); n > 0 && (abs(lone[n-1].off-one.off) > sameLine*one.size || abs(one.along-lone[n-1].end) > spelled*one.size) {
		lone = lone[:0]
	}
	lone = append(lone, one)
	if len(lone) < 3 && standsAlone(one.text[0]) {
		return lone
	}
	for i := range lone {
		if i < len(lone)-1 && len(lone) > 3 {
			continue // written before
		}
		small := []rune{unicode.ToLower(lone[i].text[0])}
		become := s.scrambled(small)
		s.words[fmt.Sprint("\x00", len(s.words))] = become
		if unicode.IsUpper(lone[i].text[0]) {
			become[0] = unicode.ToUpper(become[0])
		}
		s.write(p, []shown{lone[i]}, become)
	}
	return lone
}

// write puts new letters in place of the old ones, with the widths that they have in their font,
// so that the word is as wide as before.
func (s *scrambler) write(p *layout.Content, word []shown, become []rune) {
	at := 0
	changed := false
	for i := range word {
		n := len(word[i].text)
		fresh := become[at : at+n]
		at += n
		if slices.Equal(fresh, word[i].text) {
			continue
		}
		changed = true
		g := &p.Glyphs[word[i].glyph]
		if n == 1 && g.Char >= 0 {
			g.Char = fresh[0]
			continue
		}
		p.Strings = append(p.Strings, string(fresh))
		g.Char = ^rune(len(p.Strings) - 1)
	}
	if !changed {
		return
	}
	for first := 0; first < len(word); {
		last := first
		for last+1 < len(word) && word[last+1].run == word[first].run {
			last++
		}
		s.space(p, word[first:last+1])
		first = last + 1
	}
}

// space sets the glyphs of a word in one run as far apart as their letters ask for.
func (s *scrambler) space(p *layout.Content, word []shown) {
	run := &p.Runs[word[0].run]
	if run.Font < 0 || run.Flags&layout.VerticalMode != 0 || len(word) < 2 {
		return
	}
	font := p.Fonts[run.Font].ID
	widths := make([]float32, len(word))
	natural, total, advances := float32(0), word[len(word)-1].end-word[0].along, float32(0)
	for i := range word {
		g := &p.Glyphs[word[i].glyph]
		widths[i] = g.Advance
		advances += g.Advance
		if known := s.widths[letter{font, g.Char}]; len(known) > 0 {
			widths[i] = known[len(known)/2] * run.Size
		} else if g.Char >= 0 {
			widths[i] = 0.5 * run.Size
		}
		natural += widths[i]
	}
	gap := (total - advances) / float32(len(word)-1)
	if natural <= 0 {
		return
	}
	x, y := direction(run)
	along := float32(0)
	for i := range word {
		g := &p.Glyphs[word[i].glyph]
		move := word[0].along + along - word[i].along
		g.X, g.Y = g.X+move*x, g.Y+move*y
		g.Advance = widths[i] * advances / natural
		along += g.Advance + gap
	}
}

// code gives a glyph a code that says nothing, and its font the shape of it.
func (s *scrambler) code(f *fontLetters, p *layout.Content, g *layout.Glyph) {
	text := string(g.Char)
	if g.Char < 0 {
		text = p.Strings[^g.Char]
	}
	was := g.Code
	if g.Char >= 0 && unicode.IsLetter(g.Char) {
		if known, ok := s.codes[letter{f.font.ID, g.Char}]; ok {
			was = known
		}
	}
	key := glyphKey{text, was}
	code, ok := f.codes[key]
	if !ok {
		code = uint32(len(f.codes) + 1)
		f.codes[key] = code
		var sh shape
		if f.font.Shapes != nil {
			if ink, ok := f.font.Shapes.Ink(was); ok {
				sh.Ink = &[4]float32{ems(ink.X0), ems(ink.Y0), ems(ink.X1), ems(ink.Y1)}
			}
			if m, ok := f.font.Shapes.Math(was); ok {
				sh.Math = &m
			}
		}
		if sh != (shape{}) {
			f.shapes[code] = sh
		}
	}
	g.Code = code
}
