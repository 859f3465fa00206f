package pipeline

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/internal/svg"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic/formula"
)

// drawFormulas writes those formulas of page as SVG that are shown with their original looks: formulas whose
// meaning was not found, or all of them if that is configured. It runs while the content that they are made of is
// in memory.
func (r *pageReader) drawFormulas(ctx context.Context, c *layout.Content, page *layout.Page) {
	var drawn []*layout.Formula
	doubtful := 0
	for i := range page.Formulas {
		f := &page.Formulas[i]
		if !formula.Read(f).Trusted() {
			doubtful++
		} else if r.cfg.Math != htmlout.MathImage {
			continue
		}
		drawn = append(drawn, f)
	}
	if doubtful > 0 {
		r.warn.add(layout.Warning{Code: "formula_as_image", Page: page.Number, Detail: fmt.Sprintf("formulas of the page that are not sure to be read right: %d of %d", doubtful, len(page.Formulas))})
	}
	if len(drawn) == 0 || !r.cfg.ExtractImages {
		return
	}
	pictures, err := svg.Formulas(ctx, r.doc, r.content, c, drawn)
	if err != nil {
		return // the error of ctx is reported elsewhere
	}
	for i, f := range drawn {
		if pictures[i] == nil {
			continue
		}
		f.Picture = &layout.Figure{
			Box: svg.FormulaBox(f), Vector: true, Graphic: pictures[i],
			Inset: &layout.Inset{At: f.At, Size: f.Size, Baseline: f.Baseline},
		}
	}
}
