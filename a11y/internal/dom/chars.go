package dom

// IsSpace reports whether c is white space in HTML.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
}

// endsTagName reports whether c may follow the name of a start tag.
func endsTagName(c byte) bool { return c == '>' || c == '/' || IsSpace(c) }

// TrimSpaceLeft returns s without the white space it begins with.
func TrimSpaceLeft(s string) string {
	i := 0
	for i < len(s) && IsSpace(s[i]) {
		i++
	}
	return s[i:]
}

// isAlnum reports whether c is a letter or a digit of ASCII.
func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
