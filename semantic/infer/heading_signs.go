package infer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// ratio is the size of p against the running text.
func (r *running) ratio(p *part) float32 {
	if r.size == 0 {
		return 1
	}
	return p.look.size() / r.size
}

// headBar is what makes it impossible that a part is a heading, whatever it looks like.
type headBar uint8

const (
	mayHead    headBar = iota
	otherRole          // it has another role, or no text
	longPart           // it is longer than any heading
	turnedLine         // a stamp in the margin, the label of an axis
	pullQuote          // it stands in a hole of the text
	longLines          // it is longer than headings in the size of the text are
	plainLines         // it has two lines that look as the text does
)

// barOf is what keeps p from being a heading; mayHead: nothing does.
func (d *draft) barOf(p *part, r *running) headBar {
	if p.role != semantic.P && p.role != semantic.H || p.count == 0 {
		return otherRole
	}
	if p.count > headingLines || p.bytes > headingBytes {
		return longPart
	}
	if d.sheetOf(p).line(p.first).Rotation != 0 {
		return turnedLine
	}
	if d.sheetOf(p).Blocks[p.block].PullQuote {
		return pullQuote
	}
	larger := r.ratio(p) >= largerRatio
	switch {
	case !larger && (p.bytes > boldBytes || p.count > 2):
		return longLines
	case !larger && (!p.look.bold || d.body.bold) && p.outlined == 0 && p.count > 1:
		return plainLines
	}
	return mayHead
}

// String says it for who asks why.
func (b headBar) String() string {
	switch b {
	case longPart:
		return fmt.Sprintf("more than %d lines (headingLines) or %d bytes (headingBytes)", headingLines, headingBytes)
	case turnedLine:
		return "the line is turned"
	case pullQuote:
		return "it is a pull quote"
	case longLines:
		return fmt.Sprintf("more than two lines or %d bytes (boldBytes), and less than %.2f of the size of the text (largerRatio)", boldBytes, largerRatio)
	case plainLines:
		return fmt.Sprintf("two lines that are not bold, and less than %.2f of the size of the text (largerRatio)", largerRatio)
	}
	return ""
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// displayWeight is for what is larger than headings in the text are (displayRatio).
	displayWeight = 0.8

	boldWeight   = 0.35
	capsWeight   = 0.2
	italicWeight = 0.1
	apartWeight  = 0.2
	numberWeight = 0.2
	// nameWeight is for the names of parts that most documents have, leadWeight for
	// looks that lead text wherever they are used: at least leadingLeast times and
	// in leadingShare of the parts in them.
	nameWeight = 0.3
	leadWeight = 0.25
	// inkWeight, underlineWeight and centredWeight help a line that other signs
	// speak for: coloured notes and underlined words stand alone, and only lines
	// in capitals are looked at for being centred: captions are too.
	inkWeight       = 0.15
	underlineWeight = 0.2
	centredWeight   = 0.1

	sentenceCost = 0.35 // ends as a sentence or clause does
	colonCost    = 0.15 // ends in a colon, as labels do
	captionCost  = 0.6  // begins as a caption does
	leaderCost   = 1.0  // a line of a contents page
	longCost     = 0.15 // longer than longHeading
	veryLongCost = 0.35 // longer than boldBytes
	commasCost   = 0.4  // manyCommas: authors, addresses
	termCost     = 0.4  // a term above its definition
	bulletCost   = 1.0  // begins with a bullet
	fewCost      = 0.4  // one letter or none: labels in drawings
	lowerCost    = 0.3  // begins in lower case
	gapsCost     = 0.5  // words set in columns: a row of a table
	amountCost   = 0.8  // ends in a sum: "Total due 13,576.63", larger and bold too
	besideCost   = 0.4  // other text of its column on the same line: a cell
	markedCost   = 0.8  // namesMarked names of authors, in the size of a heading
	smallCost    = 0.5  // smaller than the body
	// longHeading is the length in bytes that few headings have.
	longHeading = 120
	// manyCommas is how many commas make an enumeration; headings of the documents
	// tuned on have three at the most.
	manyCommas = 4
	// namesMarked is how many names with marks tell authors.
	namesMarked = 2
	// apartRatio is the white space above in ems that sets a line apart.
	apartRatio = 0.65
	// wideWordGap is a gap between words, in ems, that a line without columns has not
	// unless it is justified.
	wideWordGap = 1.0
	// blankNotice is the longest notice, in bytes, that a page is left blank.
	blankNotice = 80
)

