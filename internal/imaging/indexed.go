package imaging

import (
	"errors"

	"github.com/pagelift/pagelift/internal/pdf"
)

// indexedModel is Indexed (clause 8.6.6.3), with its table in sRGB.
type indexedModel struct{ table []rgb }

func (m *indexedModel) rgb(c components) rgb { return m.table[int(c[0])] }

// maxIndex is the highest index that the standard allows.
const maxIndex = 255

var errIndexedBase = errors.New("indexed colour space on an impossible base")

// indexed reads [/Indexed base hival lookup]. Entries that a short table lacks are colours of zero
// bytes, as in viewers.
func (p *spaceParser) indexed(a pdf.Array, depth int) (*ColorSpace, error) {
	if len(a) < 4 {
		return deviceGray, errSpaceShort
	}
	base, err := p.parse(a[1], depth+1)
	if base.Family == "Pattern" || base.Family == "Indexed" {
		base, err = deviceGray, errIndexedBase
	}
	highest := min(max(p.doc.Int(a[2], 0), 0), maxIndex)
	m := &indexedModel{table: make([]rgb, highest+1)}
	lookup := p.lookup(a[3])
	entry := make([]float64, base.Components)
	for i := range m.table {
		for k := range entry {
			lo, hi := base.rangeOf(k)
			entry[k] = lo
			if at := i*len(entry) + k; at < len(lookup) {
				entry[k] += (hi - lo) * float64(lookup[at]) / 255
			}
		}
		m.table[i] = base.convert(entry)
	}
	return &ColorSpace{
		Family: "Indexed", Components: 1, Base: base, model: m,
		ranges: []float64{0, float64(highest)},
	}, err
}

// lookup returns the table of an Indexed space, which is a string or a stream. From a damaged
// stream it returns what could be decoded.
func (p *spaceParser) lookup(o pdf.Object) []byte {
	switch o := p.doc.Resolve(o).(type) {
	case pdf.String:
		return []byte(o)
	case *pdf.Stream:
		data, _ := p.doc.Decode(p.doc.Context(), o)
		return data
	}
	return nil
}
