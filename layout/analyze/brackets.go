package analyze

// mirrorBrackets replaces brackets in right-to-left text by their mirror images, for the page shows the
// painted shape. Some producers name the character instead. mirrorBrackets makes the choice that leaves
// more brackets paired:
//
//	as named    ) ABC (      no pair
//	mirrored    ( ABC )      one pair: this is written
func mirrorBrackets(items []item) {
	asIs, turned := 0, 0
	openA, openT := 0, 0
	for i := range items {
		if !items[i].mirror {
			continue
		}
		m := mirrored(items[i].char)
		if m == 0 {
			items[i].mirror = false
			continue
		}
		if isOpener(items[i].char) {
			openA++
			if openT > 0 {
				openT--
				turned++
			}
		} else {
			openT++
			if openA > 0 {
				openA--
				asIs++
			}
		}
	}
	if asIs <= turned {
		return
	}
	for i := range items {
		items[i].mirror = false
	}
}

func isOpener(r rune) bool {
	switch r {
	case '(', '[', '{', '<', 0xAB, 0x2039:
		return true
	}
	return false
}

// mirrored returns the mirror image of r; 0: it has none.
func mirrored(r rune) rune {
	switch r {
	case '(':
		return ')'
	case ')':
		return '('
	case '[':
		return ']'
	case ']':
		return '['
	case '{':
		return '}'
	case '}':
		return '{'
	case '<':
		return '>'
	case '>':
		return '<'
	case 0xAB:
		return 0xBB
	case 0xBB:
		return 0xAB
	case 0x2039:
		return 0x203A
	case 0x203A:
		return 0x2039
	}
	return 0
}
