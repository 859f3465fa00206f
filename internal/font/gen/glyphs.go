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

// readGlyphList reads the Adobe Glyph List and our additions: name to characters.
func readGlyphList(agl, more []byte) map[string][]rune {
	out := map[string][]rune{}
	readNames(out, agl, ";")
	for name, rs := range out {
		if len(rs) == 1 && privateUse(rs[0]) {
			if plain := ordinary(out, name); plain != nil {
				out[name] = plain
			} else {
				delete(out, name)
			}
		}
	}
	readNames(out, more, " ")
	return out
}

func readNames(out map[string][]rune, data []byte, separator string) {
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, codes, _ := strings.Cut(line, separator)
		if _, dup := out[name]; dup {
			log.Fatalf("%q stands twice", name)
		}
		for code := range strings.FieldsSeq(codes) {
			r, err := strconv.ParseInt(code, 16, 32)
			if err != nil {
				log.Fatalf("glyph list: %q", line)
			}
			out[name] = append(out[name], rune(r))
		}
	}
}

func privateUse(r rune) bool { return r >= 0xE000 && r <= 0xF8FF }

// plainNames are names in Adobe's corporate use area that their suffix does not explain.
var plainNames = map[string]rune{
	"LL": 0x1EFA, "ll": 0x1EFB, "rupiah": 0x20A8, "onefitted": '1', "dotlessj": 0x237, "commaaccent": 0x326,
	"Acute": 0xB4, "Caron": 0x2C7, "Dieresis": 0xA8, "Grave": '`', "Hungarumlaut": 0x2DD, "Macron": 0xAF,
	"cyrBreve": 0x2D8, "cyrbreve": 0x2D8, "cyrFlex": 0x311, "cyrflex": 0x311, "dblGrave": 0x30F, "dblgrave": 0x30F,
	"DieresisAcute": 0x385, "dieresisacute": 0x385, "DieresisGrave": 0x1FED, "dieresisgrave": 0x1FED,
	"afii10063": 0x433, "afii10064": 0x431, "afii10192": 0x434, "afii10831": 0x43F, "afii10832": 0x442,
	"copyrightsans": 0xA9, "copyrightserif": 0xA9, "registersans": 0xAE, "registerserif": 0xAE,
	"trademarksans": 0x2122, "trademarkserif": 0x2122, "threequartersemdash": 0x2014,
	"arrowhorizex": 0x23AF, "arrowvertex": 0x23D0, "radicalex": 0x203E, "integralex": 0x23AE, "braceex": 0x23AA,
	"parenlefttp": 0x239B, "parenleftex": 0x239C, "parenleftbt": 0x239D,
	"parenrighttp": 0x239E, "parenrightex": 0x239F, "parenrightbt": 0x23A0,
	"bracketlefttp": 0x23A1, "bracketleftex": 0x23A2, "bracketleftbt": 0x23A3,
	"bracketrighttp": 0x23A4, "bracketrightex": 0x23A5, "bracketrightbt": 0x23A6,
	"bracelefttp": 0x23A7, "braceleftmid": 0x23A8, "braceleftbt": 0x23A9,
	"bracerighttp": 0x23AB, "bracerightmid": 0x23AC, "bracerightbt": 0x23AD,
}

// ordinary returns the meaning of a name that the list puts into Adobe's corporate use area, or nil when none is
// known. A variant form means its ordinary characters. Small capitals mean the lower case.
func ordinary(list map[string][]rune, name string) []rune {
	if r, ok := plainNames[name]; ok {
		return []rune{r}
	}
	for _, suffix := range []string{"small", "oldstyle", "superior", "inferior"} {
		base, ok := strings.CutSuffix(name, suffix)
		if !ok {
			continue
		}
		for _, candidate := range []string{strings.ToLower(base), base} {
			if rs := list[candidate]; rs != nil && (len(rs) > 1 || !privateUse(rs[0])) {
				return rs
			}
		}
	}
	if base, _, ok := strings.Cut(name, "low"); ok && strings.HasSuffix(name, "thai") {
		return list[base+"thai"]
	}
	for _, side := range []string{"upperleftthai", "leftthai"} {
		if base, ok := strings.CutSuffix(name, side); ok {
			return list[base+"thai"]
		}
	}
	if name != "apple" { // it is a trade mark without a character
		log.Fatalf("no ordinary character for %s", name)
	}
	return nil
}

// glyphListSource returns the source of a hash table in static data. The table costs nothing at start-up and takes
// one or two probes for a look-up. glyphHash in glyphnames.go must agree with hash.
func glyphListSource(names map[string][]rune, zapf map[string]rune) []byte {
	sorted := slices.Sorted(maps.Keys(names))
	var blob strings.Builder
	var texts []string
	offsets := make([]int, 0, len(sorted)+1)
	values := make([]int, 0, len(sorted))
	for _, name := range sorted {
		offsets = append(offsets, blob.Len())
		blob.WriteString(name)
		if rs := names[name]; len(rs) == 1 {
			values = append(values, int(rs[0]))
		} else {
			values = append(values, 0xE000+len(texts))
			texts = append(texts, string(rs))
		}
	}
	offsets = append(offsets, blob.Len())

	var b bytes.Buffer
	header(&b, "Adobe Glyph List 2.0 and gen/names.txt")
	b.WriteString("// glyphNames are the known names in order, without separators: see glyphOffsets.\nconst glyphNames = \"\" +\n")
	all := blob.String()
	for len(all) > 100 {
		fmt.Fprintf(&b, "%q +\n", all[:100])
		all = all[100:]
	}
	fmt.Fprintf(&b, "%q\n\n", all)
	numbers(&b, "glyphOffsets", "uint16", offsets)
	b.WriteString("// glyphRunes are the meanings; from 0xE000 on they are indexes into glyphTexts.\n")
	numbers(&b, "glyphRunes", "uint16", values)
	fmt.Fprintf(&b, "var glyphTexts = [...]string{\n")
	for _, s := range texts {
		fmt.Fprintf(&b, "%q,\n", s)
	}
	b.WriteString("}\n\n// glyphSlots is a hash table of indexes + 1 with linear probing.\n")
	numbers(&b, "glyphSlots", "uint16", hashTable(sorted))
	b.WriteString("// zapfRunes are the characters a1 to a206 of ZapfDingbats; 0: no such name.\n")
	numbers(&b, "zapfRunes", "uint16", zapfTable(zapf))
	return b.Bytes()
}

// zapfTable returns zapf as a table by the number in the name.
func zapfTable(zapf map[string]rune) []int {
	table := make([]int, 207)
	for name, r := range zapf {
		n, err := strconv.Atoi(name[1:])
		check(err)
		table[n] = int(r)
	}
	return table
}

const slots = 1 << 14

func hashTable(names []string) []int {
	table := make([]int, slots)
	for i, name := range names {
		h := hash(name)
		for table[h%slots] != 0 {
			h++
		}
		table[h%slots] = i + 1
	}
	return table
}

// hash returns FNV-1a of s with its high bits folded in.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// numbers writes an array, ten numbers a line.
func numbers(b *bytes.Buffer, name, kind string, ns []int) {
	fmt.Fprintf(b, "var %s = [...]%s{\n", name, kind)
	for line := range slices.Chunk(ns, 16) {
		for _, n := range line {
			fmt.Fprintf(b, "%d, ", n)
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n\n")
}
