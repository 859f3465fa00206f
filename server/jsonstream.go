package server

import "io"

// jsonString writes text as the inside of a JSON string (RFC 8259, section 7), so that a document of any size
// streams into an answer. The bytes must be UTF-8 as a whole; a character may be divided between two writes.
type jsonString struct {
	w   io.Writer
	buf []byte
}

const hexDigits = "0123456789abcdef"

// Write escapes p and passes it on.
func (s *jsonString) Write(p []byte) (int, error) {
	s.buf = s.buf[:0]
	for _, c := range p {
		switch {
		case c == '"' || c == '\\':
			s.buf = append(s.buf, '\\', c)
		case c == '\n':
			s.buf = append(s.buf, '\\', 'n')
		case c < 0x20:
			s.buf = append(s.buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			s.buf = append(s.buf, c)
		}
	}
	if _, err := s.w.Write(s.buf); err != nil {
		return 0, err
	}
	return len(p), nil
}
