package jbig2

// arith is the arithmetic decoder (Annex E). Behind the data it reads ones, as if a
// marker stood there (E.3.4).
type arith struct {
	data []byte
	at   int
	a, c uint32
	ct   int // bits left in c before another byte is needed
}

// probability is the state of an adaptive probability, that of a context: its row of table E.1, and in the
// lowest bit the more probable symbol.
type probability = uint8

// state is a row of table E.1, for one value of the more probable symbol.
type state struct {
	qe       uint32
	mps, lps probability // next, after the more and the less probable symbol
}

// states is table E.1 by context; the rest only saves checks of the index.
var states = func() (t [128]state) {
	rows := [...]struct {
		qe         uint32
		mps, lps   uint8
		switchOver bool
	}{
		{0x5601, 1, 1, true}, {0x3401, 2, 6, false}, {0x1801, 3, 9, false}, {0x0AC1, 4, 12, false},
		{0x0521, 5, 29, false}, {0x0221, 38, 33, false}, {0x5601, 7, 6, true}, {0x5401, 8, 14, false},
		{0x4801, 9, 14, false}, {0x3801, 10, 14, false}, {0x3001, 11, 17, false}, {0x2401, 12, 18, false},
		{0x1C01, 13, 20, false}, {0x1601, 29, 21, false}, {0x5601, 15, 14, true}, {0x5401, 16, 14, false},
		{0x5101, 17, 15, false}, {0x4801, 18, 16, false}, {0x3801, 19, 17, false}, {0x3401, 20, 18, false},
		{0x3001, 21, 19, false}, {0x2801, 22, 19, false}, {0x2401, 23, 20, false}, {0x2201, 24, 21, false},
		{0x1C01, 25, 22, false}, {0x1801, 26, 23, false}, {0x1601, 27, 24, false}, {0x1401, 28, 25, false},
		{0x1201, 29, 26, false}, {0x1101, 30, 27, false}, {0x0AC1, 31, 28, false}, {0x09C1, 32, 29, false},
		{0x08A1, 33, 30, false}, {0x0521, 34, 31, false}, {0x0441, 35, 32, false}, {0x02A1, 36, 33, false},
		{0x0221, 37, 34, false}, {0x0141, 38, 35, false}, {0x0111, 39, 36, false}, {0x0085, 40, 37, false},
		{0x0049, 41, 38, false}, {0x0025, 42, 39, false}, {0x0015, 43, 40, false}, {0x0009, 44, 41, false},
		{0x0005, 45, 42, false}, {0x0001, 45, 43, false}, {0x5601, 46, 46, false},
	}
	for i, r := range rows {
		for mps := range uint8(2) {
			lps := mps
			if r.switchOver {
				lps = 1 - mps
			}
			t[2*i+int(mps)] = state{r.qe, r.mps<<1 | mps, r.lps<<1 | lps}
		}
	}
	return t
}()

// newArith begins decoding (INITDEC).
func newArith(data []byte) *arith {
	d := &arith{data: data}
	d.c = uint32(d.byte(0)) << 16
	d.byteIn()
	d.c <<= 7
	d.ct -= 7
	d.a = 0x8000
	return d
}

func (d *arith) byte(i int) byte {
	if i < len(d.data) {
		return d.data[i]
	}
	return 0xFF
}

// byteIn feeds a byte (BYTEIN). Behind 0xFF only seven bits are new.
func (d *arith) byteIn() {
	next := d.byte(d.at + 1)
	switch {
	case d.byte(d.at) != 0xFF:
		d.at++
		d.c += uint32(next) << 8
		d.ct = 8
	case next > 0x8F:
		d.c += 0xFF00
		d.ct = 8
	default:
		d.at++
		d.c += uint32(next) << 9
		d.ct = 7
	}
}

// bit decodes a symbol in a context (DECODE).
func (d *arith) bit(cx *probability) int {
	s := &states[*cx&127]
	a := d.a - s.qe
	if d.c>>16 >= s.qe && a&0x8000 != 0 {
		d.a, d.c = a, d.c-s.qe<<16
		return int(*cx & 1)
	}
	return d.exchange(cx)
}

// exchange is the rest of DECODE: the symbol is the less probable one, or the
// interval has become so small that it is scaled up.
func (d *arith) exchange(cx *probability) int {
	s := &states[*cx&127]
	a := d.a - s.qe
	mps := int(*cx & 1)
	probable := a >= s.qe // in the upper part of the interval
	if d.c>>16 < s.qe {
		probable = !probable
		a = s.qe
	} else {
		d.c -= s.qe << 16
	}
	bit := mps
	if probable {
		*cx = s.mps
	} else {
		*cx = s.lps
		bit = 1 - mps
	}
	for { // RENORMD
		if d.ct == 0 {
			d.byteIn()
		}
		a <<= 1
		d.c <<= 1
		d.ct--
		if a&0x8000 != 0 {
			break
		}
	}
	d.a = a
	return bit
}
