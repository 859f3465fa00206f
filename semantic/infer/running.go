package infer

import "github.com/pagelift/pagelift/semantic"

// running tells which looks set running text, so that its lines are not taken for
// headings where tables, notes or labels are most of a document's text.
type running struct {
	size  float32 // points: what headings are held against
	looks map[look]bool
	ink   uint32 // the colour of most running text
	lines map[look]leading
	flush int16 // quarters of the largest look that leads text, none of it indented
}

// leading is how the single lines in a look stand to what follows them: above
// text that begins where they do, or above text that is indented.
type leading struct{ parts, lead, hung int }

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// leadListWeight is for bold lines with a colon above a list.
	leadListWeight = 0.15
	leadingLeast   = 3
	leadingShare   = 0.75
	// runningShare is the share of a look's bytes that must be running text, and
	// runningParts how many parts, for none of its lines to be a heading by it:
	// titles of three lines have the look to themselves.
	runningShare = 0.5
	runningParts = 2
	// runningRatio is the size against the body up to which a look can be one of
	// running text.
	runningRatio = 1.6
	// runningLeast is the share of the document that must be running text for its
	// size to be the one that headings are held against.
	runningLeast = 0.15
)

// leads reports whether lines in the look of p stand above running text wherever
// there are any: so do headings in italics or capitals that no size tells.
func (r *running) leads(p *part) bool {
	l := r.lines[p.look]
	return p.count == 1 && l.lead >= leadingLeast && float32(l.lead) >= leadingShare*float32(l.parts)
}

// isTerm reports whether lines in the look of p have the text below them indented,
// where text stands flush under larger headings: terms and their definitions.
func (r *running) isTerm(p *part) bool {
	l := r.lines[p.look]
	return p.count == 1 && p.look.quarters < r.flush && l.hung >= leadingLeast && float32(l.hung) >= leadingShare*float32(l.lead+l.hung)
}

// findRunning looks at the parts of several lines. Where there are few, the body
// is what most of the text looks like.
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

// addLine counts p, and the line above it when it leads p.
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

// findFlush finds the largest look that leads text and has none of it indented.
func (r *running) findFlush() {
	for look, l := range r.lines {
		if l.lead > 0 && l.hung == 0 {
			r.flush = max(r.flush, look.quarters)
		}
	}
}

// commonestInk is the colour with the most bytes; of equals the darker.
func commonestInk(inks map[uint32]int32) uint32 {
	ink, most := uint32(0), int32(-1)
	for c, n := range inks {
		if n > most || n == most && c < ink {
			ink, most = c, n
		}
	}
	return ink
}