// weigh sums up the case of part i of the page.
func (d *draft) weigh(c *verdict, g *signs, i int) {
	s := g.sheet
	p := &s.parts[i]
	text := d.text(p)
	n, lone := s.numberOf(p, text)
	if !words.HasLetter(text[n.Bytes:]) && !n.Word {
		return
	}
	if leftBlank(text) {
		return
	}
	if p.role != semantic.H && contentsHeading(d, p) != "" && s.leadsAway(p) {
		return // back to a list of contents on another page
	}
	if !n.Word { // "Chapter 1" and the "1." in it are not of one depth
		p.depth = int8(n.Depth)
	}
	named := words.IsSectionName(text)
	c.leadsList = p.look.bold && lastRune(text) == ':' && s.leadsList(i)
	caps := capitals(text) || s.smallCaps(p.first)
	centred := caps && g.centred(p)
	numbered := n.Depth > 0 && (n.Kind == '1' || n.Word || n.Suffix != 0 || lone)
	d.weighLook(c, g, p, named || centred && s.line(p.first).OCR || numbered && g.centred(p))
	if named {
		c.add(nameWeight, "names a part of documents")
	}
	if caps {
		c.add(capsWeight, "capitals")
	}
	if centred {
		c.add(centredWeight, "centred")
	}
	if numbered {
		c.add(numberWeight, "numbered")
	}
	if p.outlined > 0 {
		c.add(outlineWeight, "in the outline")
	}
	if s.apart(i) {
		c.add(apartWeight, "set apart")
	}
	d.weighAgainst(c, g, i, text[n.Bytes:])
}

// blankPages are words that together say that a page has nothing on it, and nothing else.
var blankPages = [][2]string{{"intentionally", "blank"}, {"absichtlich", "leer"}, {"intentionnellement", "blanc"}, {"intencionadamente", "blanco"}, {"intenzionalmente", "bianca"}}

// leftBlank reports "This page intentionally left blank" and its kin: a page says it of itself, and heads nothing.
func leftBlank(text string) bool {
	if len(text) > blankNotice {
		return false
	}
	text = strings.ToLower(text)
	return slices.ContainsFunc(blankPages, func(w [2]string) bool { return strings.Contains(text, w[0]) && strings.Contains(text, w[1]) })
}

// numberOf is the number that p begins with. One that a wide space alone sets off is lone:
//
//	A   Contributions      an appendix
//	A contribution to      a sentence
func (s *sheet) numberOf(p *part, text string) (n words.Number, lone bool) {
	if n = words.NumberOf(text); n.Depth > 0 {
		return n, false
	}
	if l := s.line(p.first); l.FirstGap >= numberGap*l.Size {
		n = words.LoneNumber(text)
	}
	return n, n.Depth > 0
}

