package infer

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// paragraph joins paragraphs that the end of a column or page divides.
//
//	Foxes are animals    | in the wood and come        the first half ends no sentence, its
//	that live mostly     | to town at night.           last line is full; the second half
//	                                                   goes on in lower case, in the same look
//
// Figures, tables, notes and asides may stand between. Code goes on if the next part is code
// of the same look. A formula on lines of its own is never joined: the sentence around it is
// two paragraphs with the formula between.
func paragraph(ctx context.Context, d *draft) error {
	var flow []*part
	err := d.eachSheet(ctx, func(s *sheet) {
		for i := range s.parts {
			flow = append(flow, &s.parts[i])
		}
	})
	if err != nil {
		return err
	}
	for i, a := range flow {
		if a.role == semantic.Code {
			d.continueCode(a, flow[i+1:])
			continue
		}
		if a.role != semantic.P && a.role != semantic.LI || a.count == 0 || a.display {
			continue
		}
		if b := d.following(a, flow[i+1:]); b != nil && d.torn(a, b) {
			a.next, b.continued = b, true
			d.support(b, because("paragraph", paragraphWeight, "goes on with the sentence of the column or page before"))
		}
	}
	return nil
}

// following returns the next part of the flow behind a that is text, or nil. It skips asides
// as it skips figures; from inside an aside it does not look outside. Small print at the foot
// of a column, such as a copyright notice, does not continue a.
func (d *draft) following(a *part, rest []*part) *part {
	looked, foot := 0, false
	for _, p := range rest {
		switch {
		case p.role == semantic.FENote:
			continue
		case p.aside != a.aside:
			if a.aside > 0 {
				return nil
			}
		case d.isFootPrint(a, p):
			foot = true
		case p.role == semantic.P && p.count > 0 && p.item == 0:
			if foot && p.sheet == a.sheet && !d.columnEnd(a, p) {
				return nil
			}
			return p
		case p.role != semantic.Artifact && p.role != semantic.Figure && p.role != semantic.Table && p.role != semantic.Caption:
			return nil
		}
		if looked++; looked == lookAhead {
			return nil
		}
	}
	return nil
}

// isFootPrint reports whether a is running text and p is smaller text below it in the same
// column.
func (d *draft) isFootPrint(a, p *part) bool {
	return p.role == semantic.P && p.count > 0 && a.bytes >= runningBytes && p.sheet == a.sheet && p.box.Y0 > a.box.Y1 && !d.columnEnd(a, p) && p.look.size()*sameParagraphSize < a.look.size()
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// breakingLines is the fewest lines of a paragraph that goes on with a capital letter
	// in another column or page.
	breakingLines = 3
	// fullLine is the share of its column that the last line of the first half must fill.
	fullLine = 0.7
	// closeGap is the most white space in ems between two blocks of one column that are
	// one paragraph, and closeMargin the most room that the last line of the first may leave.
	closeGap    = 1.2
	closeMargin = 3
)

// torn reports whether b is the continuation of a.
func (d *draft) torn(a, b *part) bool {
	if b.display || d.sheetOf(b).Blocks[b.block].Entry {
		return false
	}
	if a.sheet == b.sheet && b.box.Y0 >= a.box.Y0 && !d.columnEnd(a, b) && !d.close(a, b) {
		return false
	}
	if a.look.size() > b.look.size()*sameParagraphSize || b.look.size() > a.look.size()*sameParagraphSize || a.look.bold != b.look.bold || a.look.mono != b.look.mono {
		return false
	}
	last := d.sheetOf(a).line(a.last())
	next := strings.TrimSpace(d.sheetOf(b).text(b.first))
	if breaksWord(d.sheetOf(a).text(a.last()), next) {
		return true
	}
	if endsSentence(d.sheetOf(a).text(a.last())) || last.Box.Width() < fullLine*a.box.Width() {
		return false
	}
	first := firstLetter(next)
	return unicode.IsLower(first) && !versionNumber().MatchString(next) || words.IsIdeograph(first) || d.breaksOff(a, b)
}

// versionNumber is what follows an author on a title page, and goes on with nothing: "v1.1.0 2017/11/14".
var versionNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^v[0-9]+\.[0-9]`) })

// breaksOff reports whether a is running text that stops in the middle of a sentence at the
// end of its column or page. Then b goes on with it, whatever letter it begins with: a
// name, a number, a German noun.
//
//	it was in the year 1971 that John   |   O'Keefe found the cells of which
//	                                    |   nobody had known before.
func (d *draft) breaksOff(a, b *part) bool {
	if a.count < breakingLines || a.bytes < runningBytes || a.role != semantic.P || a.look != b.look ||
		a.sheet == b.sheet && (!d.columnEnd(a, b) || b.box.Y0 >= a.box.Y0 && !d.setToMeasure(a, b)) {
		return false
	}
	s := d.sheetOf(a)
	last := s.line(a.last())
	if a.box.X1-last.Box.X1 > closeMargin*a.look.size() || last.Box.X0-a.box.X0 > sameIndent*a.look.size() {
		return false
	}
	if !endsInWord(s, a.last()) {
		return false
	}
	t := d.sheetOf(b)
	if b.count == 1 {
		return endsSentence(t.text(b.first))
	}
	return t.line(b.first).Box.X0-t.line(b.first+1).Box.X0 < sameIndent*b.look.size()
}

// setToMeasure reports whether a and b begin side by side and all lines of a end at the right edge of its
// column, as in two columns under a picture. Cards or lists beside each other have lines that end with
// their words.
func (d *draft) setToMeasure(a, b *part) bool {
	if b.box.Y0-a.box.Y0 > sameBaseline*a.look.size() {
		return false
	}
	s := d.sheetOf(a)
	for i := a.first; i <= a.last(); i++ {
		if a.box.X1-s.line(i).Box.X1 > sameBaseline*a.look.size() {
			return false
		}
	}
	return true
}

// endsInWord reports whether a line ends in a word of normal size, a comma or a number. Raised
// figures behind the last word do not count: they may hide the end of a sentence.
func endsInWord(s *sheet, line int32) bool {
	spans := s.LineSpans(int(line))
	if len(spans) > 0 && s.Styles[spans[len(spans)-1].Style].Super {
		return false
	}
	text := s.text(line)
	word := text[strings.LastIndexByte(text, ' ')+1:]
	last, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsLetter(last) || last == ',' || strings.Trim(word, "0123456789") == ""
}

// close reports whether b follows a in its column with little more than the
// usual space, and the last line of a is full: then only a tall letter or a
// frame made the space.
func (d *draft) close(a, b *part) bool {
	last := d.sheetOf(a).line(a.last())
	right := max(a.box.X1, b.box.X1)
	return b.box.Y0-a.box.Y1 <= closeGap*a.look.size() && right-last.Box.X1 <= closeMargin*a.look.size() &&
		abs(b.box.X0-a.box.X0) <= sameIndent*a.look.size() && last.Box.Width() >= fullLine*max(a.box.Width(), b.box.Width())
}

// columnEnd reports whether b stands in a later column than a.
func (d *draft) columnEnd(a, b *part) bool {
	return d.sheetOf(a).Blocks[a.block].Column != d.sheetOf(b).Blocks[b.block].Column
}

// endsSentence reports whether text ends as a sentence does.
func endsSentence(text string) bool {
	return strings.ContainsRune(".!?:。！？：…؟۔।", lastRune(text))
}
