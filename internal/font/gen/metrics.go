package main

import (
	"bytes"
	"cmp"
	"fmt"
	"log"
	"slices"
	"strconv"
	"strings"
)

// face is a standard font of metrics.txt, in thousandths of an em.
type face struct {
	name                         string
	ascender, descender, xHeight int
	set                          string // its character set, which is a section of metrics.txt
	column                       int    // column of its widths in that section
}

// glyphWidths is a line of a character set. The widths of Symbol are one width and four edges of a box.
type glyphWidths struct {
	r      rune
	widths []int
}

// readMetrics reads metrics.txt.
func readMetrics(data []byte, names map[string][]rune, zapf map[string]rune) ([]face, map[string][]glyphWidths) {
	var faces []face
	sets := map[string][]glyphWidths{}
	section := ""
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || f[0][0] == '#':
		case f[0][0] == '[':
			section = strings.Trim(f[0], "[]")
		case section == "Faces":
			n := numbersOf(f[1:])
			faces = append(faces, face{name: f[0], ascender: n[0], descender: n[1], xHeight: n[2]})
		case f[0] != "apple": // it is a trade mark without a character
			sets[section] = append(sets[section], glyphWidths{character(f[0], names, zapf), numbersOf(f[1:])})
		}
	}
	for i := range faces {
		faces[i].set, faces[i].column = "Latin", i
		if sets[faces[i].name] != nil {
			faces[i].set, faces[i].column = faces[i].name, 0
		}
	}
	return faces, sets
}

// character returns the single character that a glyph name means. The two ligatures of the standard fonts have
// characters of their own here.
func character(name string, names map[string][]rune, zapf map[string]rune) rune {
	if r, ok := zapf[name]; ok {
		return r
	}
	if rs := names[name]; len(rs) == 1 {
		return rs[0]
	}
	log.Fatalf("metrics.txt: no character for %s", name)
	return 0
}

func numbersOf(fields []string) []int {
	out := make([]int, len(fields))
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		check(err)
		out[i] = n
	}
	return out
}

func metricsSource(data []byte, names map[string][]rune, zapf map[string]rune) []byte {
	faces, sets := readMetrics(data, names, zapf)
	var b, tables bytes.Buffer
	header(&b, "Adobe Core 14 font metrics")
	b.WriteString("// stdFaces are the standard fonts with widths of their own.\nvar stdFaces = [...]stdFace{\n")
	written := map[string]bool{}
	for i, f := range faces {
		set := sets[f.set]
		slices.SortFunc(set, func(a, b glyphWidths) int { return cmp.Compare(a.r, b.r) })
		var runes, widths []int
		for _, g := range set {
			runes, widths = append(runes, int(g.r)), append(widths, g.widths[f.column])
		}
		if !written[f.set] {
			written[f.set] = true
			numbers(&tables, "std"+f.set, "uint16", runes)
		}
		boxes := "nil"
		if f.name == "Symbol" {
			var edges []int
			for _, g := range set {
				edges = append(edges, g.widths[1:]...)
			}
			boxes = "stdSymbolBoxes[:]"
			numbers(&tables, "stdSymbolBoxes", "int16", edges)
		}
		fmt.Fprintf(&b, "{%q, %d, %d, %d, std%s[:], stdWidths%d[:], %s},\n", f.name, f.ascender, f.descender, f.xHeight, f.set, i, boxes)
		numbers(&tables, fmt.Sprintf("stdWidths%d", i), "uint16", widths)
	}
	b.WriteString("}\n\n")
	b.Write(tables.Bytes())
	return b.Bytes()
}