// weighLook adds what the type says. A look that sets running text says nothing. Small type says nothing against a
// heading that is one by its name, nor against a numbered line in the middle of its column ("1. Citations" in italics
// of 9 points above text of 10), nor against small capitals in the middle of a scan, whose height is that of the
// letter x.
func (d *draft) weighLook(c *verdict, g *signs, p *part, mayBeSmall bool) {
	c.ratio = g.running.ratio(p)
	if c.ratio < smallRatio && !mayBeSmall {
		c.add(-smallCost, "smaller than the body")
	}
	if g.running.looks[p.look] {
		c.add(0, "set as running text is")
		return
	}
	switch {
	case c.ratio >= displayRatio:
		c.bySize = displayWeight
	case c.ratio >= largeRatio:
		c.bySize = largeWeight
	case c.ratio >= largerRatio:
		c.bySize = largerWeight
	}
	c.weight += c.bySize
	if p.look.bold && !d.body.bold {
		c.add(boldWeight, "bold")
	}
	if p.look.italic && !d.body.italic {
		c.add(italicWeight, "italic")
	}
	style, linked := g.sheet.style(p)
	if style.Color != g.running.ink && !linked {
		c.add(inkWeight, "in another colour")
	}
	if style.Underline && !linked && g.sheet.underlined(p) {
		c.add(underlineWeight, "underlined")
	}
	switch {
	case p.depth == 0 && g.running.isTerm(p) && !c.leadsList:
		c.add(-termCost, "a term above its definition")
	case !p.look.bold && g.running.leads(p):
		c.add(leadWeight, "leads text wherever the look is used")
	}
}

// weighAgainst adds what speaks against.
func (d *draft) weighAgainst(c *verdict, g *signs, i int, text string) {
	s := g.sheet
	p := &s.parts[i]
	if strings.ContainsRune(".,;", lastRune(text)) || s.line(p.last()).Hyphen {
		c.add(-sentenceCost, "ends as a sentence")
	}
	switch {
	case c.leadsList:
		c.add(leadListWeight, "leads a list")
	case lastRune(text) == ':':
		c.add(-colonCost, "ends in a colon")
	}
	if words.IsCaption(text) && p.outlined == 0 {
		c.add(-captionCost, "begins as a caption does")
	}
	if c.ratio < largeRatio && words.IsAdmonition(text) {
		c.add(-captionCost, "labels a remark")
	}
	if endsInAmount(text) {
		c.add(-amountCost, "ends in an amount")
	}
	if leaders(text) {
		c.add(-leaderCost, "has dot leaders")
	}
	switch {
	case p.bytes > boldBytes:
		c.add(-veryLongCost, "very long")
	case p.bytes > longHeading:
		c.add(-longCost, "long")
	}
	if sentenceEnds(text) {
		c.add(-sentenceCost, "goes on behind a sentence")
	}
	if strings.Count(text, ",") >= manyCommas {
		c.add(-commasCost, "an enumeration")
	}
	if p.outlined == 0 && !words.SeveralLetters(text) && text != "" {
		c.add(-fewCost, "has hardly a letter")
	}
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		c.add(-lowerCost, "in brackets")
	}
	if unicode.IsLower(firstLetter(text)) && !words.IsSectionName(text) { // journals show names in lower case as small capitals
		c.add(-lowerCost, "begins in lower case")
	}
	if sign, _ := s.bullet(p.first); sign != 0 || words.Bullet(text) > 0 {
		c.add(-bulletCost, "begins with a bullet")
	}
	gaps, beside, marked := float32(-gapsCost), float32(-besideCost), float32(-markedCost)
	if c.weight < headingWeight {
		if !d.explain {
			return // the rest costs time
		}
		gaps, beside, marked = 0, 0, 0 // it takes nothing from what is too little
	}
	if p.outlined == 0 && s.marksNames(p) {
		c.add(marked, "names with marks behind them")
	}
	if s.gaps(p) {
		c.add(gaps, "words in columns")
	}
	if g.beside.any(p) {
		c.add(beside, "other text beside it")
	}
}

// marksNames reports whether raised marks of one character stand behind several words with a capital, as behind the
// names of authors:
//
//	               a,b             c
//	Ann Catherine Fox  , Bert Wolf
//
// A title has one at most, and "the 19th and 20th century" has two letters in each.
func (s *sheet) marksNames(p *part) bool {
	names := 0
	for i := p.first; i <= p.last(); i++ {
		spans := s.LineSpans(int(i))
		for k := 1; k < len(spans); k++ {
			mark, word := &spans[k], &spans[k-1]
			if !s.Styles[mark.Style].Super || s.Styles[word.Style].Super || !isMark(s.Text[mark.Start:mark.End]) {
				continue
			}
			last := strings.TrimRight(s.Text[word.Start:word.End], " ,.")
			if r, size := utf8.DecodeRuneInString(last[strings.LastIndexByte(last, ' ')+1:]); unicode.IsUpper(r) && len(last) > size {
				names++
			}
		}
	}
	return names >= namesMarked
}

