package convert

import (
	"io"

	"github.com/pagelift/pagelift/internal/htmlout"
)

// WriteSelfContained writes the HTML with style sheet and assets inside, so that it refers to no other file. It
// writes many small pieces: give it a buffered writer.
func (r *Result) WriteSelfContained(w io.Writer) error {
	_, err := htmlout.SelfContained(htmlout.Output{HTML: r.HTML, CSS: r.CSS, PagesCSS: r.PagesCSS}, r.asset()).WriteTo(w)
	return err
}

// WriteHTML writes the HTML for a place that has the style sheet beside it but not the assets. The assets are
// inside as data, or at the addresses that address returns. address gets the name of each as in Assets, and may be
// nil. WriteHTML writes many small pieces: give it a buffered writer.
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

// WriteCSS writes the style sheet for the output of WriteHTML: CSS, and behind it PagesCSS. The fonts are inside
// as data, or at the addresses that address returns.
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

// asset returns a function that finds assets by name. It is nil if there are none.
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
