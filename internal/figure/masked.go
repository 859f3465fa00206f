package figure

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
)

// masked is a photograph with a mask as an SVG document of the two, each as the document
// keeps it: docs/adr/0040-masked-photographs.md. nil: src is none, or it would be too large.
func masked(ctx context.Context, src *imaging.Source) *imaging.File {
	colors, opacity := src.Photo(ctx)
	if colors == nil || opacity == nil {
		return nil
	}
	image := func(attributes string, f *imaging.File) []byte {
		out := fmt.Appendf(nil, `<image width="%d" height="%d" preserveAspectRatio="none"%s href="data:%s;base64,`, colors.Width, colors.Height, attributes, f.MediaType)
		return append(base64.StdEncoding.AppendEncode(out, f.Data), `"/>`...)
	}
	if base64.StdEncoding.EncodedLen(len(colors.Data)+len(opacity.Data)) > limits.SVGImageBytes {
		return nil
	}
	out := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"><mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="%[1]d" height="%[2]d">`,
		colors.Width, colors.Height, colors.Width, colors.Height)
	out = append(out, image("", opacity)...)
	out = append(out, `</mask>`...)
	out = append(out, image(` mask="url(#m)"`, colors)...)
	return &imaging.File{MediaType: "image/svg+xml", Data: append(out, "</svg>\n"...), Width: colors.Width, Height: colors.Height}
}

// smaller is the file of fewer bytes.
func smaller(a, b *imaging.File) *imaging.File {
	if len(a.Data) <= len(b.Data) {
		return a
	}
	return b
}
