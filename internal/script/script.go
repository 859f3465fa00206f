// Package script tells the scripts apart whose text is put together in another way.
package script

// IsIdeographic reports whether r is of a script that is written without spaces, so that a
// gap is only a matter of setting: Han, kana, bopomofo and their punctuation. Hangul is
// written with spaces and is not among them.
func IsIdeographic(r rune) bool {
	switch {
	case r < 0x2E80:
		return false
	case r <= 0x312F, r >= 0x3190 && r <= 0x9FFF, r >= 0xF900 && r <= 0xFAFF:
		return true
	case r >= 0xFE10 && r <= 0xFE19, r >= 0xFE30 && r <= 0xFE4F, r >= 0xFF00 && r <= 0xFF9F, r >= 0x20000 && r <= 0x3FFFF:
		return true
	}
	return false
}
