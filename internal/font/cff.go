package font

import "errors"

// cff is a font of the Compact Font Format (Adobe Technical Note 5176).
type cff struct {
	psName      string
	top         cffDict
	strings     cffIndex
	globalSubrs cffIndex
	charStrings cffIndex
	privates    []cffPrivate // one for each Font DICT; only one unless CID-keyed
	fdSelect    fdSelect
	sids        []uint16 // by GID: SIDs, or CIDs if CID-keyed
	cids        []uint16 // sids if CID-keyed, else nil
	encoding    *[256]string
}

// cffPrivate is the part of a Private DICT about widths, and its subroutines.
type cffPrivate struct {
	defaultWidth, nominalWidth float64
	em                         float64 // units of glyph space in one em
	space                      affine  // from those units to ems
	subrs                      cffIndex
}

var (
	errCFFHeader      = errors.New("cff: no font found in it")
	errCFFCharStrings = errors.New("cff: no charstrings")
)

// maxFontDicts is the most Font DICTs of a FDArray: FDSelect has one byte for each glyph.
const maxFontDicts = 256

// parseCFF reads a bare CFF font.
func parseCFF(data []byte) (*program, error) {
	f, err := readCFF(data)
	if err != nil {
		return nil, err
	}
	p := &program{
		kind: bareCFF, glyphCount: f.glyphCount(), glyphs: f,
		encoding: f.encoding, cids: f.cids,
		psName: f.psName, family: f.text(opFamilyName),
		unitsPerEm: float32(f.privates[0].em),
	}
	f.describe(p)
	return p, nil
}

// readCFF reads the first font of a font set. It skips bytes before the header.
func readCFF(data bin) (*cff, error) {
	data = skipToCFF(data)
	f := &cff{}
	names, ok := readIndex(data, data.u8(2))
	if !ok {
		return nil, errCFFHeader
	}
	tops, ok := readIndex(data, names.next())
	if !ok || tops.count == 0 {
		return nil, errCFFHeader
	}
	f.psName = cleanName(names.at(0))
	f.top = readDict(tops.at(0))
	f.strings, _ = readIndex(data, tops.next())
	f.globalSubrs, _ = readIndex(data, f.strings.next())

	f.charStrings, ok = readIndex(data, f.top.int(opCharStrings, 0, -1))
	if !ok || f.charStrings.count == 0 {
		return nil, errCFFCharStrings
	}
	f.readPrivates(data)
	f.readCharset(data)
	if f.cidKeyed() {
		f.cids = f.sids
	} else {
		f.readEncoding(data)
	}
	return f, nil
}

// skipToCFF drops the bytes before the header that a few writers leave there.
func skipToCFF(data bin) bin {
	const maxSkip = 64
	for i := range min(maxSkip, len(data)-4) {
		if data[i] == 1 && data[i+1] <= 1 && data[i+2] >= 4 && data[i+3] >= 1 && data[i+3] <= 4 {
			return data[i:]
		}
	}
	return data
}

func (f *cff) glyphCount() int { return f.charStrings.count }

func (f *cff) cidKeyed() bool { return f.top.args(opROS) != nil }

// readPrivates reads the Private DICT, or those of all Font DICTs of a CID-keyed font. At least one
// exists afterwards.
func (f *cff) readPrivates(data bin) {
	if f.cidKeyed() {
		dicts, _ := readIndex(data, f.top.int(opFDArray, 0, -1))
		for i := range min(dicts.count, maxFontDicts) {
			f.privates = append(f.privates, readPrivate(data, readDict(dicts.at(i)), f.top))
		}
		f.fdSelect = readFDSelect(data.from(f.top.int(opFDSelect, 0, -1)), f.glyphCount())
	}
	if len(f.privates) == 0 {
		f.privates = []cffPrivate{readPrivate(data, f.top, nil)}
	}
}

// readPrivate reads the Private DICT that font points to. If both the Font DICT and the Top DICT have a
// FontMatrix, that of the Font DICT applies first.
func readPrivate(data bin, font, top cffDict) cffPrivate {
	m, outer := font.matrix(), top.matrix()
	switch {
	case m == (affine{}):
		m = outer
	case outer != (affine{}):
		m = outer.after(m)
	}
	at := font.int(opPrivate, 1, -1)
	d := readDict(data.cut(at, font.int(opPrivate, 0, 0)))
	p := cffPrivate{em: emOf(m[0]), space: glyphSpace([4]float64(m[:4])), defaultWidth: d.number(opDefaultW, 0, 0), nominalWidth: d.number(opNominalW, 0, 0)}
	if off := d.int(opSubrs, 0, -1); off > 0 && at >= 0 {
		p.subrs, _ = readIndex(data, at+off)
	}
	return p
}

// private returns the Private DICT of glyph gid.
func (f *cff) private(gid int) *cffPrivate {
	if i := f.fdSelect.at(gid); i < len(f.privates) {
		return &f.privates[i]
	}
	return &f.privates[0]
}

// name returns the glyph's name, or "" in a CID-keyed font, whose glyphs have none.
func (f *cff) name(gid int) string {
	if f.cids != nil || gid >= len(f.sids) {
		return ""
	}
	return f.string(int(f.sids[gid]))
}

// string returns the string of sid, or "" when there is none or it cannot be a name.
func (f *cff) string(sid int) string {
	std := cffStrings()
	if sid < len(std) {
		return std[sid]
	}
	return cleanName(f.strings.at(sid - len(std)))
}

// text returns the string operand of op in the Top DICT.
func (f *cff) text(op int) string {
	if f.top.args(op) == nil {
		return ""
	}
	return f.string(max(f.top.int(op, 0, 0), 0))
}

// describe fills in what the Top DICT says about the whole font. CFF has no other measure of height than
// the box of the font.
func (f *cff) describe(p *program) {
	em := f.privates[0].em
	if box := f.top.args(opFontBBox); len(box) == 4 {
		p.ascent, p.descent = heights(box[3]/em, box[1]/em)
	}
	p.italic = f.top.number(opItalicAngle, 0, 0) != 0
	p.mono = f.top.number(opFixedPitch, 0, 0) != 0
	p.bold = heavyFace(f.text(opWeight))
}
