package pdf

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// passwordBytes is how many bytes of a password revisions 5 and 6 use.
const passwordBytes = 127

// bytePasswords returns the bytes that password may mean up to revision 4, most likely first: the
// empty password, PDFDocEncoding, and the encodings that writers use instead.
func bytePasswords(password string) [][]byte {
	out := [][]byte{nil}
	for _, encode := range []func(rune) (byte, bool){pdfDocByte, latin1Byte} {
		if b, ok := encodeBytes(password, encode); ok {
			out = appendNew(out, b)
		}
	}
	return appendNew(out, []byte(password))
}

// unicodePasswords returns the bytes that password may mean in revisions 5 and 6: prepared
// according to clause 7.6.4.3.3, and unchanged, as writers without Unicode tables use it.
func unicodePasswords(password string) [][]byte {
	out := [][]byte{nil}
	out = appendNew(out, cutPassword(preparePassword(password)))
	return appendNew(out, cutPassword(password))
}

func appendNew(list [][]byte, b []byte) [][]byte {
	if slices.ContainsFunc(list, func(o []byte) bool { return string(o) == string(b) }) {
		return list
	}
	return append(list, b)
}

func cutPassword(s string) []byte { return []byte(s[:min(len(s), passwordBytes)]) }

func encodeBytes(s string, encode func(rune) (byte, bool)) ([]byte, bool) {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := encode(r)
		if !ok {
			return nil, false
		}
		out = append(out, b)
	}
	return out, true
}

func latin1Byte(r rune) (byte, bool) { return byte(r), r <= 0xff }

// pdfDocByte returns the code of r in PDFDocEncoding.
func pdfDocByte(r rune) (byte, bool) {
	for c := range 256 {
		if pdfDocRune(byte(c)) == r {
			return byte(c), true
		}
	}
	return 0, false
}

// preparePassword implements SASLprep (RFC 4013), but refuses nothing: a password that was accepted
// once must go on working.
func preparePassword(s string) string {
	if !utf8.ValidString(s) {
		return s
	}
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		switch {
		case mapsToNothing(r):
			return -1
		case mapsToSpace(r):
			return ' '
		}
		return r
	}, s))
}

// mapsToNothing reports whether r is in table B.1 of RFC 3454.
func mapsToNothing(r rune) bool {
	switch r {
	case 0xad, 0x34f, 0x1806, 0x200c, 0x200d, 0x2060, 0xfeff:
		return true
	}
	return r >= 0x180b && r <= 0x180d || r >= 0xfe00 && r <= 0xfe0f
}

// mapsToSpace reports whether r is in table C.1.2 of RFC 3454.
func mapsToSpace(r rune) bool {
	switch r {
	case 0xa0, 0x1680, 0x202f, 0x205f, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200b
}
