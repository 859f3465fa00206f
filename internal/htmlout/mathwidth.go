package htmlout

import (
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic/formula"
)

// Approximate widths of the parts of formulas in ems, as browsers set them. The true widths depend on the
// browser's font.
const (
	signEms   = 0.55 // a letter or a digit
	operEms   = 1.3  // an operator with the white space around it
	scriptEms = 0.7  // a script against its base
	cellEms   = 0.8  // white space around a cell

	// wideFormula is the width from which a formula may not fit on a phone. Of 320 CSS pixels, the narrowest
	// screen on which text must flow (WCAG 1.4.10), 20 ems less the margins are left.
	wideFormula = 16
)

// isWideFormula reports whether a formula may be wider than a narrow screen.
func isWideFormula(t *formula.Tree) bool { return widthOf(t.Root) > wideFormula }

// widthOf returns the approximate width of a part of a formula, in ems.
func widthOf(n *formula.Node) float32 {
	if n == nil {
		return 0
	}
	switch n.Kind {
	case formula.Operator:
		return operEms
	case formula.Space:
		return max(n.Width, 0)
	case formula.Fraction, formula.Limits:
		return widest(n.Children)
	case formula.Scripts:
		width := widthOf(kid(n, 0))
		for i := 1; i < len(n.Children); i += 2 {
			width += scriptEms * max(widthOf(kid(n, i)), widthOf(kid(n, i+1)))
		}
		return width
	case formula.Table:
		return tableWidth(n)
	}
	width := signEms * float32(utf8.RuneCountInString(n.Text)+utf8.RuneCountInString(n.Close))
	for _, c := range n.Children {
		width += widthOf(c)
	}
	return width
}

func widest(nodes []*formula.Node) (width float32) {
	for _, n := range nodes {
		width = max(width, widthOf(n))
	}
	return width
}

// tableWidth returns the sum of the widest cells of the columns.
func tableWidth(n *formula.Node) float32 {
	var columns []float32
	for _, r := range n.Children {
		if r == nil {
			continue
		}
		for i, c := range r.Children {
			if i == len(columns) {
				columns = append(columns, 0)
			}
			columns[i] = max(columns[i], widthOf(c)+cellEms)
		}
	}
	total := float32(0)
	for _, width := range columns {
		total += width
	}
	return total
}
