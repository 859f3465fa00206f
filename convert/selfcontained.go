package convert

import (
	"io"

	"github.com/pagelift/pagelift/internal/htmlout"
)

// WriteSelfContained writes the HTML with stylesheet and assets inside it, so that
// it refers to no other file. It writes in many small pieces: give it a buffer.
func (r *Result) WriteSelfContained(w io.Writer) error {
	if len(r.Assets) == 0 {
		_, err := htmlout.SelfContained(r.HTML, r.CSS, nil).WriteTo(w)
		return err
	}
	assets := make(map[string]*Asset, len(r.Assets))
	for i := range r.Assets {
		assets[r.Assets[i].Name] = &r.Assets[i]
	}
	_, err := htmlout.SelfContained(r.HTML, r.CSS, func(name string) (mediaType string, data []byte, ok bool) {
		a, ok := assets[name]
		if !ok {
			return "", nil, false
		}
		return a.MediaType, a.Data, true
	}).WriteTo(w)
	return err
}
