package mq_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging/mq"
	"github.com/pagelift/pagelift/internal/imaging/mq/mqtest"
)

// TestSequenceOfTheStandard decodes the test sequence of T.88 H.2, one context for all bits.
func TestSequenceOfTheStandard(t *testing.T) {
	t.Parallel()
	coded := []byte{
		0x84, 0xC7, 0x3B, 0xFC, 0xE1, 0xA1, 0x43, 0x04, 0x02, 0x20, 0x00, 0x00, 0x41, 0x0D, 0xBB,
		0x86, 0xF4, 0x31, 0x7F, 0xFF, 0x88, 0xFF, 0x37, 0x47, 0x1A, 0xDB, 0x6A, 0xDF, 0xFF, 0xAC,
	}
	want := []byte{
		0x00, 0x02, 0x00, 0x51, 0x00, 0x00, 0x00, 0xC0, 0x03, 0x52, 0x87, 0x2A, 0xAA, 0xAA, 0xAA, 0xAA,
		0x82, 0xC0, 0x20, 0x00, 0xFC, 0xD7, 0x9E, 0xF6, 0xBF, 0x7F, 0xED, 0x90, 0x4F, 0x46, 0xA3, 0xBF,
	}
	var d mq.Decoder
	d.Begin(coded)
	var cx mq.State
	got := make([]byte, len(want))
	for i := range 8 * len(want) {
		got[i/8] = got[i/8]<<1 | byte(d.Bit(&cx))
	}
	require.Equal(t, want, got)

	e := mqtest.NewEncoder()
	cx = mq.State(0)
	for i := range 8 * len(want) {
		e.Bit(&cx, int(want[i/8]>>(7-i%8)&1))
	}
	require.Equal(t, coded, e.Flush())
}

// decisions returns n symbols in four contexts. Ones are as frequent as zeros in one context, and hardly ever
// occur in another.
func decisions(n int) (contexts, symbols []uint8) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		c := uint8(r.IntN(4))
		s := uint8(0)
		if r.IntN(2<<(3*c)) == 0 {
			s = 1
		}
		contexts, symbols = append(contexts, c), append(symbols, s)
	}
	return contexts, symbols
}

// encode writes symbols in their contexts.
func encode(contexts, symbols []uint8) []byte {
	var cx [4]mq.State
	e := mqtest.NewEncoder()
	for i, s := range symbols {
		e.Bit(&cx[contexts[i]], int(s))
	}
	return e.Flush()
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	contexts, symbols := decisions(100_000)
	var d mq.Decoder
	d.Begin(encode(contexts, symbols))
	var cx [4]mq.State
	for i, want := range symbols {
		require.Equal(t, uint64(want), d.Bit(&cx[contexts[i]]), "symbol %d", i)
	}
}

// flowchart is the decoder as the flow charts of T.88 Annex E.3 draw it, with registers of
// 32 bits.
type flowchart struct {
	data []byte
	at   int
	a, c uint32
	ct   int
}

func newFlowchart(data []byte) *flowchart {
	f := &flowchart{data: data, a: 0x8000}
	f.c = uint32(f.byte(0)) << 16
	f.byteIn()
	f.c <<= 7
	f.ct -= 7
	return f
}

func (f *flowchart) byte(i int) byte {
	if i < len(f.data) {
		return f.data[i]
	}
	return 0xFF
}

func (f *flowchart) byteIn() {
	next := uint32(f.byte(f.at + 1))
	switch {
	case f.byte(f.at) != 0xFF:
		f.at++
		f.c += next << 8
		f.ct = 8
	case next > 0x8F:
		f.c += 0xFF00
		f.ct = 8
	default:
		f.at++
		f.c += next << 9
		f.ct = 7
	}
}

func (f *flowchart) bit(cx *mq.State) uint64 {
	qe := uint32(cx.Cost() >> 16)
	f.a -= qe
	likely := true
	if f.c>>16 < qe { // LPS_EXCHANGE
		likely = f.a < qe
		f.a = qe
	} else {
		f.c -= qe << 16
		if f.a&0x8000 != 0 {
			return cx.Likely()
		}
		likely = f.a >= qe // MPS_EXCHANGE
	}
	bit := cx.Likely()
	if !likely {
		bit = 1 - bit
	}
	*cx = cx.Next(likely)
	for first := true; first || f.a&0x8000 == 0; first = false {
		if f.ct == 0 {
			f.byteIn()
		}
		f.a <<= 1
		f.c <<= 1
		f.ct--
	}
	return bit
}

// FuzzDecoder compares the decoder with the flow charts, on valid codes and on other bytes.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0x84, 0xC7, 0x3B, 0xFC, 0xE1, 0xFF, 0x88, 0xFF, 0xAC})
	f.Add([]byte{0xFF, 0x8F, 0xFF, 0x7F, 0xFF, 0x00, 0xFF}) // C is not below A
	f.Fuzz(func(t *testing.T, data []byte) {
		var d mq.Decoder
		d.Begin(data)
		slow := newFlowchart(data)
		var fast, plain [4]mq.State
		for i := range 16*len(data) + 200 {
			c := i % 3
			if fast[0] > 20 {
				c = 3
			}
			require.Equal(t, slow.bit(&plain[c]), d.Bit(&fast[c]), "symbol %d of %x", i, data)
			require.Equal(t, plain, fast)
		}
	})
}

func TestDecoderFollowsTheFlowCharts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		data := make([]byte, r.IntN(60))
		for i := range data {
			if data[i] = byte(r.Uint32()); r.IntN(4) == 0 {
				data[i] = 0xFF
			}
		}
		var d mq.Decoder
		d.Begin(data)
		slow := newFlowchart(data)
		var fast, plain mq.State
		for i := range 16*len(data) + 200 {
			require.Equal(t, slow.bit(&plain), d.Bit(&fast), "symbol %d of %x", i, data)
		}
		require.Equal(t, plain, fast)
	}
}

func BenchmarkDecoder(b *testing.B) {
	contexts, symbols := decisions(1 << 16)
	data := encode(contexts, symbols)
	b.SetBytes(int64(len(symbols))) // MB/s are million decisions a second
	for b.Loop() {
		var d mq.Decoder
		var cx [4]mq.State
		d.Begin(data)
		for _, c := range contexts {
			d.Bit(&cx[c])
		}
	}
}
