package imaging

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/pdf"
)

// stitching is type 3 (clause 7.10.4): functions side by side, each over a part of the
// domain.
type stitching struct {
	parts  []*Function
	edges  []float64 // of the parts, in rising order: one more than there are parts
	encode []float64
}

func (p *functionParser) stitching(f *Function, d pdf.Dict, depth int) error {
	list := p.doc.Array(d.Raw("Functions"))
	if len(list) == 0 || len(list) > p.left {
		return fmt.Errorf("stitching of %d functions", len(list))
	}
	s := &stitching{parts: make([]*Function, len(list))}
	f.In, f.Out = 1, 0
	for i, o := range list {
		part, err := p.parse(o, depth+1)
		if err != nil {
			return err
		}
		s.parts[i] = part
		if i == 0 || part.Out < f.Out {
			f.Out = part.Out
		}
	}
	f.defaultDomain()
	s.edges = edgesOf(p.doc.Numbers(d.Raw("Bounds")), f.domain, len(list))
	s.encode = p.doc.Numbers(d.Raw("Encode"))
	if !finite(s.edges) || !finite(s.encode) {
		return errFunctionRange
	}
	f.rule = s
	return nil
}

// edgesOf returns the edges of the parts: the ends of the domain, and between them the bounds, made
// to rise. Missing bounds give empty parts at the end.
func edgesOf(bounds, domain []float64, parts int) []float64 {
	lo, hi := domain[0], domain[1]
	edges := make([]float64, parts+1)
	edges[0], edges[parts] = lo, hi
	for i := 1; i < parts; i++ {
		edges[i] = hi
		if i-1 < len(bounds) {
			edges[i] = clamp(bounds[i-1], edges[i-1], hi)
		}
	}
	return edges
}

func (s *stitching) eval(x float64, out []float64) {
	lo, hi := 0, len(s.parts)-1 // the first part whose upper edge is beyond x
	for lo < hi {
		if mid := (lo + hi) / 2; x < s.edges[mid+1] {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	e0, e1 := 0.0, 1.0
	if 2*lo+1 < len(s.encode) {
		e0, e1 = s.encode[2*lo], s.encode[2*lo+1]
	}
	in := [1]float64{interpolate(x, s.edges[lo], s.edges[lo+1], e0, e1)}
	var full components // a part may have more outputs than the whole function
	s.parts[lo].Eval(in[:], full[:s.parts[lo].Out])
	copy(out, full[:])
}
