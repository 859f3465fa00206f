package content

import (
	"strings"
	"testing"
)

func BenchmarkLexer(b *testing.B) {
	src := []byte(strings.Repeat("BT /F1 9.96 Tf 72.125 700.5 Td [(The)-333(quic)28(k)-333.5(bro)28(wn)]TJ ET q 1 0 0 1 10.5 20 cm 0 0 m 10.25 20.5 l S Q\n", 2000))
	lx := new(lexer)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		lx.reset(src)
		for lx.next() != 0 {
		}
	}
}
