package font

import (
	"strings"
)

// toUnicode is a ToUnicode CMap (clause 9.10.3). It looks codes up by their number alone. The encoding
// of the font gives the length of a code in a string, and many ToUnicode CMaps have another length.
type toUnicode struct {
	ranges   codeRanges
	prefixes []string
	identity bool      // codes are UCS-2
	table    *cidTable // codes are CIDs of a collection

	monotonous bool // it gives nearly all codes one character
	echoes     bool // it gives each code the character of that number
	space      uint32
	hasSpace   bool // space is a code that means U+0020 and nothing else
}

// size returns the approximate memory of u in bytes.
func (u *toUnicode) size() int {
	n := codeRangeSize * cap(u.ranges)
	for _, p := range u.prefixes {
		n += stringSize + len(p)
	}
	return n
}

func parseToUnicode(data []byte) *toUnicode {
	p := parseCMap(data)
	if len(p.unicode) == 0 {
		return namedToUnicode(p.use)
	}
	u := &toUnicode{ranges: p.unicode, prefixes: p.prefixes}
	if base := namedToUnicode(p.use); base != nil {
		u.identity, u.table = base.identity, base.table
	}
	u.survey()
	return u
}

// namedToUnicode returns a ToUnicode CMap that the document names but does not contain.
func namedToUnicode(name string) *toUnicode {
	if strings.HasPrefix(name, "Identity") || name == "Adobe-Identity-UCS" || name == "Adobe-Identity-UCS2" {
		return &toUnicode{identity: true, echoes: true, space: ' ', hasSpace: true}
	}
	if ordering, ok := strings.CutPrefix(name, "Adobe-"); ok {
		ordering, _ = strings.CutSuffix(ordering, "-UCS2")
		if c := collectionOf(ordering); c != noCollection {
			return &toUnicode{table: unicodeOf(c)}
		}
	}
	return nil
}

// text returns the meaning of code. said reports whether the map says anything about code: it may
// say that the code means nothing.
func (u *toUnicode) text(code uint32) (t text, said bool) {
	if u == nil {
		return text{}, false
	}
	r := u.ranges.find(code)
	if r == nil {
		return u.base(code)
	}
	last := rune(r.at(code))
	switch {
	case r.text == constant:
		return text{}, true
	case last > 0xFFFF && r.value <= 0xFFFF: // UTF-16 does not continue so: the range began at U+FFFD
		return text{}, false
	case r.text == 0:
		t = text{r: last}.clean()
	default:
		t = text{s: u.prefixes[r.text-1] + string(last)}.clean()
	}
	return t, t.known()
}

// base returns the meaning of code in the CMap below u.
func (u *toUnicode) base(code uint32) (text, bool) {
	t := u.table.text(code)
	if u.identity && code <= 0xFFFF {
		t = text{r: rune(code)}.clean()
	}
	return t, t.known()
}

// survey records facts about the map as a whole.
func (u *toUnicode) survey() {
	u.monotonous = u.ranges.monotonous() && !u.identity && u.table == nil
	u.echoes = true
	for i := range u.ranges {
		r := &u.ranges[i]
		u.echoes = u.echoes && r.text == 0 && r.value == r.lo
		if r.text == 0 && r.value <= ' ' && ' '-r.value <= r.hi-r.lo && !u.hasSpace {
			u.space, u.hasSpace = r.lo+' '-r.value, true
		}
	}
}
