package testkit

import "strings"

// SquareFont returns a TrueType program that does not state what its glyphs mean. The second glyph is a square of
// half an em on the baseline. The glyphs after it are squares at the heights feet above the baseline, in
// thousandths of an em.
func SquareFont(feet ...int) string {
	words := func(list ...int) string {
		var b strings.Builder
		for _, w := range list {
			b.WriteByte(byte(w >> 8))
			b.WriteByte(byte(w))
		}
		return b.String()
	}
	head := make([]int, 27)
	head[9] = 1000 // units of an em
	loca, glyf := words(0, 0), ""
	for _, foot := range append([]int{0}, feet...) {
		glyf += words(1, 0, foot, 500, foot+500, 3, 0) + "\x01\x01\x01\x01" + words(0, 500, 0, -500) + words(foot, 0, 500, 0)
		loca += words(len(glyf) / 2)
	}
	tables := [][2]string{
		{"head", words(head...)},
		{"maxp", words(1, 0, 2+len(feet))},
		{"loca", loca},
		{"glyf", glyf},
	}
	at := 12 + 16*len(tables)
	directory, body := words(1, 0, len(tables), 0, 0, 0), ""
	for _, table := range tables {
		directory += table[0] + words(0, 0, 0, at+len(body), 0, len(table[1]))
		body += table[1]
	}
	return directory + body
}
