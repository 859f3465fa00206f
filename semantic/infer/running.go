package infer

import "github.com/pagelift/pagelift/semantic"

// running tells which looks are those of running text. Without it lines of text would be taken for
// headings if most of a document's text stands in tables, notes or labels.
type running struct {
	size  float32 // points: the size with which headings are compared
	looks map[look]bool
	ink   uint32 // the colour of most running text
	lines map[look]leading
	flush int16 // quarters of the largest look whose lines stand above text that is never indented
}

// leading counts the parts in a look, and how its single lines stand to the text below: above
// text that begins where they do (lead), or above text that is indented (hung).
type leading struct{ parts, lead, hung int }

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// leadListWeight is the weight of a bold line with a colon above a list.
	leadListWeight = 0.15
	leadingLeast   = 3
	leadingShare   = 0.75
	// A look is that of running text if runningShare of its bytes and runningParts of its
	// parts are. Then none of its lines is a heading by its look. Titles of three lines are often
	// the only text in their look.
	runningShare = 0.5
	runningParts = 2
	// runningRatio is the largest size of running text against the body.
	runningRatio = 1.6
	// runningLeast is the least share of the document that must be running text, so that headings
	// are compared with its size.
	runningLeast = 0.15
)

// leads reports whether lines in the look of p nearly always stand above running text. Headings in
// italics or capitals, which their size does not show, do so.
func (r *running) leads(p *part) bool {
	l := r.lines[p.look]
	return p.count == 1 && l.lead >= leadingLeast && float32(l.lead) >= leadingShare*float32(l.parts)
}

// isTerm reports whether text below lines in the look of p is indented, while text under larger
// headings is not: such lines are terms with definitions.
func (r *running) isTerm(p *part) bool {
	l := r.lines[p.look]
	return p.count == 1 && p.look.quarters < r.flush && l.hung >= leadingLeast && float32(l.hung) >= leadingShare*float32(l.lead+l.hung)
}

// findRunning finds the looks of running text from the parts of several lines. If there are few
// such parts, headings are compared with the body.
func (d *draft) findRunning() running {
	long, all := map[look]int32{}, map[look]int32{}
	count := map[look]int{}
	inks := map[uint32]int32{}
	total := int32(0)
	r := running{looks: map[look]bool{}, lines: map[look]leading{}}
	var above *part
	for p := range d.all() {
		if p.role != semantic.P || p.count == 0 {
			continue
		}
		r.addLine(above, p)
		above = p
		s := d.sheetOf(p)
		all[p.look] += p.bytes
		total += p.bytes
		inks[s.Styles[s.line(p.first).Style].Color] += p.bytes
		if p.count >= runningLines && p.bytes >= runningBytes {
			long[p.look] += p.bytes
			count[p.look]++
		}
	}
	r.findFlush()
	r.size, r.ink = d.body.size(), commonestInk(inks)
	most, sum := d.body, int32(0)
	for l, n := range long {
		sum += n
		if !l.mono && (n > long[most] || n == long[most] && plainer(l, most)) {
			most = l
		}
		if float32(n) >= runningShare*float32(all[l]) && count[l] >= runningParts && l.size() < r.size*runningRatio {
			r.looks[l] = true
		}
	}
	if float32(sum) >= runningLeast*float32(total) {
		r.size = most.size()
	}
	return r
}

// addLine counts p, and the line above it if it stands above text of another look.
func (r *running) addLine(above, p *part) {
	l := r.lines[p.look]
	l.parts++
	r.lines[p.look] = l
	if above == nil || above.count != 1 || above.sheet != p.sheet || above.look == p.look || p.box.Y0 < above.box.Y0 {
		return
	}
	l = r.lines[above.look]
	switch {
	case p.box.X0 > above.box.X0+hangingIndent*p.look.size():
		l.hung++
	case p.count > 1:
		l.lead++
	}
	r.lines[above.look] = l
}

// findFlush finds the largest look whose lines stand above text that is never indented.
func (r *running) findFlush() {
	for look, l := range r.lines {
		if l.lead > 0 && l.hung == 0 {
			r.flush = max(r.flush, look.quarters)
		}
	}
}

// commonestInk returns the colour with the most bytes; of equals the darker.
func commonestInk(inks map[uint32]int32) uint32 {
	ink, most := uint32(0), int32(-1)
	for c, n := range inks {
		if n > most || n == most && c < ink {
			ink, most = c, n
		}
	}
	return ink
}
