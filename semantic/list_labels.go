package semantic

// follows reports whether n is the label after last.
func (n number) follows(last number) bool {
	if last.depth == 0 || n.suffix != last.suffix || n.open != last.open {
		return false
	}
	n = n.as(last)
	return n.kind == last.kind && n.value == last.value+1
}

// alike reports whether n and m are labels of one kind.
func (n number) alike(m number) bool {
	return n.as(m).kind == m.kind && n.suffix == m.suffix && n.open == m.open
}

// as reads a lone letter the way the label before it was read: "v" behind "iv"
// is five, behind "u" the letter.
func (n number) as(last number) number {
	lower := n.kind == 'a' || n.kind == 'i'
	switch {
	case n.kind == last.kind || n.kind == '1':
		return n
	case lower && last.kind == 'i', !lower && last.kind == 'I':
		if v, ok := romanNumber([]byte{byte(n.value) - 1 + 'a'}); ok && n.kind|0x20 == 'a' {
			n.kind, n.value = last.kind, int(v)
		}
	case lower && last.kind == 'a', !lower && last.kind == 'A':
		if n.value == 1 { // the letter i
			n.kind, n.value = last.kind, 'i'-'a'+1
		}
	}
	return n
}

// numbering is n as Attr.Numbering has it.
func (n number) numbering() string {
	switch kind := string(n.kind); {
	case n.suffix == ']':
		return "[" + kind + "]"
	case n.suffix == ')' && n.open:
		return "(" + kind + ")"
	case n.suffix == ')':
		return kind + ")"
	default:
		return kind
	}
}

// isLabel reports whether n can be the label of a list item.
func (n number) isLabel() bool { return n.depth == 1 && !n.word && n.suffix != 0 }
