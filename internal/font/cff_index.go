package font

// cffIndex is an INDEX: a sequence of byte strings (Adobe Technical Note 5176, clause 5). Its strings are
// cut out of the file on demand.
type cffIndex struct {
	offsets bin // count+1 offsets of size bytes
	size    int
	count   int
	base    int // place of data in the file
	data    bin // where offsets count from: the byte before the first string
}

// readIndex reads the INDEX at off. ok is false when its header makes no sense. A damaged offset loses one
// string only.
func readIndex(b bin, off int) (x cffIndex, ok bool) {
	const header = 3 // count and size
	if !b.has(off, 2) {
		return cffIndex{base: off - 1}, false
	}
	x = cffIndex{count: b.u16(off), size: b.u8(off + 2)}
	if x.count == 0 {
		return cffIndex{base: off + 1}, true
	}
	length := (x.count + 1) * x.size
	if x.size < 1 || x.size > 4 || !b.has(off+header, length) {
		return cffIndex{base: off - 1}, false
	}
	x.offsets = b[off+header : off+header+length]
	x.base = off + header + length - 1
	x.data = b[x.base:]
	return x, true
}

// next returns where the structure behind the INDEX begins.
func (x *cffIndex) next() int { return x.base + x.end() }

// end returns the largest offset within the data. Damaged files have wild offsets between good ones, and
// the structures behind the INDEX must still be found.
func (x *cffIndex) end() int {
	if x.count == 0 {
		return 1
	}
	if last := x.offset(x.count); last >= 1 && last <= len(x.data) {
		return last
	}
	best := 1
	for i := range x.count {
		if o := x.offset(i); o > best && o <= len(x.data) {
			best = o
		}
	}
	return best
}

func (x *cffIndex) offset(i int) int {
	o := 0
	for _, c := range x.offsets[i*x.size : (i+1)*x.size] {
		o = o<<8 | int(c)
	}
	return o
}

// at returns string i, or nil when there is none or its offsets are damaged.
func (x *cffIndex) at(i int) bin {
	if i < 0 || i >= x.count {
		return nil
	}
	lo, hi := x.offset(i), x.offset(i+1)
	if lo < 1 || hi < lo || lo > len(x.data) {
		return nil
	}
	return x.data[lo:min(hi, len(x.data))]
}
