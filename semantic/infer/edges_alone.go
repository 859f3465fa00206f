package infer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/pagelift/pagelift/internal/thin"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// findAlone marks the running heads and feet of documents with too few pages for
// repetition to show all of them: single pages taken out of books and reports, and
// chapters whose heads change from section to section. From the
// edge inwards, a row is furniture when enough speaks for it: it holds a page
// number or what programs print beside one, is set smaller than the text, close
// to the edge and far from the text, and the other edge has a page number.
func (e *edges) findAlone(d *draft) {
	if len(d.sheets) >= longDocument {
		return
	}
	if d.explain {
		e.short = map[*row]string{}
	}
	for i := range d.sheets {
		rows := e.rows[e.bounds[i]:e.bounds[i+1]]
		top := 0
		for top < len(rows) && !rows[top].bottom {
			top++
		}
		e.numberFoot(d, &d.sheets[i], rows[top:])
		numbered := false
		for range 2 { // a number at one edge speaks for the head at the other one
			for _, edge := range [][]row{rows[:top], rows[top:]} {
				e.markAlone(d, &d.sheets[i], edge, numbered)
			}
			for k := range rows {
				numbered = numbered || rows[k].why != "" && rows[k].isLater()
			}
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// mostRunning is the largest number of a page of a journal.
	mostRunning = 99999
	// longestChapter is the length of the chapter in page numbers like "A12-3".
	longestChapter = 3
	// aloneWeight is what must speak for a running head or foot of a document with
	// too few pages for repetition to show it. The signs were weighed on 430 single
	// pages out of 120 documents whose heads and feet repeat.
	aloneWeight       = 1.0
	numberPartWeight  = 0.8 // a page number beside words
	printedWeight     = 0.4 // an address, the time, "2 / 14", ©
	smallerWeight     = 0.4 // smaller than the text by smallerRatio
	closeWeight       = 0.3 // within closeShare of the page's height from the edge
	clearWeight       = 0.2 // clearGap from the text, and again farGap
	numberedWeight    = 0.4 // another row of the page is a page number
	boldCost          = 0.1 // bold, as headings are
	sentenceAloneCost = 0.4 // ends as a sentence does
	sparseCost        = 0.4 // on a page of less than sparseLines lines
	// underCost is the cost of standing inside of a row that repeats, while the row itself does not
	// and is no smaller than the text: under the running head of a form stands its title.
	underCost        = 0.4
	smallerRatio     = 1.05
	numberNearWeight = 0.4 // a number that may be a page's beside words
	ruledWeight      = 0.4 // a rule between it and the text: names of bold type above rules are running heads, too
	spreadWeight     = 0.3 // at both margins, as heads of two parts are
	otherWeight      = 0.2 // in italics or capitals
	nearWeight       = 0.2 // within nearShare instead
	closeShare       = 0.075
	nearShare        = 0.1
	clearGap         = 1.2 // ems of the body
	farGap           = 1.8
	// bandRows is the most rows of a running head or foot that stand close together.
	bandRows = 4
	// mostHeadings is the largest number that a heading or a note of a page may have in
	// front: numbers above it are those of pages.
	mostHeadings = 30
	// spreadWide is the share of the page's width that a head of two parts has at least,
	// and spreadGap that of the white space between them, spreadWhite where it has three.
	spreadWide  = 0.6
	spreadGap   = 0.2
	spreadWhite = 0.3
	// spreadParts is how many parts such a head has at most: heads of tables have more.
	spreadParts = 3
	// footNumberGap is the white space in ems that parts a page number at a foot from the words
	// behind it, where notes begin with numbers, too.
	footNumberGap = 3.0
	// A head of partedHead texts ends where the line under it does, up to partedOff ems at both sides together, and
	// keeps partedGap ems of white space at least: lines that are recognised may touch.
	partedHead = 3
	partedOff  = 3
	partedGap  = 0
	// smallGap is the white space in ems of the body that a row smaller than it keeps.
	smallGap = 0.9
	// sparseLines is how many lines a page of text has at least: covers and slides have
	// fewer, and what stands at their edges may be all that they say.
	sparseLines = 15
	// ruleDip is how far into the line a rule under it may reach, in ems.
	ruleDip = 0.3
	// partGap is the white space between a page number and the words of a head.
	partGap = 1.0
	// largestHead is that of heads at both margins which are recognised, the size of capitals being read too large,
	// or which have a rule and the number of the page.
	largestHead = 1.6
)

var aloneBar = threshold{"aloneWeight", aloneWeight}

// isLater reports whether the row has the number of another page than the first:
// that has no running head, but a letterhead or a title may stand at its edge.
func (r *row) isLater() bool {
	n := r.last
	if r.opens {
		n = r.numbers[0]
	}
	return r.count > 0 && n > 1
}

// numberFoot marks a foot whose innermost row says which page it is: what stands
// outside of that, such as a legal notice, is no content.
func (e *edges) numberFoot(d *draft, s *sheet, rows []row) {
	for i := range rows {
		r := &rows[i]
		if i > 1 && rows[i-1].size*smallerRatio >= d.body.size() {
			return // text of the page below a heading
		}
		if r.lines != 1 || r.inner < slotApart || !saysPage(s.text(e.lines[r.first])) {
			continue
		}
		for k := range rows[:i+1] {
			rows[k].mark("stands at the foot below the number of the page")
		}
	}
}

// markAlone marks rows of one edge from the edge inwards.
func (e *edges) markAlone(d *draft, s *sheet, rows []row, numbered bool) {
	for i := 0; i < len(rows); {
		if rows[i].why != "" {
			i++
			continue
		}
		if rows[i].scanned && e.isDrawn(s, &rows[i]) {
			rows[i].mark("no word, at the edge of a scan")
			i++
			continue
		}
		n := bandOf(rows[i:])
		if rows[i].parted = e.isParted(s, rows, i); rows[i].parted {
			n = 1
		}
		band, inner := rows[i:i+n], i+n
		if inner == len(rows) && inner == edgeRows || !e.stands(rows, inner-1) && !rows[i].parted {
			return
		}
		if inner < len(rows) && e.isTorn(s, &band[0], &rows[inner]) {
			return
		}
		v := e.weighAlone(d, s, band, numbered, i > 0 && rows[i-1].why == repeatsReason)
		if v.weight < aloneWeight {
			if d.explain && v.count > 0 {
				for k := range band {
					e.short[&band[k]] = v.account(aloneBar)
				}
			}
			return
		}
		why := "stands like a running head or foot"
		if d.explain {
			why += ": " + v.account(aloneBar)
		}
		for k := range band {
			delete(e.short, &band[k])
			band[k].mark(why)
		}
		i = inner
	}
}

// bandOf is how many of rows, from the first one inwards, stand close together: a running
// head of several lines. Longer ones are text.
//
//	Journal of Foxes 12 (2004) 71–80
//	https://fox.example/12/71
//
//	Foxes are animals that live
func bandOf(rows []row) int {
	for n := range rows[:min(len(rows), bandRows)] {
		if rows[n].why != "" {
			return max(n, 1)
		}
		if rows[n].inner >= slotApart || n+1 < len(rows) && rows[n].inner >= closestHead && rows[n].size*lookRatio < rows[n+1].size {
			return n + 1
		}
	}
	return 1
}

// denyAlone notes of the rows at the edges of s what they lack.
func (e *edges) denyAlone(d *draft, s *sheet) {
	for i := e.bounds[s.index]; i < e.bounds[s.index+1]; i++ {
		r := &e.rows[i]
		short := e.short[r]
		if r.why != "" || short == "" {
			continue
		}
		lines := e.lines[r.first : r.first+r.lines]
		for k := range s.parts {
			if p := &s.parts[k]; p.count > 0 && p.role != semantic.Artifact && slices.Contains(lines, p.first) {
				d.deny(p, semantic.Artifact, semantic.Short, because("furniture", 0, short))
			}
		}
	}
}

// stands reports whether a row at the edge is set apart from the next one inwards,
// by more than that one is from the text behind it, or by many lines, or in another size.
func (e *edges) stands(rows []row, i int) bool {
	r := &rows[i]
	if i+1 < len(rows) && r.size*lookRatio < rows[i+1].size {
		return r.inner >= closestHead
	}
	if r.inner < slotApart {
		return false
	}
	return i+1 == len(rows) || r.inner >= freeGap || r.gap() >= textGap*rows[i+1].gap() || !r.bottom && r.size > rows[i+1].size*lookRatio
}

// isParted reports whether row i is three texts between the margins, one of them the number of a page, above a line
// of text that fills the measure. Old books have no more white space under it than between lines:
//
//	400          BRITISH HUSBANDRY.          [Ch. XIX.
//	any was very trifling. Since the use of bones has,
func (e *edges) isParted(s *sheet, rows []row, i int) bool {
	if i+1 >= len(rows) || rows[i].bottom || rows[i].lines != partedHead || rows[i+1].lines != 1 || rows[i].inner < partedGap || !e.hasNumberPart(s, &rows[i]) {
		return false
	}
	lines := e.lines[rows[i].first : rows[i].first+partedHead]
	text := s.line(e.lines[rows[i+1].first])
	first, last := s.line(lines[0]), s.line(lines[partedHead-1])
	if last.Box.X1-first.Box.X0 < spreadWide*s.Width || abs(text.Box.X0-first.Box.X0)+abs(text.Box.X1-last.Box.X1) > partedOff*text.Size || text.WideGap > 2*partGap*text.Size {
		return false
	}
	for k := 1; k < partedHead; k++ {
		if s.line(lines[k]).Box.X0-s.line(lines[k-1]).Box.X1 < partGap*text.Size {
			return false
		}
	}
	return true
}

// isTorn reports whether a row at the edge is a line of the text, though it stands apart: it
// begins in lower case, and the sentence goes on between it and the next row inwards.
//
//	chromosome. Meiosis and mitosis are both nuclear divisions
//
//	that result in new daughter cells. However, the two
//
// A running head that begins with a capital may stand above half a sentence by chance.
func (e *edges) isTorn(s *sheet, edge, inner *row) bool {
	before, behind := edge, inner
	if edge.bottom {
		before, behind = inner, edge
	}
	first, last := e.lines[behind.first], e.lines[before.first+before.lines-1]
	return before.size <= behind.size*sameParagraphSize && behind.size <= before.size*sameParagraphSize &&
		unicode.IsLower(firstLetter(s.text(e.lines[edge.first]))) && unicode.IsLower(firstLetter(s.text(first))) && !endsSentence(s.text(last))
}

// weighAlone sums up what speaks for a band of rows that stands apart at the edge. numbered says that
// another row of the page is its number, under that the row outside of the band repeats.
func (e *edges) weighAlone(d *draft, s *sheet, band []row, numbered, under bool) (v verdict) {
	body := d.body.size()
	g := e.signsOf(s, band, body)
	if !g.mayRun(band, body) {
		return v
	}
	add := func(speaks bool, weight float32, sign string) {
		if speaks {
			v.add(weight, sign)
		}
	}
	add(g.numberPart, numberPartWeight, "holds a page number")
	add(g.numberNear, numberNearWeight, "a number at one end")
	add(g.printed, printedWeight, "is printed with pages")
	add(g.smaller, smallerWeight, "smaller than the body")
	add(g.close, closeWeight, "close to the edge")
	add(!g.close && g.near, nearWeight, "near the edge")
	add(g.gap >= clearGap, clearWeight, "clear of the text")
	add(g.gap >= farGap, clearWeight, "far from the text")
	add(g.ruled, ruledWeight, "a rule parts it from the text")
	add(g.spread, spreadWeight, "stands at both margins")
	add(g.other, otherWeight, "in italics or capitals")
	add(numbered, numberedWeight, "the other edge has a page number")
	add(!d.body.bold && g.bold, -boldCost, "bold")
	add(under && !g.smaller && !g.printed && !g.numberPart, -underCost, "under a head that repeats")
	add(g.sentence && !g.printed, -sentenceAloneCost, "ends as a sentence")
	add(g.sparse && !g.numberPart && !g.numberNear && !numbered, -sparseCost, "on a page with little text")
	return v
}

// edgeSigns is what a band of rows at the edge of a page looks like.
type edgeSigns struct {
	size        float32 // of the largest words
	numberPart  bool    // a page number stands at one end of a row, apart from the words
	numberNear  bool    // a number that may be one, with nothing between it and the words
	printed     bool    // such as programs print beside page numbers
	smaller     bool    // than the body, all of it
	close, near bool    // to the edge of the page
	ruled       bool    // a rule stands between it and the text
	spread      bool    // parts stand at both margins, and much white between them
	other       bool    // in italics or capitals, all of it
	bold        bool    // all of it
	sentence    bool    // a row ends as sentences do
	content     bool    // a row begins as captions, items and program text do
	sparse      bool    // the page has little text beside it
	gap         float32 // between it and the text, ems of the body
}

// signsOf looks at a band, whose first row is the outermost one.
func (e *edges) signsOf(s *sheet, band []row, body float32) edgeSigns {
	outer, inner := &band[0], &band[len(band)-1]
	g := edgeSigns{
		smaller: true, other: true, bold: true,
		close: outer.at < closeShare*s.Height, near: outer.at < nearShare*s.Height,
		gap:   inner.gap() / body,
		ruled: s.isRuled(e, inner), sparse: len(s.Lines) < sparseLines,
	}
	for i := range band {
		r := &band[i]
		g.size = max(g.size, e.wordsSize(s, r))
		g.numberPart = g.numberPart || (i == 0 || !r.isPageNumber()) && e.hasNumberPart(s, r)
		g.numberNear = g.numberNear || e.hasNumberNear(s, r)
		g.printed = g.printed || e.isPrinted(s, r)
		g.spread = g.spread || e.isSpread(s, r)
		g.smaller = g.smaller && e.wordsSize(s, r)*smallerRatio < body
		g.ruled = g.ruled || e.isDrawn(s, r)
		g.sentence = g.sentence || !r.bare && r.lines < partedHead && endsSentence(s.text(e.lines[r.first+r.lines-1]))
		g.content = g.content || e.isContent(s, r)
		g.other = g.other && e.isOther(s, r)
		g.bold = g.bold && e.isBold(s, r)
	}
	g.numberNear = g.numberNear && !g.numberPart
	return g
}

// mayRun reports whether a band may be a running head or foot at all. Headings are larger
// than the text; notes at the foot begin with their mark, leave the margin free, and have
// several rows.
func (g *edgeSigns) mayRun(band []row, body float32) bool {
	bottom := band[0].bottom
	largest := body * lookRatio
	switch {
	case g.spread && g.near && !bottom && (band[0].scanned || g.ruled && g.numberPart):
		largest = body * largestHead
	case g.numberPart && bottom, g.spread && g.close && !bottom:
		largest = body * displayRatio
	}
	switch {
	case g.size > largest || g.content:
		return false
	case len(band) > 1 && g.ruled && g.spread && g.close:
	case len(band) > 1 && !g.smaller && (bottom || g.sentence || !g.ruled && !g.printed):
		return false
	case len(band) > 1 && !g.numberPart && !g.printed && (bottom || !g.close):
		return false
	case bottom && len(band) > 1 && opensNote(band):
		return false
	case g.numberPart:
		return true
	case g.numberNear && g.smaller && g.close && !g.sentence:
		return true
	}
	least := float32(clearGap)
	if g.smaller {
		least = smallGap
	}
	return g.gap >= least && !(bottom && (band[0].opens && !g.numberNear || !g.close))
}

// opensNote reports whether a row of a band begins with a number and words: a note.
func opensNote(band []row) bool {
	return slices.ContainsFunc(band, func(r row) bool { return r.opens && !r.bare })
}

// wordsSize is the size of a row: of its words where a page number beside them is larger.
func (e *edges) wordsSize(s *sheet, r *row) float32 {
	size := float32(0)
	for _, line := range e.lines[r.first : r.first+r.lines] {
		if r.lines == 1 || !isPageLabel(s.text(line)) {
			size = max(size, s.line(line).Size)
		}
	}
	if size == 0 {
		return r.size
	}
	return min(size, r.size)
}

// isDrawn reports whether a row is a rule made of characters.
func (e *edges) isDrawn(s *sheet, r *row) bool {
	return r.lines == 1 && r.count == 0 && strings.Trim(s.text(e.lines[r.first]), "_-–—=*· ") == ""
}

// isContent reports whether a row begins as captions, items of lists and program text do, or ends at
// the foot in the colon that something follows.
func (e *edges) isContent(s *sheet, r *row) bool {
	line := e.lines[r.first]
	text := s.text(line)
	return words.IsCaption(text) || words.Bullet(text) > 0 || s.line(line).Bullet != 0 || s.Styles[s.line(line).Style].Mono ||
		r.lines == 1 && r.bottom && strings.HasSuffix(text, ":")
}

// isRuled reports whether a long rule stands between a row and the next one inwards.
func (s *sheet) isRuled(e *edges, r *row) bool {
	l := s.line(e.lines[r.first])
	from, to := l.Box.Y1-r.size*ruleDip, l.Box.Y1+r.gap()
	if r.bottom {
		from, to = l.Box.Y0-r.gap(), l.Box.Y0+r.size*ruleDip
	}
	for i := range s.Rulings {
		b := &s.Rulings[i].Box
		if y := b.Center().Y; !s.Rulings[i].Vertical && y >= from && y <= to && b.Width() >= thin.LongRule*s.Width {
			return true
		}
	}
	return false
}

// isSpread reports whether a row has parts at both margins, with more white space between
// them than a space: "The Fox Book                Part I".
func (e *edges) isSpread(s *sheet, r *row) bool {
	first, last := s.line(e.lines[r.first]), s.line(e.lines[r.first+r.lines-1])
	if last.Box.X1-first.Box.X0 < spreadWide*s.Width || r.lines > spreadParts {
		return false
	}
	if r.lines > 1 && s.text(e.lines[r.first]) == s.text(e.lines[r.first+1]) {
		return false // heads of two charts
	}
	widest, white := float32(0), float32(0)
	for k, line := range e.lines[r.first : r.first+r.lines] {
		l := s.line(line)
		widest = max(widest, l.FirstGap, l.WideGap)
		if k > 0 {
			gap := l.Box.X0 - s.line(e.lines[r.first+k-1]).Box.X1
			widest, white = max(widest, gap), white+gap
		}
	}
	return widest >= spreadGap*s.Width || r.lines == partedHead && white >= spreadWhite*s.Width
}

// isOther reports whether the row is set in italics, in capitals or in small ones, numbers apart.
func (e *edges) isOther(s *sheet, r *row) bool {
	for _, line := range e.lines[r.first : r.first+r.lines] {
		text := s.text(line)
		if !isPageLabel(text) && !s.Styles[s.line(line).Style].Italic && !capitals(text) && !s.smallCaps(line) {
			return false
		}
	}
	return true
}

// isBold reports whether the words of the row are bold, numbers apart.
func (e *edges) isBold(s *sheet, r *row) bool {
	for _, line := range e.lines[r.first : r.first+r.lines] {
		if !isPageLabel(s.text(line)) && !s.Styles[s.line(line).Style].Bold {
			return false
		}
	}
	return true
}

// hasNumberPart reports whether a page number stands at one end of the row, apart
// from the words of it.
func (e *edges) hasNumberPart(s *sheet, r *row) bool {
	lines := e.lines[r.first : r.first+r.lines]
	first, last := lines[0], lines[len(lines)-1]
	if isPageLabel(s.text(first)) || isPageLabel(s.text(last)) {
		return true
	}
	left, right := s.text(first), s.text(last)
	isLabel := isPageLabel
	if !r.bottom && e.isSpread(s, r) {
		isLabel = isRunLabel // of more than mostPages, at the other margin than the words
		if isLabel(left) || isLabel(right) {
			return true
		}
	}
	if leadsWithLabel(left) || endsInLabel(right) || endsInPage(right) {
		return true
	}
	wide := partGap * r.size
	lead := wide
	if r.bottom {
		lead = footNumberGap * r.size // as wide as numbers of notes never stand
	}
	return s.line(first).FirstGap > lead && isLabel(left[:max(0, strings.IndexByte(left, ' '))]) ||
		s.line(last).WideGap > wide && isLabel(right[strings.LastIndexByte(right, ' ')+1:])
}

// hasNumberNear reports whether a number that may be the page's stands at one end of the
// row, with no more than a space between it and the words: "22 args", "ANNA FUCHS 193". A
// number in front may be that of a heading or a note: it must be larger than those are, or
// stand before capitals.
func (e *edges) hasNumberNear(s *sheet, r *row) bool {
	first, last := s.text(e.lines[r.first]), s.text(e.lines[r.first+r.lines-1])
	if endsSentence(last) || words.IsCaption(first) {
		return false
	}
	if at := strings.LastIndexByte(last, ' '); at > 0 && isPageLabel(last[at+1:]) {
		before := last[:at]
		word := strings.ToLower(strings.Trim(before[strings.LastIndexByte(before, ' ')+1:], ".:"))
		if words.SeveralLetters(before) && !words.IsSectionWord(word) && !words.IsCaption(word+" 1") {
			return true
		}
	}
	label, rest, _ := strings.Cut(first, " ")
	n, err := strconv.Atoi(label)
	return err == nil && n > 0 && n <= mostPages && words.SeveralLetters(rest) && (n > mostHeadings || capitals(rest))
}

// endsInPage reports whether text ends in "Page 3", behind words.
func endsInPage(text string) bool {
	f := strings.Fields(strings.ToLower(text))
	n := len(f)
	return n > 2 && isCount(f[n-1]) && pageWords[strings.Trim(f[n-2], ".,:;()–—-|")] && !ofWords[f[n-3]]
}

// leadsWithLabel reports whether text begins with the number of a page and a sign that parts it
// from a title: "298 | Annual report".
func leadsWithLabel(text string) bool {
	label, rest, _ := strings.Cut(text, " ")
	sign, _, title := strings.Cut(rest, " ")
	return title && partsLabel[sign] && isRunLabel(label)
}

// endsInLabel reports whether text ends in such a sign and a number: "Annual report | 298".
func endsInLabel(text string) bool {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 || !isRunLabel(text[at+1:]) {
		return false
	}
	rest := text[:at]
	at = strings.LastIndexByte(rest, ' ')
	return at > 0 && partsLabel[rest[at+1:]]
}

// partsLabel are the signs between a title and the number of its page.
var partsLabel = map[string]bool{"|": true, "•": true, "·": true, "∙": true, "■": true, "▪": true, "●": true, "»": true, "«": true, "¦": true, "❘": true}

// isRunLabel is isPageLabel where a sign parts the number from words, so that those of
// journals that count through a year are no years: "6512 • Journal of Foxes".
func isRunLabel(text string) bool {
	n, err := strconv.Atoi(text)
	return isPageLabel(text) || err == nil && n > 0 && n <= mostRunning
}

// isPageLabel reports whether text is the number of a page: "12", "xiv", "A-3", "– 7 –".
func isPageLabel(text string) bool {
	text = strings.ReplaceAll(strings.Trim(text, " -–—|[]"), " - ", "-")
	if chapter, number, ok := strings.Cut(text, "-"); ok && len(chapter) <= longestChapter && !strings.Contains(chapter, " ") {
		text = number
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n <= mostPages
	}
	_, ok := words.RomanNumber([]byte(text))
	return ok
}

// printedWords are those of what browsers, archives and publishers print on pages: addresses
// of the web, names of files, notices of rights, volumes and numbers of journals.
var printedWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`://|\bwww\.|©|\(c\) (19|20)\d\d|download|all rights reserved|confidential|\bdoi\b|\bissn\b|\bisbn\b|` +
		`\bvol(ume|\.)? ?\d|author manuscript|\b(digiti[sz]ed|scanned) by\b|\bprinted (on|by)\b|\barxiv:|\.(docx?|indd|dvi|tex|qxd|pdf|xlsx?|pptx?)\b|` +
		`^(draft|revised|rev\.?|last (updated|revised|modified))\b`)
})

// isPrinted reports a row such as browsers, archives and publishers print on pages, or the
// time, or the number of the page out of all.
func (e *edges) isPrinted(s *sheet, r *row) bool {
	for _, line := range e.lines[r.first : r.first+r.lines] {
		text := strings.ToLower(s.text(line))
		if printedWords().MatchString(text) || countsOut(text) || hasClock(text) {
			return true
		}
	}
	return false
}

// countsOut reports whether text ends in the number of a page out of all: "2 / 14",
// "2/14", "2 of 14". A date has more than one stroke.
func countsOut(text string) bool {
	f := strings.Fields(strings.ReplaceAll(text, "/", " / "))
	n := len(f)
	return n > 2 && isCount(f[n-1]) && ofWords[f[n-2]] && isCount(f[n-3]) && (n == 3 || f[n-4] != "/")
}

func isCount(word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n > 0 && n <= mostPages
}

// hasClock reports whether text holds a time of day such as 15:42.
func hasClock(text string) bool {
	for {
		hour, rest, ok := strings.Cut(text, ":")
		if !ok {
			return false
		}
		if isCount(hour[max(0, len(hour)-1):]) && len(rest) > 1 && isCount("1"+rest[:2]) {
			return true
		}
		text = rest
	}
}
