package imaging

import (
	"math"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// exponential is type 2 (clause 7.10.3): C0 + x^N * (C1 - C0).
type exponential struct {
	c0, c1 []float64
	n      float64
}

func (p *functionParser) exponential(f *Function, d pdf.Dict) error {
	e := &exponential{c0: p.doc.Numbers(d.Raw("C0")), c1: p.doc.Numbers(d.Raw("C1")), n: 1}
	if e.c0 == nil {
		e.c0 = []float64{0}
	}
	if e.c1 == nil {
		e.c1 = []float64{1}
	}
	if n, ok := p.doc.Number(d.Raw("N")); ok {
		e.n = n
	}
	if !finite(e.c0) || !finite(e.c1) || !finite([]float64{e.n}) {
		return errFunctionRange
	}
	f.Out = min(len(e.c0), len(e.c1), limits.Components)
	e.c0, e.c1 = e.c0[:f.Out], e.c1[:f.Out]
	f.In = 1
	f.defaultDomain()
	f.rule = e
	return nil
}

func (e *exponential) eval(x float64, out []float64) {
	t := x
	if e.n != 1 {
		t = math.Pow(x, e.n)
	}
	if math.IsNaN(t) || math.IsInf(t, 0) { // the root of a negative number, or zero to a negative power
		t = 0
	}
	for i := range out {
		out[i] = e.c0[i] + t*(e.c1[i]-e.c0[i])
	}
}
