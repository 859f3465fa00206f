package pdf

// skimmer reads the entries of a dictionary as text, without making objects. It serves to find out
// what an object is before reading it.
type skimmer struct {
	src []byte
	pos int
}

// skimDict returns a skimmer of the dictionary at pos. It returns false when there is none.
func skimDict(src []byte, pos int) (skimmer, bool) {
	pos = skipSpace(src, pos)
	return skimmer{src, pos + len("<<")}, hasPrefix(src, pos, "<<")
}

// next returns the next key, without its solidus, and the text of its value. After the last entry
// ok is false, and pos is behind the dictionary.
func (s *skimmer) next() (key, value []byte, ok bool) {
	for {
		s.pos = skipSpace(s.src, s.pos)
		switch {
		case s.pos >= len(s.src) || atKeyword(s.src, s.pos):
			return nil, nil, false
		case hasPrefix(s.src, s.pos, ">>"):
			s.pos += len(">>")
			return nil, nil, false
		case s.src[s.pos] == '/':
			end := skipRegular(s.src, s.pos+1)
			key = s.src[s.pos+1 : end]
			s.pos = skipSpace(s.src, end)
			start := s.pos
			s.skipValue()
			return key, s.src[start:s.pos], true
		}
		s.pos = skipToken(s.src, s.pos)
	}
}

// skipValue skips a value: everything before the next key.
func (s *skimmer) skipValue() {
	if s.pos < len(s.src) && s.src[s.pos] == '/' {
		s.pos = skipToken(s.src, s.pos)
		return
	}
	depth := 0
	for s.pos < len(s.src) {
		switch {
		case depth == 0 && (s.src[s.pos] == '/' || hasPrefix(s.src, s.pos, ">>")) || atKeyword(s.src, s.pos):
			return
		case s.src[s.pos] == '[':
			depth++
			s.pos++
		case s.src[s.pos] == ']':
			depth = max(0, depth-1)
			s.pos++
		case hasPrefix(s.src, s.pos, "<<"):
			depth++
			s.pos += len("<<")
		case hasPrefix(s.src, s.pos, ">>"):
			depth--
			s.pos += len(">>")
		default:
			s.pos = skipToken(s.src, s.pos)
		}
		s.pos = skipSpace(s.src, s.pos)
	}
}

// atKeyword reports whether pos is at a keyword that ends every dictionary.
func atKeyword(src []byte, pos int) bool {
	switch src[pos] {
	case 'e':
		return hasPrefix(src, pos, "endobj") || hasPrefix(src, pos, "endstream")
	case 'o':
		return hasPrefix(src, pos, "obj")
	case 's':
		return hasPrefix(src, pos, "stream")
	case 't':
		return hasPrefix(src, pos, "trailer")
	}
	return false
}

// skipToken returns the end of the token at pos, which is neither << nor >>.
func skipToken(src []byte, pos int) int {
	switch c := src[pos]; {
	case c == '/':
		return skipRegular(src, pos+1)
	case c == '(':
		return skipLiteral(src, pos)
	case isRegular(c):
		return skipRegular(src, pos)
	case c == '<' && !hasPrefix(src, pos, "<<"):
		for pos < len(src) && src[pos] != '>' {
			pos++
		}
		return min(pos+1, len(src))
	}
	return pos + 1
}

func skipLiteral(src []byte, pos int) int {
	depth := 0
	for ; pos < len(src); pos++ {
		switch src[pos] {
		case '\\':
			pos++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return pos + 1
			}
		}
	}
	return len(src)
}

// textAt returns the text of the dictionary at pos of the file, or nil when there is none.
func (d *Document) textAt(pos int) []byte {
	s, ok := skimDict(d.window(pos), pos)
	if !ok {
		return nil
	}
	for ok {
		_, _, ok = s.next()
	}
	d.countRead(pos, s.pos)
	return d.data[pos:s.pos]
}
