package pdf

import "bytes"

// linkText holds the texts of the entries of a link annotation that are used (clause 12.5.6.5).
// Three quarters of such a dictionary (borders, colours, highlighting) are not used.
type linkText struct{ rect, quads, contents, action, dest, flags, content []byte }

// linkText finds the entries of the annotation r that are used. ok is false when r is no link, or
// must be read like any other object.
func (d *Document) linkText(r Ref) (l linkText, ok bool) {
	text, inStream := d.dictText(r.Num)
	if d.security != nil && !inStream { // strings are encrypted
		return l, false
	}
	s, ok := skimDict(text, 0)
	link := false
	for ok {
		var key, value []byte
		if key, value, ok = s.next(); !ok {
			break
		}
		switch string(key) {
		case "Subtype":
			if link = string(value) == "/Link"; !link {
				return l, false
			}
		case "Rect":
			l.rect = value
		case "QuadPoints":
			l.quads = value
		case "Contents":
			l.contents = value
		case "A":
			l.action = value
		case "Dest":
			l.dest = value
		case "F":
			l.flags = value
		case "OC":
			l.content = value
		default:
			if bytes.IndexByte(key, '#') >= 0 { // the key may be any of these
				return l, false
			}
		}
	}
	return l, link
}

// link returns the annotation r, whose used entries are l.
func (w *annotationWalk) link(r Ref, l *linkText) Annotation {
	d := w.d
	a := Annotation{Ref: r, Subtype: "Link", Rect: d.boxText(l.rect)}
	if l.quads != nil {
		a.Quads = w.quadPoints(d.parseText(l.quads))
	}
	if l.contents != nil {
		a.Contents = w.text.text(d, d.parseText(l.contents))
	}
	if l.flags != nil || l.content != nil {
		a.Hidden = d.hidden(d.parseText(l.flags), d.parseText(l.content))
	}
	if l.dest != nil {
		a.Dest = d.destinationText(l.dest)
	}
	if a.Dest.Page == 0 && l.action != nil {
		if dest, ok := d.goToText(l.action); ok {
			a.Dest = dest
		} else if o := d.parseText(l.action); o != nil {
			budget := maxActions
			a.Dest, a.URI = d.action(o, w.page, &budget)
		}
	}
	return a
}

// goToText returns the destination of the action in text, if that is a go-to action and nothing else.
func (d *Document) goToText(text []byte) (Destination, bool) {
	var target []byte
	goTo := false
	s, ok := skimDict(text, 0)
	for ok {
		var key, value []byte
		if key, value, ok = s.next(); !ok {
			break
		}
		switch string(key) {
		case "Type":
		case "S":
			goTo = string(value) == "/GoTo"
		case "D":
			target = value
		default:
			return Destination{}, false
		}
	}
	if !goTo {
		return Destination{}, false
	}
	dest := d.destinationText(target)
	if dest.Page == 0 {
		dest = Destination{} // like any action that leads nowhere
	}
	return dest, true
}

// boxText returns the rectangle in text, or an empty one when there is none.
func (d *Document) boxText(text []byte) Box {
	if hasPrefix(text, 0, "[") {
		if t, ok := numbersText(text, 1); ok && t.n == len(t.v) && t.given == [4]bool{true, true, true, true} {
			return boxOf(t.v)
		}
	}
	b, _ := d.box(d.parseText(text))
	return b
}
