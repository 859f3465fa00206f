package imaging

import (
	"errors"
	"fmt"
	"math"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// Function is a PDF function of type 0, 2, 3 or 4 (ISO 32000-2 clause 7.10), or an array of
// functions with the same input. It is immutable, and several goroutines may use it.
type Function struct {
	In, Out int // at most limits.Components each

	domain, bounds []float64 // lowest and highest of each input and output; bounds may be nil
	rule           any       // *sampled, *exponential, *stitching, *calculator or joined
}

// joined is an array of functions. Their outputs follow each other.
type joined []*Function

var (
	errFunctionDepth = errors.New("functions are nested too deeply or too many")
	errFunctionKind  = errors.New("not a function")
	errFunctionRange = errors.New("function without usable Domain or Range")
)

// ParseFunction reads a function dictionary or stream, or an array of functions whose outputs
// follow each other.
func ParseFunction(doc *pdf.Document, o pdf.Object) (*Function, error) {
	p := functionParser{doc: doc, left: limits.Functions}
	if a := doc.Array(o); a != nil {
		return p.join(a)
	}
	return p.parse(o, 0)
}

// functionParser reads one function and the functions in it.
type functionParser struct {
	doc  *pdf.Document
	left int // how many functions may still be read
}

func (p *functionParser) join(a pdf.Array) (*Function, error) {
	if len(a) == 0 || len(a) > limits.Components {
		return nil, fmt.Errorf("array of %d functions", len(a))
	}
	f := &Function{}
	parts := make(joined, len(a))
	for i, o := range a {
		part, err := p.parse(o, 0)
		if err != nil {
			return nil, err
		}
		parts[i] = part
		f.In = max(f.In, part.In)
		f.Out += part.Out
	}
	if f.Out > limits.Components {
		return nil, errFunctionRange
	}
	f.rule = parts
	return f, nil
}

func (p *functionParser) parse(o pdf.Object, depth int) (*Function, error) {
	if p.left--; p.left < 0 || depth > limits.FunctionDepth {
		return nil, errFunctionDepth
	}
	d := p.doc.Dict(o)
	f := &Function{domain: p.intervals(d, "Domain"), bounds: p.intervals(d, "Range")}
	f.In, f.Out = len(f.domain)/2, len(f.bounds)/2
	var err error
	switch kind := p.doc.Int(d.Raw("FunctionType"), -1); kind {
	case 0:
		err = p.sampled(f, o)
	case 2:
		err = p.exponential(f, d)
	case 3:
		err = p.stitching(f, d, depth)
	case 4:
		err = p.calculator(f, o)
	default:
		err = errFunctionKind
	}
	if err != nil {
		return nil, err
	}
	if f.In == 0 || f.Out == 0 {
		return nil, errFunctionRange
	}
	return f, nil
}

// intervals returns an array of lowest and highest values. It returns nil when the array is
// missing, too long or not of numbers. An interval with its ends reversed becomes a point.
func (p *functionParser) intervals(d pdf.Dict, key pdf.Name) []float64 {
	v := p.doc.Numbers(d.Raw(key))
	if len(v) < 2 || len(v) > 2*limits.Components || !finite(v) {
		return nil
	}
	v = v[:len(v)&^1]
	for i := 0; i < len(v); i += 2 {
		v[i+1] = max(v[i], v[i+1])
	}
	return v
}

// defaultDomain gives a function without a domain one input and the domain 0 to 1.
func (f *Function) defaultDomain() {
	if len(f.domain) < 2 {
		f.domain = []float64{0, 1}
	}
}

// finite reports whether all of v are numbers within maxOperand.
func finite(v []float64) bool {
	for _, x := range v {
		if math.IsNaN(x) || math.Abs(x) > maxOperand {
			return false
		}
	}
	return true
}

// maxOperand bounds the numbers of a function, so that a product of two of them stays within the
// floating-point range. Honest numbers are below 2^32.
const maxOperand = 1e100

// Eval computes the function of in and writes it to out, which has Out elements. Missing inputs are
// 0. Outputs are finite and within Range. Eval allocates nothing.
func (f *Function) Eval(in, out []float64) {
	out = out[:f.Out]
	var x components
	copy(x[:], in)
	for i := range f.In {
		if 2*i+1 < len(f.domain) {
			x[i] = clamp(x[i], f.domain[2*i], f.domain[2*i+1])
		}
	}
	switch r := f.rule.(type) {
	case *sampled:
		r.eval(x[:f.In], out)
	case *exponential:
		r.eval(x[0], out)
	case *stitching:
		r.eval(x[0], out)
	case *calculator:
		r.eval(x[:f.In], out)
	case joined:
		r.eval(x[:f.In], out)
	}
	f.clip(out)
}

// clip limits the outputs to Range. Without Range it only makes them finite.
func (f *Function) clip(out []float64) {
	for i := range out {
		lo, hi := -math.MaxFloat64, math.MaxFloat64
		if 2*i+1 < len(f.bounds) {
			lo, hi = f.bounds[2*i], f.bounds[2*i+1]
		}
		if math.IsNaN(out[i]) {
			out[i] = 0
		}
		out[i] = clamp(out[i], lo, hi)
	}
}

func (j joined) eval(in, out []float64) {
	for _, f := range j {
		f.Eval(in, out[:f.Out])
		out = out[f.Out:]
	}
}

// interpolate maps x from [x0, x1] to [y0, y1]. It maps an empty interval to y0.
func interpolate(x, x0, x1, y0, y1 float64) float64 {
	if x1 == x0 {
		return y0
	}
	return y0 + (x-x0)*(y1-y0)/(x1-x0)
}

// Interval returns the lowest and highest value of input i, or 0 and 1 when there is no domain.
func (f *Function) Interval(i int) (lowest, highest float64) {
	if r, ok := f.rule.(joined); ok && len(r) > 0 {
		return r[0].Interval(i)
	}
	if 2*i+1 < len(f.domain) {
		return f.domain[2*i], f.domain[2*i+1]
	}
	return 0, 1
}
