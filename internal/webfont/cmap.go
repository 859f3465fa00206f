package webfont

import "math"

// mapping maps a character to its glyph.
type mapping struct {
	r   rune
	gid int
}

// run is a sequence of consecutive characters whose glyphs are consecutive, too.
type run struct {
	first, last rune
	gid         int // of the first character
}

// runsOf returns the runs of a list that is in the order of characters.
func runsOf(list []mapping) []run {
	var runs []run
	for _, m := range list {
		if n := len(runs); n > 0 {
			if l := &runs[n-1]; l.last+1 == m.r && l.gid+int(m.r-l.first) == m.gid && m.r != 0x10000 {
				l.last = m.r
				continue
			}
		}
		runs = append(runs, run{m.r, m.r, m.gid})
	}
	return runs
}

// cmapTable writes the map of a list that is in the order of characters. It writes format 4 for the
// basic plane, unless that is too long, and format 12 if there is more.
func cmapTable(list []mapping) []byte {
	runs := runsOf(list)
	basic := 0
	for basic < len(runs) && runs[basic].last < math.MaxUint16 {
		basic++
	}
	four := format4(runs[:basic])
	const windows, unicodeBasic, unicodeFull = 3, 1, 10
	const header, record = 4, 8
	switch {
	case len(four) > math.MaxUint16:
		t := be16(nil, 0, 1, windows, unicodeFull)
		return append(be32(t, header+record), format12(runs)...)
	case basic == len(runs):
		t := be16(nil, 0, 1, windows, unicodeBasic)
		return append(be32(t, header+record), four...)
	}
	t := be16(nil, 0, 2, windows, unicodeBasic)
	t = be32(t, header+2*record)
	t = be16(t, windows, unicodeFull)
	t = be32(t, uint32(header+2*record+len(four)))
	return append(append(t, four...), format12(runs)...)
}

func format4(runs []run) []byte {
	runs = append(runs[:len(runs):len(runs)], run{first: math.MaxUint16, last: math.MaxUint16, gid: 0})
	n := len(runs)
	power, log := 1, 0
	for 2*power <= n {
		power, log = 2*power, log+1
	}
	const header, perRun = 16, 8
	t := be16(nil, 4, header+perRun*n, 0, 2*n, 2*power, log, 2*(n-power))
	for _, r := range runs {
		t = be16(t, int(r.last))
	}
	t = be16(t, 0)
	for _, r := range runs {
		t = be16(t, int(r.first))
	}
	for _, r := range runs {
		delta := r.gid - int(r.first) // modulo 65,536
		if r.first == math.MaxUint16 {
			delta = 1
		}
		t = be16(t, delta)
	}
	return append(t, make([]byte, 2*n)...)
}

func format12(runs []run) []byte {
	const header, group = 16, 12
	t := be16(nil, 12, 0)
	t = be32(t, uint32(header+group*len(runs)), 0, uint32(len(runs)))
	for _, r := range runs {
		t = be32(t, uint32(r.first), uint32(r.last), uint32(r.gid))
	}
	return t
}
