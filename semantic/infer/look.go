package infer

import (
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/layout"
)

// look is how lines look at a glance. It is coarse, so that lines which were meant to look the same
// have the same look.
type look struct {
	quarters int16 // size in quarter points
	bold     bool
	italic   bool
	mono     bool
}

// size returns the size in points.
func (l look) size() float32 { return float32(l.quarters) / 4 }

// quarters rounds a size in points to quarter points.
func quarters(points float32) int16 {
	if !(points > 0) { // NaN too
		return 0
	}
	return int16(min(math.Round(float64(points)*4), math.MaxInt16))
}

// measure sets box, bytes and look of p from its lines.
func (s *sheet) measure(p *part) {
	p.box, p.bytes, p.forms, p.display = layout.Rect{}, 0, s.holdsForm(p), s.isDisplay(p)
	if p.count == 0 {
		p.box = s.Blocks[p.block].Box
		return
	}
	var sized struct {
		quarters int16
		bytes    int32
	}
	var bold, italic, mono, inked int32
	for i := p.first; i < p.first+p.count; i++ {
		l := s.line(i)
		p.box = p.box.Union(l.Box)
		n := l.End - l.Start
		p.bytes += n
		// The size of most bytes, by majority vote: one pass, no map.
		switch q := quarters(l.Size); {
		case q == sized.quarters:
			sized.bytes += n
		case n > sized.bytes:
			sized.quarters, sized.bytes = q, n-sized.bytes
		default:
			sized.bytes -= n
		}
		for k := range s.LineSpans(int(i)) {
			span := &s.Spans[l.FirstSpan+int32(k)]
			style, n := &s.Styles[span.Style], span.End-span.Start
			inked += n
			if style.Bold {
				bold += n
			}
			if style.Italic {
				italic += n
			}
			if style.Mono {
				mono += n
			}
		}
	}
	whole := int32(float32(inked) * wholeShare)
	p.look = look{sized.quarters, bold > 0 && bold >= whole, italic > 0 && italic >= whole, mono > 0 && mono >= whole}
}

// looks are the bytes of text in each look.
type looks struct {
	running map[look]int
	tables  map[look]int // what stands in tables
}

func newLooks() *looks { return &looks{map[look]int{}, map[look]int{}} }

// count adds the text of a page. Notes at the foot do not count.
func (all *looks) count(s *sheet) {
	running, tables := make([]int, len(s.Styles)), make([]int, len(s.Styles))
	notes := s.notesAtFoot()
	inTables := s.spansInTables()
	for i := range s.Spans {
		for len(notes) > 0 && notes[0].end <= s.Spans[i].Start {
			notes = notes[1:]
		}
		counts := running
		if i < len(inTables) && inTables[i] {
			counts = tables
		}
		if len(notes) == 0 || s.Spans[i].Start < notes[0].start {
			counts[s.Spans[i].Style] += int(s.Spans[i].End - s.Spans[i].Start)
		}
	}
	for k := range s.Styles {
		style := &s.Styles[k]
		if style.Super || style.Sub {
			continue
		}
		l := look{quarters(style.Size), style.Bold, style.Italic, style.Mono}
		if running[k] > 0 {
			all.running[l] += running[k]
		}
		if tables[k] > 0 {
			all.tables[l] += tables[k]
		}
	}
}

// spansInTables reports which spans stand in tables; nil: none.
func (s *sheet) spansInTables() (in []bool) {
	for i := range s.Blocks {
		b := &s.Blocks[i]
		if b.Table == nil {
			continue
		}
		if in == nil {
			in = make([]bool, len(s.Spans))
		}
		for _, l := range s.Lines[b.FirstLine : b.FirstLine+b.LineCount] {
			for k := l.FirstSpan; k < l.FirstSpan+l.SpanCount; k++ {
				in[k] = true
			}
		}
	}
	return in
}

// sum adds up what the workers counted.
func sum(counts []*looks) *looks {
	all := counts[0]
	for _, more := range counts[1:] {
		addLooks(all.running, more.running)
		addLooks(all.tables, more.tables)
	}
	return all
}

func addLooks(to, from map[look]int) {
	for l, n := range from {
		to[l] += n
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// monoBody is how many times more text of fixed width than other text there must
	// be for the body to be of fixed width. With less it is the listings of a manual.
	monoBody = 4
	// runningText is how many bytes in one look, outside of tables, tell what running text looks like. A page of one
	// table has a sentence or two of introduction, in larger type.
	runningText = 400
	// capsLetters is the fewest capitals of a line in capitals; fewer are an
	// abbreviation.
	capsLetters = 4
	// capsForLower is the fewest capitals in such a line for each letter in lower case.
	capsForLower = 12
)

// bodyLook returns the look of most of the running text. Text of fixed width counts only if there is little else.
// Text in tables counts if there is little else, and if it is larger: the notes of tables are not running text.
func bodyLook(all *looks) look {
	running := proseLook(all.running)
	if len(all.tables) == 0 {
		return running
	}
	if n := all.running[running]; n < runningText || proseLook(all.tables).quarters > running.quarters {
		addLooks(all.running, all.tables)
		return proseLook(all.running)
	}
	return running
}

// proseLook returns the look of most of a text.
func proseLook(bytes map[look]int) look {
	proportional, fixed := commonest(bytes, false), commonest(bytes, true)
	if bytes[fixed] > monoBody*bytes[proportional] {
		return fixed
	}
	return proportional
}

// commonest returns the look with the most bytes; of equals the larger, then the plainer one.
func commonest(bytes map[look]int, mono bool) look {
	var best look
	most := 0
	for l, n := range bytes {
		if l.mono == mono && (n > most || n == most && plainer(l, best)) {
			best, most = l, n
		}
	}
	return best
}

func plainer(a, b look) bool {
	switch {
	case a.quarters != b.quarters:
		return a.quarters > b.quarters
	case a.bold != b.bold:
		return b.bold
	}
	return b.italic && !a.italic
}

// capitals reports whether s has at least capsLetters capitals and hardly any letters in lower case. Those
// are a unit, a variable, or an error of text recognition.
//
//	BODY TEMPERATURES BETWEEN 0 AND 1 °C OVER pH 7
func capitals(s string) bool {
	letters, lower := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsLower(r):
			lower++
		case unicode.IsUpper(r):
			letters++
		}
	}
	return letters >= capsLetters && lower*capsForLower <= letters
}

// smallCaps reports whether a line is set in small capitals.
func (s *sheet) smallCaps(line int32) bool {
	for _, span := range s.LineSpans(int(line)) {
		if s.Styles[span.Style].SmallCaps {
			return true
		}
	}
	return false
}

// firstLetter returns the first letter or digit of s, or 0.
func firstLetter(s string) rune {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
	}
	return 0
}

// lastRune returns the last character of s that is no closing quote, closing bracket or
// space, or 0.
func lastRune(s string) rune {
	for len(s) > 0 {
		r, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
		if !unicode.In(r, unicode.Pe, unicode.Pf) && r != '"' && r != '\'' && r != ' ' {
			return r
		}
	}
	return 0
}
