package main

import (
	"bytes"
	"fmt"
	"log"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// encoding is a character set: code to glyph name.
type encoding [256]string

// readEncodings reads encodings.txt.
func readEncodings(data []byte) map[string]*encoding {
	out := map[string]*encoding{}
	var e *encoding
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			e = new(encoding)
			out[strings.Trim(line, "[]")] = e
		default:
			code, name, _ := strings.Cut(line, " ")
			c, err := strconv.ParseUint(code, 16, 8)
			if err != nil {
				log.Fatalf("encodings.txt: %q", line)
			}
			e[c] = name
		}
	}
	return out
}

func encodingSource(encodings map[string]*encoding) []byte {
	var b bytes.Buffer
	header(&b, "ISO 32000-2 Annex D")
	for _, name := range slices.Sorted(maps.Keys(encodings)) {
		variable := strings.ToLower(name[:1]) + name[1:]
		if strings.HasPrefix(name, "PDFDoc") {
			variable = "pdfDocEncoding"
		}
		fmt.Fprintf(&b, "var %s = [256]string{\n", variable)
		for c, g := range encodings[name] {
			if g != "" {
				fmt.Fprintf(&b, "0x%02X: %q,\n", c, g)
			}
		}
		b.WriteString("}\n\n")
	}
	return b.Bytes()
}

// zapfNames returns the meaning of the glyph names of ZapfDingbats. The Dingbats block
// of Unicode keeps the order of that font's codes, from 0x20 and again from 0xA0
// on, and leaves out the characters that Unicode had already.
func zapfNames(e *encoding) map[string]rune {
	elsewhere := map[int]rune{
		0x25: 0x260E, 0x2A: 0x261B, 0x2B: 0x261E, 0x48: 0x2605, 0x6C: 0x25CF, 0x6E: 0x25A0,
		0x73: 0x25B2, 0x74: 0x25BC, 0x75: 0x25C6, 0x77: 0x25D7,
		0xA8: 0x2663, 0xA9: 0x2666, 0xAA: 0x2665, 0xAB: 0x2660,
		0xD5: 0x2192, 0xD6: 0x2194, 0xD7: 0x2195,
	}
	out := map[string]rune{}
	for c, name := range e {
		r, moved := elsewhere[c]
		switch {
		case name == "" || name == "space":
			continue
		case moved:
		case c >= 0x80 && c <= 0x8D: // ornamental brackets
			r = 0x2768 + rune(c-0x80)
		case c >= 0xAC && c <= 0xB5: // circled digits
			r = 0x2460 + rune(c-0xAC)
		case c >= 0xA0:
			r = 0x2760 + rune(c-0xA0)
		default:
			r = 0x2700 + rune(c-0x20)
		}
		out[name] = r
	}
	return out
}
