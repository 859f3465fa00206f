package infer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

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
		e.numberFoot(&d.sheets[i], rows[top:])
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
func (e *edges) numberFoot(s *sheet, rows []row) {
	for i := range rows {
		r := &rows[i]
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
	for i := range rows {
		r := &rows[i]
		if r.why != "" {
			continue
		}
		if i+1 == len(rows) && i+1 == edgeRows || !e.stands(rows, i) {
			return
		}
		if i+1 < len(rows) && e.isTorn(s, r, &rows[i+1]) {
			return
		}
		v := e.weighAlone(d, s, r, numbered)
		if v.weight < aloneWeight {
			if d.explain && v.count > 0 {
				e.short[r] = v.account(aloneBar)
			}
			return
		}
		delete(e.short, r)
		r.mark("stands like a running head or foot")
	}
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
// by more than that one is from the text behind it.
func (e *edges) stands(rows []row, i int) bool {
	r := &rows[i]
	if r.inner < slotApart {
		return false
	}
	return i+1 == len(rows) || r.gap() >= textGap*rows[i+1].gap() || r.size*lookRatio < rows[i+1].size
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
	return before.size <= behind.size*sameSize && behind.size <= before.size*sameSize &&
		unicode.IsLower(firstLetter(s.text(e.lines[edge.first]))) && unicode.IsLower(firstLetter(s.text(first))) && !endsSentence(s.text(last))
}

// weighAlone sums up what speaks for a row that stands apart at the edge. Headings
// are larger than the text, or bold; notes at the foot begin with their mark, and
// leave the margin free.
func (e *edges) weighAlone(d *draft, s *sheet, r *row, numbered bool) (v verdict) {
	body := d.body.size()
	numberPart := e.hasNumberPart(s, r)
	gap, isClose := r.gap()/body, r.at < closeShare*s.Height
	largest := body * lookRatio
	if numberPart && r.bottom {
		largest = body * displayRatio
	}
	if r.size > largest || !numberPart && (gap < clearGap || r.bottom && (r.opens || !isClose)) {
		return v
	}
	add := func(speaks bool, weight float32, sign string) {
		if speaks {
			v.add(weight, sign)
		}
	}
	add(numberPart, numberPartWeight, "holds a page number")
	add(e.isPrinted(s, r), printedWeight, "is printed with pages")
	add(r.size*smallerRatio < body, smallerWeight, "smaller than the body")
	add(isClose, closeWeight, "close to the edge")
	add(gap >= clearGap, clearWeight, "clear of the text")
	add(gap >= farGap, clearWeight, "far from the text")
	add(numbered, numberedWeight, "the other edge has a page number")
	add(!d.body.bold && e.isBold(s, r), -boldCost, "bold")
	return v
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
	if leadsWithLabel(left) || endsInLabel(right) {
		return true
	}
	wide := partGap * r.size
	return s.line(first).FirstGap > wide && isPageLabel(left[:max(0, strings.IndexByte(left, ' '))]) ||
		s.line(last).WideGap > wide && isPageLabel(right[strings.LastIndexByte(right, ' ')+1:])
}

// leadsWithLabel reports whether text begins with the number of a page and a sign that parts it
// from a title: "298 | Annual report".
func leadsWithLabel(text string) bool {
	label, rest, _ := strings.Cut(text, " ")
	sign, _, title := strings.Cut(rest, " ")
	return title && partsLabel[sign] && isPageLabel(label)
}

// endsInLabel reports whether text ends in such a sign and a number: "Annual report | 298".
func endsInLabel(text string) bool {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 || !isPageLabel(text[at+1:]) {
		return false
	}
	rest := text[:at]
	at = strings.LastIndexByte(rest, ' ')
	return at > 0 && partsLabel[rest[at+1:]]
}

// partsLabel are the signs between a title and the number of its page.
var partsLabel = map[string]bool{"|": true, "•": true, "·": true, "∙": true, "■": true, "▪": true, "●": true, "»": true, "«": true, "¦": true, "❘": true}

// isPageLabel reports whether text is the number of a page: "12", "xiv", "A-3", "– 7 –".
func isPageLabel(text string) bool {
	text = strings.Trim(text, " -–—|[]")
	if chapter, number, ok := strings.Cut(text, "-"); ok && len(chapter) <= longestChapter && !strings.Contains(chapter, " ") {
		text = number
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n <= mostPages
	}
	_, ok := words.RomanNumber([]byte(text))
	return ok
}

// isPrinted reports a row such as browsers and archives print on pages: an address
// of the web, the time, the number of the page out of all, a notice of rights.
func (e *edges) isPrinted(s *sheet, r *row) bool {
	for _, line := range e.lines[r.first : r.first+r.lines] {
		text := strings.ToLower(s.text(line))
		if strings.Contains(text, "://") || strings.Contains(text, "©") || strings.Contains(text, "download") || countsOut(text) || hasClock(text) {
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
