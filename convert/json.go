package convert

import "encoding/json"

// indented is v as JSON with each member and element on a line of its own, as json.MarshalIndent
// writes it. That reads its own output by the grammar once more, byte by byte, for a sixth
// of the CPU that a document of one page takes: its report has 40 KB.
func indented(v any) ([]byte, error) {
	compact, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return indent(compact), nil
}

// indent indents JSON that is valid and has no white space between its tokens, and ends it with a newline.
func indent(compact []byte) []byte {
	out := make([]byte, 0, 2*len(compact)) // reports grow by half
	depth := 0
	line := func() {
		out = append(out, '\n')
		for range depth {
			out = append(out, "  "...)
		}
	}
	for i := 0; i < len(compact); i++ {
		switch c := compact[i]; c {
		case '{', '[':
			out = append(out, c)
			if compact[i+1] == c+2 { // both close two characters after they open
				i++
				out = append(out, compact[i])
				break
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			out = append(out, c)
		case ',':
			out = append(out, c)
			line()
		case ':':
			out = append(out, ": "...)
		case '"':
			end := i + stringEnd(compact[i:])
			out = append(out, compact[i:end]...)
			i = end - 1
		default:
			out = append(out, c)
		}
	}
	return append(out, '\n')
}

// stringEnd is where the string ends that s begins with, behind its quote.
func stringEnd(s []byte) int {
	for i := 1; ; i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}
