package font

import "bytes"

// Keys of the cipher (Type 1 Font Format, clause 7), and the numbers of random bytes before the
// text that it hides.
const (
	eexecKey    = 55665
	eexecRandom = 4
	charKey     = 4330
	type1LenIV  = 4
	maxLenIV    = 64 // honest fonts have -1, which is no cipher, 0, 1 or 4

	cipherFactor = 52845
	cipherTerm   = 22719
)

// eexecMark stands between the clear text and the encrypted portion.
const eexecMark = "eexec"

// clearType1 returns the clear text. ok is false when data does not have its end.
func clearType1(data bin) (clear bin, ok bool) {
	at := bytes.Index(data, []byte(eexecMark))
	return data[:max(at, 0)], at >= 0
}

// splitType1 separates the clear text and the encrypted portion, and decrypts the latter. Without
// an encrypted portion both results are the whole.
func splitType1(data bin) (clear, private bin) {
	clear, ok := clearType1(data)
	if !ok {
		return data, data
	}
	body := bytes.TrimLeft(data[len(clear)+len(eexecMark):], " \t\r\n")
	if isHex(body) {
		body = unhex(body)
	}
	return clear, decrypt(body, eexecKey, eexecRandom)
}

// isHex reports whether the encrypted portion is in hexadecimal. The first four bytes of the binary
// form are never all hexadecimal digits.
func isHex(b bin) bool {
	if len(b) < eexecRandom {
		return false
	}
	for _, c := range b[:eexecRandom] {
		if hexDigit(c) < 0 {
			return false
		}
	}
	return true
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// unhex decodes hexadecimal digits and ignores other characters.
func unhex(b bin) bin {
	out := make(bin, 0, len(b)/2)
	high := -1
	for _, c := range b {
		v := hexDigit(c)
		switch {
		case v < 0:
		case high < 0:
			high = v
		default:
			out = append(out, byte(high<<4|v))
			high = -1
		}
	}
	return out
}

// decrypt decrypts b and drops the random bytes.
func decrypt(b bin, key uint16, random int) bin {
	out := make(bin, len(b))
	for i, c := range b {
		out[i] = c ^ byte(key>>8)
		key = (uint16(c)+key)*cipherFactor + cipherTerm
	}
	return out.from(min(random, len(out)))
}
