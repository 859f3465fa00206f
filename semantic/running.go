package semantic

// running tells which looks set running text, so that its lines are not taken for
// headings where tables, notes or labels are most of a document's text.
type running struct {
	size  float32 // points: what headings are held against
	looks map[look]bool
	ink   uint32 // the colour of most running text
}

// findRunning looks at the parts of several lines. Where there are few, the body
// is what most of the text looks like.
func (d *draft) findRunning() running {
	long, all := map[look]int32{}, map[look]int32{}
	count := map[look]int{}
	inks := map[uint32]int32{}
	total := int32(0)
	for p := range d.all() {
		if p.role != P || p.count == 0 {
			continue
		}
		s := d.of(p)
		all[p.look] += p.bytes
		total += p.bytes
		inks[s.Styles[s.line(p.first).Style].Color] += p.bytes
		if p.count >= runningLines && p.bytes >= runningBytes {
			long[p.look] += p.bytes
			count[p.look]++
		}
	}
	r := running{size: d.body.size(), looks: map[look]bool{}, ink: commonestInk(inks)}
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
