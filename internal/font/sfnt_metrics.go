package font

// readUnitsPerEm returns the em in head if it is within the bounds of OpenType.
func (f *sfnt) readUnitsPerEm() float32 {
	const lo, hi = 16, 16384
	if u := f.table("head").u16(18); u >= lo && u <= hi {
		return float32(u)
	}
	return defaultUnitsPerEm
}

// readMetricsTables finds hmtx and post, and how many glyphs they have data for.
func (f *sfnt) readMetricsTables() {
	const metric = 4 // bytes of an advance and its side bearing
	f.hmtx = f.table("hmtx")
	f.hmetrics = min(f.table("hhea").u16(34), len(f.hmtx)/metric)
	if f.table("hhea") == nil {
		f.hmetrics = min(f.glyphCount, len(f.hmtx)/metric)
	}
	f.post = newPostNames(f.table("post"))
}

// Bits of head.macStyle and OS/2.fsSelection.
const (
	macBold       = 1 << 0
	macItalic     = 1 << 1
	fsItalic      = 1 << 0
	fsBold        = 1 << 5
	fsOblique     = 1 << 9
	panoseLatin   = 2 // bFamilyType: Latin text
	panoseMono    = 9 // bProportion: monospaced
	boldFrom      = 600
	weightHighest = 1000
)

// describe fills in what head, hhea, OS/2 and post say about the whole font.
func (f *sfnt) describe(p *program) {
	head, hhea, os2, post := f.table("head"), f.table("hhea"), f.table("OS/2"), f.table("post")

	// hhea comes first because viewers place lines by it. Subsets often drop OS/2.
	for _, m := range [][2]int{
		{hhea.i16(4), hhea.i16(6)},
		{os2.i16(68), os2.i16(70)},
		{os2.i16(74), -os2.i16(76)},
		{head.i16(42), head.i16(38)},
	} {
		if m[0] > 0 {
			p.ascent, p.descent = f.ems(m[0]), f.ems(-abs(m[1]))
			break
		}
	}
	if os2.u16(0) >= 2 {
		p.xHeight = f.ems(max(os2.i16(86), 0))
	}
	style, selection, weight := head.u16(44), os2.u16(62), os2.u16(4)
	p.bold = style&macBold != 0 || selection&fsBold != 0 || weight >= boldFrom && weight <= weightHighest
	p.italic = style&macItalic != 0 || selection&(fsItalic|fsOblique) != 0 || post.u32(4) != 0
	p.mono = post.u32(12) != 0 || os2.u8(32) == panoseLatin && os2.u8(35) == panoseMono
}

// ems converts font units to ems, and replaces absurd values.
func (f *sfnt) ems(units int) float32 {
	e := float32(units) / f.unitsPerEm
	if e > maxEms || e < -maxEms {
		return 0
	}
	return e
}

func abs(i int) int { return max(i, -i) }
