package jpx

// mq is the MQ decoder (Annex C). Behind the data it reads ones, as if a marker
// stood there (C.3.4).
//
// The registers A and C both lose the probability of each likely symbol that is
// decoded. What they can lose before something else happens is kept apart, in room:
// a likely symbol costs one subtraction and one comparison.
type mq struct {
	data []byte
	at   int
	room int64
	a, c int64 // the registers less room, in units of which intervalMin is half an interval
	ct   int   // bits left in c before another byte is needed

	contexts [contextCount]state
}

// state is the state of an adaptive context: its row of table C.2, and in the lowest
// bit the more probable symbol.
type state = uint8

// intervalMin is what the interval A does not go below: 0x8000, in the upper half of
// C.
const intervalMin = 0x8000 << 16

// transition is a row of table C.2, for one value of the more probable symbol.
type transition struct {
	qe       int64
	mps, lps state // next, after the more and the less probable symbol
}

// transitions is table C.2 by state; the rest only saves checks of the index.
var transitions = func() (t [256]transition) {
	rows := [...]struct {
		qe         int64
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
			t[2*i+int(mps)] = transition{r.qe << 16, r.mps<<1 | mps, r.lps<<1 | lps}
		}
	}
	return t
}()

// begin starts a codeword segment (INITDEC). The contexts stay as they are.
func (m *mq) begin(data []byte) {
	m.data, m.at = data, 0
	m.c = int64(m.byte(0)) << 16
	m.byteIn()
	m.c <<= 7
	m.ct -= 7
	m.a = intervalMin
	m.split()
}

// split sets room: what A can lose before it is too small, and C before it is
// negative.
func (m *mq) split() {
	m.room = min(m.c, m.a-intervalMin)
	m.a -= m.room
	m.c -= m.room
}

func (m *mq) byte(i int) byte {
	if i < len(m.data) {
		return m.data[i]
	}
	return 0xFF
}

// byteIn feeds a byte (BYTEIN). Behind 0xFF only seven bits are new.
func (m *mq) byteIn() {
	next := int64(m.byte(m.at + 1))
	switch {
	case m.byte(m.at) != 0xFF:
		m.at++
		m.c += next << 8
		m.ct = 8
	case next > 0x8F:
		m.c += 0xFF00
		m.ct = 8
	default:
		m.at++
		m.c += next << 9
		m.ct = 7
	}
}

// bit decodes a symbol in a context (DECODE).
func (m *mq) bit(cx *state) uint64 {
	if m.room -= transitions[*cx].qe; m.room < 0 {
		return m.exchange(cx)
	}
	return uint64(*cx & 1)
}

// exchange is the rest of DECODE: the symbol is the less probable one, or the
// interval has become so small that it is scaled up. Room has been lessened, which
// is to say that A and C have.
func (m *mq) exchange(cx *state) uint64 {
	t := &transitions[*cx]
	m.a += m.room
	m.c += m.room
	mps := uint64(*cx & 1)
	probable := m.a >= t.qe // the symbol with the larger part of the interval has the upper one
	if m.c < 0 {
		m.c += t.qe
		m.a = t.qe
		probable = !probable
	}
	bit := mps
	if probable {
		*cx = t.mps
	} else {
		*cx = t.lps
		bit = 1 - mps
	}
	for m.a < intervalMin { // RENORMD
		if m.ct == 0 {
			m.byteIn()
		}
		m.a <<= 1
		m.c <<= 1
		m.ct--
	}
	m.split()
	return bit
}

// rawBits reads bits that are not arithmetically coded (D.6). Behind 0xFF a bit is
// stuffed; behind the data are ones.
type rawBits struct {
	data []byte
	at   int
	last byte
	left int
}

func (r *rawBits) begin(data []byte) { *r = rawBits{data: data} }

func (r *rawBits) bit() uint64 {
	if r.left == 0 {
		r.left = 8
		if r.last == 0xFF {
			r.left = 7
		}
		r.last = 0xFF
		if r.at < len(r.data) {
			r.last = r.data[r.at]
			r.at++
		}
	}
	r.left--
	return uint64(r.last>>r.left) & 1
}
