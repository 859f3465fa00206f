package convert

import (
	"io"

	"github.com/pagelift/pagelift/internal/htmlout"
)

// WriteSelfContained writes the HTML with stylesheet and assets inside it, so that
// it refers to no other file. It writes in many small pieces: give it a buffer.
func (r *Result) WriteSelfContained(w io.Writer) error {
	_, err := htmlout.SelfContained(htmlout.Output{HTML: r.HTML, CSS: r.CSS, PagesCSS: r.PagesCSS}, r.asset()).WriteTo(w)
	return err
}

// WriteHTML writes the HTML for a place that has the stylesheet beside it but not the
// assets. They are inside it as data, or where address says: it is given the name of
// each as Assets has it, and may be nil. It writes in many small pieces: give it a
// buffer.
func (r *Result) WriteHTML(w io.Writer, address func(name string) string) error {
	asset := r.asset()
	document := htmlout.WithData(r.HTML, asset)
	if address != nil && asset != nil {
		document = htmlout.WithAddresses(r.HTML, func(name string) (string, bool) {
			if _, _, ok := asset(name); !ok {
				return "", false
			}
			return address(name), true
		})
	}
	_, err := document.WriteTo(w)
	return err
}

// WriteCSS writes the stylesheet that belongs to what WriteHTML writes: CSS, and behind it
// PagesCSS with the fonts inside it as data, or where address says.
func (r *Result) WriteCSS(w io.Writer, address func(name string) string) error {
	asset := r.asset()
	out := htmlout.Output{CSS: r.CSS, PagesCSS: r.PagesCSS}
	styles := htmlout.Styles(out, asset, nil)
	if address != nil && asset != nil {
		styles = htmlout.Styles(out, nil, func(name string) (string, bool) {
			_, _, ok := asset(name)
			return address(name), ok
		})
	}
	_, err := styles.WriteTo(w)
	return err
}

// asset finds the assets by name; it is nil when there are none.
func (r *Result) asset() htmlout.Asset {
	if len(r.Assets) == 0 {
		return nil
	}
	assets := make(map[string]*Asset, len(r.Assets))
	for i := range r.Assets {
		assets[r.Assets[i].Name] = &r.Assets[i]
	}
	return func(name string) (mediaType string, data []byte, ok bool) {
		a, ok := assets[name]
		if !ok {
			return "", nil, false
		}
		return a.MediaType, a.Data, true
	}
}
