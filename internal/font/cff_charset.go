package font

// readCharset fills sids, by GID. Glyphs behind the end of a damaged charset keep 0, which is .notdef. In
// a CID-keyed font without a charset, CIDs are GIDs.
func (f *cff) readCharset(data bin) {
	f.sids = make([]uint16, f.glyphCount())
	off := f.top.int(opCharset, 0, 0)
	switch {
	case off > 2 && off < len(data):
		f.readOwnCharset(data[off:])
	case f.cidKeyed():
		for gid := range f.sids {
			f.sids[gid] = uint16(gid)
		}
	case off == 1:
		f.fillCharset(expertCharset)
	case off == 2:
		f.fillCharset(expertSubsetCharset)
	default:
		f.fillCharset(isoAdobeCharset)
	}
}

func (f *cff) fillCharset(ranges []sidRange) {
	gid := 0
	for _, r := range ranges {
		for sid := int(r.first); sid <= int(r.last) && gid < len(f.sids); sid++ {
			f.sids[gid] = uint16(sid)
			gid++
		}
	}
}

// readOwnCharset reads formats 0, 1 and 2. Glyph 0 is not listed.
func (f *cff) readOwnCharset(b bin) {
	format, at := b.u8(0), 1
	for gid := 1; gid < len(f.sids) && at+1 < len(b); {
		first, left := b.u16(at), 0
		at += 2
		switch format {
		case 1:
			left = b.u8(at)
			at++
		case 2:
			left = b.u16(at)
			at += 2
		}
		for i := 0; i <= left && gid < len(f.sids); i++ {
			f.sids[gid] = uint16(first + i)
			gid++
		}
	}
}

// readEncoding reads the built-in encoding. It is a predefined one, or has format 0 or 1 with supplements.
func (f *cff) readEncoding(data bin) {
	off := f.top.int(opEncoding, 0, 0)
	switch {
	case off == 1:
		f.encoding = adobeExpert()
		return
	case off <= 1 || off >= len(data):
		f.encoding = adobeStandard()
		return
	}
	const supplements = 0x80
	b := data[off:]
	f.encoding = new([256]string)
	at := 2
	if b.u8(0)&^supplements == 0 {
		at = f.readCodes(b)
	} else {
		at = f.readCodeRanges(b)
	}
	if b.u8(0)&supplements == 0 {
		return
	}
	for i := range b.u8(at) {
		s := at + 1 + 3*i
		f.encoding[b.u8(s)] = f.string(b.u16(s + 1))
	}
}

// readCodes reads format 0, the code of each glyph from 1, and returns where it ends.
func (f *cff) readCodes(b bin) (end int) {
	count := b.u8(1)
	for i, code := range b.cut(2, count) {
		f.encode(int(code), i+1)
	}
	return 2 + count
}

// readCodeRanges reads format 1, runs of codes for glyphs from 1, and returns
// where it ends.
func (f *cff) readCodeRanges(b bin) (end int) {
	count, gid := b.u8(1), 1
	for i := range count {
		first, left := b.u8(2+2*i), b.u8(3+2*i)
		for j := range left + 1 {
			f.encode(first+j, gid)
			gid++
		}
	}
	return 2 + 2*count
}

func (f *cff) encode(code, gid int) {
	if code < len(f.encoding) && gid < f.glyphCount() {
		f.encoding[code] = f.name(gid)
	}
}

// fdSelect says which Font DICT each glyph belongs to (clause 19).
type fdSelect struct {
	dense  bin // format 0: a byte for each glyph
	ranges bin // format 3: first glyph (2 bytes) and Font DICT (1 byte), rising
}

func readFDSelect(b bin, glyphCount int) fdSelect {
	switch {
	case len(b) > 0 && b[0] == 0:
		return fdSelect{dense: b.cut(1, glyphCount)}
	case len(b) > 3 && b[0] == 3:
		return fdSelect{ranges: b.cut(3, 3*b.u16(1))}
	}
	return fdSelect{}
}

// at returns the Font DICT of glyph gid.
func (s *fdSelect) at(gid int) int {
	if s.dense != nil {
		return s.dense.u8(gid)
	}
	lo, hi := 0, len(s.ranges)/3 // the last range that begins at or before gid is below hi
	for lo < hi {
		if mid := (lo + hi) / 2; s.ranges.u16(3*mid) <= gid {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return s.ranges.u8(3*(lo-1) + 2)
}
