package words

// Follows reports whether n is the next label after last.
func (n Number) Follows(last Number) bool {
	if last.Depth == 0 || n.Suffix != last.Suffix || n.Open != last.Open {
		return false
	}
	n = n.As(last)
	return n.Kind == last.Kind && n.Value == last.Value+1
}

// Alike reports whether n and m are labels of one kind.
func (n Number) Alike(m Number) bool {
	return n.As(m).Kind == m.Kind && n.Suffix == m.Suffix && n.Open == m.Open
}

// As reads a lone letter in the way in which the label before it was read: "v" behind "iv"
// is five, behind "u" it is the letter.
func (n Number) As(last Number) Number {
	lower := n.Kind == 'a' || n.Kind == 'i'
	switch {
	case n.Kind == last.Kind || n.Kind == '1':
		return n
	case lower && last.Kind == 'i', !lower && last.Kind == 'I':
		if v, ok := RomanNumber([]byte{byte(n.Value) - 1 + 'a'}); ok && n.Kind|0x20 == 'a' {
			n.Kind, n.Value = last.Kind, int(v)
		}
	case lower && last.Kind == 'a', !lower && last.Kind == 'A':
		if n.Value == 1 { // the letter i
			n.Kind, n.Value = last.Kind, 'i'-'a'+1
		}
	}
	return n
}

// Numbering returns n in the form of Attr.Numbering.
func (n Number) Numbering() string {
	switch kind := string(n.Kind); {
	case n.Suffix == ']':
		return "[" + kind + "]"
	case n.Suffix == ')' && n.Open:
		return "(" + kind + ")"
	case n.Suffix == ')':
		return kind + ")"
	default:
		return kind
	}
}

// IsLabel reports whether n can be the label of a list item.
func (n Number) IsLabel() bool { return n.Depth == 1 && !n.Word && n.Suffix != 0 }