// isMark reports whether text begins with one letter, digit or sign and goes on with no second one.
func isMark(text string) bool {
	text = strings.TrimLeft(text, " ,")
	r, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	return size > 0 && !unicode.IsLetter(next) && !unicode.IsDigit(next) && r != utf8.RuneError
}

// leadsList reports whether the first item of a list follows part i: a bold line with a colon
// before one is as often its heading as its first words.
func (s *sheet) leadsList(i int) bool {
	for k := i + 1; k < len(s.parts); k++ {
		if q := &s.parts[k]; q.count > 0 && q.role != semantic.Artifact {
			text := s.text(q.first)
			sign, _ := s.bullet(q.first)
			n := words.NumberOf(text)
			return sign != 0 || words.Bullet(text) > 0 || n.Depth == 1 && n.Suffix != 0
		}
	}
	return false
}

// sentenceEnds reports whether a sentence ends inside text: a full stop behind a
// word in lower case that is no abbreviation, and a capital behind it.
func sentenceEnds(text string) bool {
	for {
		i := strings.Index(text, ". ")
		if i < 0 {
			return false
		}
		word := text[strings.LastIndexByte(text[:i], ' ')+1 : i]
		text = text[i+2:]
		next, _ := utf8.DecodeRuneInString(text)
		first, _ := utf8.DecodeRuneInString(word)
		if utf8.RuneCountInString(word) >= sentenceWord && unicode.IsLower(first) && unicode.IsUpper(next) {
			return true
		}
	}
}

// endsInAmount reports whether text ends in a sum: "1,250.00". The number of a version behind a name is none: "fox.cls
// v0.01".
func endsInAmount(text string) bool {
	n := len(text)
	digit := func(i int) bool { return i >= 0 && text[i] >= '0' && text[i] <= '9' }
	if n <= 4 || !digit(n-1) || !digit(n-2) || text[n-3] != '.' && text[n-3] != ',' || !digit(n-4) {
		return false
	}
	return !namedVersion().MatchString(text)
}

var namedVersion = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\p{L}.*[ ,(](v\.?|version|release) ?[0-9.]+$`) })

// leaders reports whether text has the dots of a line of a contents page.
func leaders(text string) bool {
	return strings.Contains(text, "....") || strings.Contains(text, ". . . .") || strings.Contains(text, "……")
}

// apart reports whether white space sets part i apart from the one above it in
// its column. The first part of a page or column is apart.
func (s *sheet) apart(i int) bool {
	p := &s.parts[i]
	for k := i - 1; k >= 0; k-- {
		above := &s.parts[k]
		if above.role == semantic.Artifact {
			continue
		}
		if above.count == 1 && p.count == 1 && sameHeight(s.line(above.first), s.line(p.first)) && words.IsDates(s.text(above.first)) {
			continue // the date of p
		}
		if above.block == p.block && above.count == 1 && above.look.bold && p.look.bold && s.otherFace(p.first) {
			continue // the heading of which p names the first part
		}
		if above.box.Y0 > p.box.Y0 {
			return true // the end of another column
		}
		return p.box.Y0-above.box.Y1 >= apartRatio*p.look.size()
	}
	return true
}

// gaps reports whether a line of p has its words in columns: headings are not
// justified. The gap behind a number is none.
func (s *sheet) gaps(p *part) bool {
	for i := p.first; i <= p.last(); i++ {
		if i > p.first && sameHeight(s.line(i-1), s.line(i)) {
			return true
		}
		l := s.line(i)
		if wide := wideWordGap * l.Size; l.WideGap > wide || p.depth == 0 && l.FirstGap > wide {
			return true
		}
	}
	return false
}
