package content

import (
	"math"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
)

// transferKey returns a key that distinguishes transfer functions without reading them.
func transferKey(o pdf.Object) any {
	switch o := o.(type) {
	case pdf.Ref:
		return o
	case pdf.Dict:
		return o.Identity()
	}
	return nil // Identity, or not a function
}

// transferSteps is how many values of a transfer function are looked up. The function is nearly always the
// identity or its inverse, and values between two steps are between the values of these.
const transferSteps = 17

// readTransfer returns the transfer function o of a soft mask (ISO 32000-2 table 142) in the form of
// layout.SoftMask. It returns nil for the identity, and for functions that cannot be read.
func readTransfer(doc *pdf.Document, o pdf.Object) []uint8 {
	if transferKey(o) == nil {
		return nil
	}
	f, err := imaging.ParseFunction(doc, o)
	if err != nil || f.In != 1 || f.Out != 1 {
		return nil
	}
	table := make([]uint8, transferSteps)
	same := true
	in, out := make([]float64, 1), make([]float64, 1)
	for i := range table {
		in[0] = float64(i) / (transferSteps - 1)
		f.Eval(in, out)
		table[i] = uint8(math.Round(min(max(out[0], 0), 1) * math.MaxUint8))
		same = same && math.Abs(out[0]-in[0]) < 1.0/math.MaxUint8
	}
	if same {
		return nil
	}
	return table
}
