package dom

func IsSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
}

// endsTagName reports the bytes behind the name of a start tag.
func endsTagName(c byte) bool { return c == '>' || c == '/' || IsSpace(c) }

func TrimSpaceLeft(s string) string {
	i := 0
	for i < len(s) && IsSpace(s[i]) {
		i++
	}
	return s[i:]
}

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
