package webfont

import (
	"cmp"
	"slices"
)

// The tables GSUB, GPOS and GDEF (OpenType specification, chapter 2).

// The scripts of GSUB and of GPOS. If a font has only DFLT, shapers do not reorder the characters
// of scripts for which they otherwise would. That is right here: the page has them in the order of
// the glyphs. The Hebrew shaper is an exception. It uses only positions for its own script, and
// without them it places points itself.
var (
	substitutionScripts = []string{"DFLT"}
	positionScripts     = []string{"DFLT", "hebr"}
)

// feature is a feature with one lookup.
type feature struct {
	tag    string
	kind   int // kind of lookup
	tables [][]byte
}

// Kinds of lookups.
const (
	lookupSingle   = 1 // GSUB: one glyph for another
	lookupLigature = 4 // GSUB: one glyph for several
	lookupPair     = 2 // GPOS: the distance of two
)

// layoutTable returns GSUB or GPOS with these features, in the order of their tags, for all of the scripts.
func layoutTable(scripts []string, features []feature) []byte {
	n := len(features)
	slices.SortStableFunc(features, func(a, b feature) int { return cmp.Compare(a.tag, b.tag) })
	const header = 10
	const count, record, featureSize = 2, 6, 6
	table := be16(nil, len(scripts))
	for _, tag := range scripts {
		table = append(table, tag...)
		table = be16(table, count+record*len(scripts))
	}
	table = be16(table, 4, 0, 0, 0xFFFF, n) // one language system: all features, none required
	for i := range features {
		table = be16(table, i)
	}
	list := be16(nil, n)
	for i, f := range features {
		list = append(list, f.tag...)
		list = be16(list, count+record*n+featureSize*i)
	}
	for i := range features {
		list = be16(list, 0, 1, i)
	}
	t := be16(nil, 1, 0, header, header+len(table), header+len(table)+len(list))
	t = append(append(t, table...), list...)
	return append(t, lookupList(features)...)
}

// lookupList writes the lookup of each feature. It leaves out subtables that are too far away for
// an offset of 16 bits: see fits.
func lookupList(features []feature) []byte {
	var bodies [][]byte
	for _, f := range features {
		b := be16(nil, f.kind, 0, len(f.tables))
		at := len(b) + 2*len(f.tables)
		for _, s := range f.tables {
			b = be16(b, at)
			at += len(s)
		}
		for _, s := range f.tables {
			b = append(b, s...)
		}
		bodies = append(bodies, b)
	}
	t := be16(nil, len(bodies))
	at := 2 + 2*len(bodies)
	for _, b := range bodies {
		t = be16(t, at)
		at += len(b)
	}
	for _, b := range bodies {
		t = append(t, b...)
	}
	return t
}

// coverage lists glyphs, which must be in order.
func coverage(gids []int) []byte {
	t := be16(nil, 1, len(gids))
	return be16(t, gids...)
}

// substitution returns a lookup that replaces single glyphs.
func substitution(m map[int]int) []byte {
	from := sortedKeys(m)
	t := be16(nil, 2, 6+2*len(from), len(from))
	for _, gid := range from {
		t = be16(t, m[gid])
	}
	return append(t, coverage(from)...)
}

// ligature is a glyph for a sequence of glyphs.
type ligature struct {
	sequence []int
	gid      int
}

// ligatures returns a lookup of sequences. Longer ones come first.
func ligatures(list []ligature) []byte {
	slices.SortStableFunc(list, func(a, b ligature) int {
		return cmp.Or(cmp.Compare(a.sequence[0], b.sequence[0]), cmp.Compare(len(b.sequence), len(a.sequence)),
			slices.Compare(a.sequence, b.sequence))
	})
	var first []int
	var sets [][]byte
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].sequence[0] == list[0].sequence[0] {
			n++
		}
		first = append(first, list[0].sequence[0])
		sets = append(sets, ligatureSet(list[:n]))
		list = list[n:]
	}
	at := 6 + 2*len(sets)
	size := at
	for _, s := range sets {
		size += len(s)
	}
	t := be16(nil, 1, size, len(sets))
	for _, s := range sets {
		t = be16(t, at)
		at += len(s)
	}
	for _, s := range sets {
		t = append(t, s...)
	}
	return append(t, coverage(first)...)
}

// ligatureSet returns the ligatures that begin with one glyph.
func ligatureSet(list []ligature) []byte {
	t := be16(nil, len(list))
	at := 2 + 2*len(list)
	for _, l := range list {
		t = be16(t, at)
		at += 2 + 2*len(l.sequence)
	}
	for _, l := range list {
		t = be16(t, l.gid, len(l.sequence))
		t = be16(t, l.sequence[1:]...)
	}
	return t
}

// kern moves the right glyph of a pair away from the left one.
type kern struct{ left, right, units int }

const (
	// kernSubtable is the most pairs of glyphs in one table. With it all offsets in the table have
	// 16 bits, and so have the offsets to the tables.
	kernSubtable = 4000
	// maxKerns is the most pairs of a font, since offsets have 16 bits. In documents up to 850
	// pairs of a font have a gap.
	maxKerns = 2 * kernSubtable
)

// kerning returns a lookup of pairs. The pairs are in order and at most maxKerns.
func kerning(pairs []kern) [][]byte {
	var tables [][]byte
	for len(pairs) > 0 {
		n := min(kernSubtable, len(pairs))
		for n < len(pairs) && n > 0 && pairs[n].left == pairs[n-1].left && pairs[0].left != pairs[n-1].left {
			n-- // the pairs of one left glyph stay together
		}
		tables = append(tables, pairTable(pairs[:n]))
		pairs = pairs[n:]
	}
	return tables
}

func pairTable(pairs []kern) []byte {
	const xAdvance = 1 << 2
	var left []int
	var sets [][]byte
	for len(pairs) > 0 {
		n := 0
		var set []byte
		for n < len(pairs) && pairs[n].left == pairs[0].left {
			set = be16(set, pairs[n].right, pairs[n].units)
			n++
		}
		left = append(left, pairs[0].left)
		sets = append(sets, append(be16(nil, n), set...))
		pairs = pairs[n:]
	}
	cover := coverage(left)
	at := 10 + 2*len(sets)
	t := be16(nil, 1, at, xAdvance, 0, len(sets))
	at += len(cover)
	for _, s := range sets {
		t = be16(t, at)
		at += len(s)
	}
	t = append(t, cover...)
	for _, s := range sets {
		t = append(t, s...)
	}
	return t
}

// glyphClasses returns a GDEF in which all glyphs are letters, even marks. Otherwise shapers would
// remove the advance of marks and place them themselves.
func glyphClasses(glyphs int) []byte {
	const header, letter = 12, 1
	t := be16(nil, 1, 0, header, 0, 0, 0)
	return be16(t, 2, 1, 1, glyphs-1, letter)
}
