package imaging

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// sampled is type 0 (clause 7.10.2): a table of samples on a grid of up to limits.SampledInputs
// dimensions. It interpolates linearly in each dimension. Order 3, which means splines, is read as
// linear, as in all viewers.
type sampled struct {
	axes    []axis
	outputs int
	decode  []float64 // of each output
	bits    int       // of a sample
	data    []byte
}

// axis is one dimension of the grid.
type axis struct {
	size           int
	stride         int     // samples from one grid point to the next
	d0, d1, e0, e1 float64 // Domain and Encode
}

func (p *functionParser) sampled(f *Function, o pdf.Object) error {
	stream := p.doc.Stream(o)
	if stream == nil || f.In == 0 || f.Out == 0 || f.In > limits.SampledInputs {
		return fmt.Errorf("sampled function of %d inputs and %d outputs", f.In, f.Out)
	}
	s := &sampled{outputs: f.Out, bits: p.doc.Int(stream.Dict.Raw("BitsPerSample"), 0)}
	if s.bits < 1 || s.bits > 32 {
		return fmt.Errorf("sampled function of %d bits", s.bits)
	}
	samples, err := p.grid(s, f, stream.Dict)
	if err != nil {
		return err
	}
	s.decode = p.doc.Numbers(stream.Dict.Raw("Decode"))
	if len(s.decode) < 2*f.Out || !finite(s.decode) {
		s.decode = f.bounds
	}
	s.data, err = p.doc.Decode(p.doc.Context(), stream)
	if err != nil && len(s.data) == 0 {
		return err
	}
	if need := (samples*s.bits + 7) / 8; need < len(s.data) {
		s.data = s.data[:need]
	}
	f.rule = s
	return nil
}

// grid reads the dimensions of the table and returns its number of samples.
func (p *functionParser) grid(s *sampled, f *Function, d pdf.Dict) (samples int, err error) {
	sizes := p.doc.Array(d.Raw("Size"))
	encode := p.doc.Numbers(d.Raw("Encode"))
	samples = s.outputs
	for i := range f.In {
		size := 0
		if i < len(sizes) {
			size = p.doc.Int(sizes[i], 0)
		} else if n, ok := p.doc.Number(d.Raw("Size")); ok && f.In == 1 {
			size = int(clamp(n, 0, limits.FunctionSamples)) // a number instead of an array with one number
		}
		if size < 1 || size > limits.FunctionSamples/samples {
			return 0, fmt.Errorf("sampled function of size %d in dimension %d", size, i)
		}
		a := axis{size: size, stride: samples, d0: f.domain[2*i], d1: f.domain[2*i+1], e1: float64(size - 1)}
		if 2*i+1 < len(encode) && finite(encode) {
			a.e0, a.e1 = encode[2*i], encode[2*i+1]
		}
		s.axes = append(s.axes, a)
		samples *= size
	}
	return samples, nil
}

// corner is a grid point of the cell around the input, and its share of the output.
type corner struct {
	at     int // first sample
	weight float64
}

func (s *sampled) eval(in, out []float64) {
	var sum components
	s.blend(in, len(s.axes)-1, corner{weight: 1}, &sum)
	top := float64(uint64(1)<<s.bits - 1)
	for i := range out {
		out[i] = interpolate(sum[i], 0, top, s.decode[2*i], s.decode[2*i+1])
	}
}

// blend adds the corners of the cell around in, from dimension k downwards. If the input is exactly on the
// grid in a dimension, only one side is used. So inputs at the ends, such as most tints, cost little.
func (s *sampled) blend(in []float64, k int, c corner, sum *components) {
	if k < 0 {
		for i := range s.outputs {
			sum[i] += c.weight * s.sample(c.at+i)
		}
		return
	}
	a := &s.axes[k]
	e := clamp(interpolate(in[k], a.d0, a.d1, a.e0, a.e1), 0, float64(a.size-1))
	cell := int(e)
	part := e - float64(cell)
	at := c.at + cell*a.stride
	if part < 1 {
		s.blend(in, k-1, corner{at, c.weight * (1 - part)}, sum)
	}
	if part > 0 {
		s.blend(in, k-1, corner{at + a.stride, c.weight * part}, sum)
	}
}

// sample returns sample i as a whole number. Samples behind the end of the data are 0.
func (s *sampled) sample(i int) float64 {
	if s.bits == 8 {
		if i < len(s.data) {
			return float64(s.data[i])
		}
		return 0
	}
	first := i * s.bits
	last := first + s.bits // behind it
	v := uint64(0)
	for at := first / 8; at < (last+7)/8; at++ { // at most five bytes
		v <<= 8
		if at < len(s.data) {
			v |= uint64(s.data[at])
		}
	}
	v >>= (8 - last%8) % 8
	return float64(v & (1<<s.bits - 1))
}
