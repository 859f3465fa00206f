package webfont

import (
	"math"
	"unicode/utf8"
)

// Family is a font of a Set. Its line is 0.8 em above the baseline and 0.2 em below. Line says what
// browsers make of that.
type Family struct {
	// Space is the advance of a space in ems.
	Space float32

	em    int
	kerns map[[2]int]int // distances by which pairs of glyphs are moved apart, in units
	font  sfnt
}

// Bytes returns the font as an OpenType file.
func (f *Family) Bytes() []byte { return f.font.bytes() }

// Size returns the length of that file in bytes.
func (f *Family) Size() int { return f.font.size() }

// write makes the tables.
func (f *Family) write(d *draft, s *shapes) error {
	n := &d.numbering
	o := numbered{shapes: s, glyphs: n.glyphs, first: make(map[shapeID]int)}
	if err := o.close(); err != nil {
		return err
	}
	list, bounds := o.metrics()
	long := false
	if s.programs != nil && o.inked() {
		long = f.addQuadratic(&o)
	} else {
		f.addCubic(&o, bounds)
	}
	hhea, hmtx := metricsTables(s.em, list, bounds)
	f.font.add("head", headTable(s.em, bounds, long))
	f.font.add("hhea", hhea)
	f.font.add("hmtx", hmtx)
	f.font.add("OS/2", os2Table(s.em, list, n.runes))
	f.font.add("post", postTable(s.em))
	f.font.add("name", nameTable())
	mappings := make([]mapping, len(n.runes))
	for i, r := range n.runes {
		mappings[i] = mapping{r, n.nominal[r]}
	}
	f.font.add("cmap", cmapTable(mappings))
	f.font.add("GDEF", glyphClasses(len(list)))
	f.font.add("GSUB", layoutTable(substitutionScripts, n.substitutions()))
	f.font.add("GPOS", layoutTable(positionScripts, f.positions()))
	f.font.finish()
	return nil
}

// positions returns the features that move glyphs. The table is needed even without a feature: if a
// font has none, shapers place marks as they like.
func (f *Family) positions() []feature {
	var pairs []kern
	for _, pair := range sortedPairs(f.kerns) {
		pairs = append(pairs, kern{pair[0], pair[1], f.kerns[pair]})
	}
	if len(pairs) == 0 {
		return nil
	}
	return []feature{{"kern", lookupPair, kerning(pairs)}}
}

// addQuadratic adds the tables that only TrueType fonts have.
func (f *Family) addQuadratic(o *numbered) (longLoca bool) {
	glyphs := make([]*quadratic, len(o.glyphs))
	for i, g := range o.glyphs {
		glyphs[i] = &o.shapes.quadratic[g.shape]
	}
	f.font.version, f.font.glyphs, f.font.gid = versionTrueType, glyphs, o.gid
	glyf, loca, long := glyfTables(glyphs, o.gid)
	f.font.add("maxp", maxpTable(glyphs))
	f.font.add("glyf", glyf)
	f.font.add("loca", loca)
	return long
}

// addCubic adds the tables that only fonts with CFF have.
func (f *Family) addCubic(o *numbered, bounds box) {
	glyphs, widths := make([]cubic, len(o.glyphs)), make([]int, len(o.glyphs))
	for i, g := range o.glyphs {
		glyphs[i], widths[i] = o.shapes.cubic[g.shape], g.advance
	}
	f.font.version = versionCFF
	f.font.add("maxp", cffMaxpTable(len(glyphs)))
	f.font.add("CFF ", cffTable(glyphs, widths, o.shapes.em, bounds))
}

// substitutions returns the features that map characters to glyphs. No style of a page can switch off ccmp.
func (n *numbering) substitutions() []feature {
	var features []feature
	var list []ligature
	for _, text := range sortedKeys(n.sequences) {
		l := ligature{gid: n.sequences[text], sequence: make([]int, 0, utf8.RuneCountInString(text))}
		for _, r := range text {
			l.sequence = append(l.sequence, n.nominal[r])
		}
		list = append(list, l)
	}
	if len(list) > 0 {
		features = append(features, feature{"ccmp", lookupLigature, [][]byte{ligatures(list)}})
	}
	for form, tag := range [forms]string{Isolated: "isol", Initial: "init", Medial: "medi", Final: "fina"} {
		m := n.forms[form]
		if len(n.joined) > 0 && joinedBefore(Form(form)) == 1 { // a sequence has the form of its first letter
			m = merged(m, n.joined)
		}
		if len(m) > 0 {
			features = append(features, feature{tag, lookupSingle, [][]byte{substitution(m)}})
		}
	}
	return features
}

// merged returns the entries of both maps.
func merged(a, b map[int]int) map[int]int {
	m := make(map[int]int, len(a)+len(b))
	for k, v := range a {
		m[k] = v
	}
	for k, v := range b {
		m[k] = v
	}
	return m
}

// numbered has numbered glyphs and the parts of which they consist.
type numbered struct {
	shapes *shapes
	glyphs []glyph
	first  map[shapeID]int // the first glyph of a shape
}

// gid returns the first glyph of a shape.
func (o *numbered) gid(id shapeID) int {
	if id == blank {
		return 0
	}
	return o.first[id]
}

// close adds the parts of glyphs that are missing.
func (o *numbered) close() error {
	for i, g := range o.glyphs {
		if _, known := o.first[g.shape]; !known {
			o.first[g.shape] = i
		}
	}
	if o.shapes.programs == nil {
		return nil
	}
	for i := 0; i < len(o.glyphs); i++ {
		for _, p := range o.shapes.quadratic[o.glyphs[i].shape].parts {
			if _, known := o.first[p.shape]; !known && p.shape != blank {
				o.first[p.shape] = len(o.glyphs)
				o.glyphs = append(o.glyphs, glyph{p.shape, 0})
			}
		}
		if len(o.glyphs) > math.MaxUint16 {
			return &Error{Code: TooManyGlyphs, Face: -1}
		}
	}
	return nil
}

// inked reports whether any glyph is visible. Browsers refuse a table glyf without one.
func (o *numbered) inked() bool { return len(o.first) > 1 }

// metrics returns the metrics of all glyphs, and the box around all of them.
func (o *numbered) metrics() ([]metrics, box) {
	list := make([]metrics, len(o.glyphs))
	var all box
	for i, g := range o.glyphs {
		b := o.shapes.box(g.shape)
		list[i] = metrics{g.advance, b.x0}
		if o.shapes.programs != nil {
			list[i].bearing += o.shapes.quadratic[g.shape].shift
		}
		if b != (box{}) {
			all = box{min(all.x0, b.x0), min(all.y0, b.y0), max(all.x1, b.x1), max(all.y1, b.y1)}
		}
	}
	return list, all
}
