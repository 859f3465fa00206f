package testkit

import "strings"

// SquareFont is a TrueType program of two glyphs, the second of which is a square of half
// an em. It says nothing of what they mean.
func SquareFont() string {
	words := func(list ...int) string {
		var b strings.Builder
		for _, w := range list {
			b.WriteByte(byte(w >> 8))
			b.WriteByte(byte(w))
		}
		return b.String()
	}
	head := make([]int, 27)
	head[9] = 1000 // units to the em
	tables := [][2]string{
		{"head", words(head...)},
		{"maxp", words(1, 0, 2)},
		{"loca", words(0, 0, 17)},
		{"glyf", words(1, 0, 0, 500, 500, 3, 0) + "\x01\x01\x01\x01" + words(0, 500, 0, -500) + words(0, 0, 500, 0)},
	}
	at := 12 + 16*len(tables)
	directory, body := words(1, 0, len(tables), 0, 0, 0), ""
	for _, table := range tables {
		directory += table[0] + words(0, 0, 0, at+len(body), 0, len(table[1]))
		body += table[1]
	}
	return directory + body
}
