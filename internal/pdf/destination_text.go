package pdf

import "bytes"

// The functions in this file read destinations from the text of objects without making objects
// first. Manuals have tens of thousands of destinations and of links to them, nearly all in one
// plain form. Callers read any other form as objects.

// parseText returns the object in text, which is a value of a dictionary that is not encrypted.
func (d *Document) parseText(text []byte) Object {
	p := newParser(text, 0)
	defer p.free()
	p.names = &d.names
	o, _ := p.value(0)
	return o
}

// destinationText returns the destination in text, as destination does for an object.
func (d *Document) destinationText(text []byte) Destination {
	switch {
	case len(text) == 0:
		return Destination{}
	case text[0] == '(':
		p := newParser(text, 0)
		defer p.free()
		return d.namedDestination(p.literalBytes(), 0)
	}
	if dest, ok := d.explicitText(text); ok {
		return dest
	}
	return d.destination(d.parseText(text))
}

// destinationAt returns the explicit destination that object r is, or has under D.
func (d *Document) destinationAt(r Ref) (Destination, bool) {
	e := d.xref.get(r.Num)
	var text []byte
	switch e.kind {
	case packed:
		text, _ = d.packedSource(d.xref, r.Num, e)
	case plain:
		if _, body, ok := d.plainAt(d.xref, r.Num, e); ok {
			text = d.window(body)[body:]
		}
	}
	if !hasPrefix(text, skipSpace(text, 0), "<<") {
		return d.explicitText(text)
	}
	text, _ = d.dictText(r.Num)
	s, ok := skimDict(text, 0)
	if !ok {
		return Destination{}, false
	}
	if key, value, ok := s.next(); ok && string(key) == "D" {
		if _, _, more := s.next(); !more {
			return d.explicitText(value)
		}
	}
	return Destination{}, false
}

// explicitText reads a destination such as "[12 0 R /XYZ 72 720 null]". ok is false for one that
// leads to no page, or has more or fewer elements.
func (d *Document) explicitText(text []byte) (dest Destination, ok bool) {
	pos := skipSpace(text, 0)
	if !hasPrefix(text, pos, "[") {
		return dest, false
	}
	ref, pos, ok := refAt(text, skipSpace(text, pos+1))
	if !ok {
		return dest, false
	}
	if pos = skipSpace(text, pos); !hasPrefix(text, pos, "/") {
		return dest, false
	}
	end := skipRegular(text, pos+1)
	fit := text[pos+1 : end]
	args, ok := numbersText(text, end)
	if !ok || len(fit) == 0 || bytes.IndexByte(fit, '#') >= 0 {
		return dest, false
	}
	if dest.Page = d.pageNumber(ref); dest.Page == 0 {
		return dest, false
	}
	dest.Fit = d.names.share(fit).name
	dest.position(args.at)
	return dest, true
}

// textNumbers are the numbers at the end of an array, where null is allowed.
type textNumbers struct {
	v     [4]float64 // as many as FitR has
	given [4]bool
	n     int
}

func (t *textNumbers) at(i int) (float64, bool) {
	if i >= t.n {
		return 0, false
	}
	return t.v[i], t.given[i]
}

// numbersText reads the rest of an array from pos on. ok is false when it has anything but up to four numbers.
func numbersText(text []byte, pos int) (t textNumbers, ok bool) {
	for {
		pos = skipSpace(text, pos)
		switch {
		case hasPrefix(text, pos, "]"):
			return t, true
		case t.n == len(t.v) || pos >= len(text):
			return t, false
		case hasKeyword(text, pos, "null"):
			pos += len("null")
		case isDigit(text[pos]) || text[pos] == '-' || text[pos] == '.':
			n := numberReader{src: text, pos: pos}
			n.read()
			if n.pos < len(text) && isRegular(text[n.pos]) {
				return t, false // something else follows the number without a space
			}
			t.v[t.n], t.given[t.n] = n.float(), true
			pos = n.pos
		default:
			return t, false
		}
		t.n++
	}
}
