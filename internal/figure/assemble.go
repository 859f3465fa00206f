package figure

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// assemble makes one SVG document of the pieces of f, each the file that it would be
// alone, where it stands. A piece that cannot be had leaves a gap, and its error is
// returned beside the file.
func assemble(ctx context.Context, doc *pdf.Document, f *layout.Figure) (*imaging.File, error) {
	var b strings.Builder
	const cssPixels = 4.0 / 3
	width, height := f.Box.Width(), f.Box.Height()
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.2f" height="%.2f" viewBox="0 0 %.2f %.2f">`, width*cssPixels, height*cssPixels, width, height)
	var damage error
	shown, blank, needsPaper := 0, 0, false
	for _, piece := range f.Pieces {
		if piece.Graphic == nil && len(piece.Parts) == 0 {
			continue // a drawing that could not be written, which was said before
		}
		file, err := Encode(ctx, doc, piece)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, ErrBlank):
			blank++
			continue
		case err != nil:
			damage = err
		}
		if file == nil {
			continue
		}
		if b.Len()+base64.StdEncoding.EncodedLen(len(file.Data)) > limits.SVGImageBytes {
			return nil, fmt.Errorf("%w: %d pieces in one drawing", imaging.ErrTooLarge, len(f.Pieces))
		}
		shown++
		needsPaper = needsPaper || file.NeedsPaper
		fmt.Fprintf(&b, `<image x="%.2f" y="%.2f" width="%.2f" height="%.2f" href="data:%s;base64,`,
			piece.Box.X0-f.Box.X0, piece.Box.Y0-f.Box.Y0, piece.Box.Width(), piece.Box.Height(), file.MediaType)
		b.WriteString(base64.StdEncoding.EncodeToString(file.Data))
		b.WriteString(`"/>`)
	}
	switch {
	case shown == 0 && blank > 0 && damage == nil:
		return nil, ErrBlank
	case shown == 0:
		return nil, errors.Join(damage, fmt.Errorf("%w: no piece of it", imaging.ErrUnsupported))
	}
	b.WriteString("</svg>\n")
	return &imaging.File{MediaType: "image/svg+xml", Data: []byte(b.String()), NeedsPaper: needsPaper}, damage
}
