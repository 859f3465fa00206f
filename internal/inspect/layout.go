package inspect

import (
	"fmt"
	"io"

	"github.com/pagelift/pagelift/layout"
)

// Colours of layout.
const (
	wordColor   = "#9e9e9e"
	lineColor   = "#1565c0"
	blockColor  = "#c62828"
	cellColor   = "#ad1457"
	figureColor = "#2e7d32"
	rulingColor = "#ef6c00"
	fieldColor  = "#00838f"
	mathColor   = "#6a1b9a"
)

// LayoutSVG draws words, lines, blocks with their number in reading order, table
// cells, figures, rulings, controls of forms, formulas with their glyphs and bars, and what
// was left out.
func LayoutSVG(w io.Writer, p *layout.Page) error {
	return draw(w, p.Width, p.Height, func(d *drawing) {
		for i := range p.Rulings {
			d.box(p.Rulings[i].Box, rulingColor, "ruling")
		}
		for i := range p.Figures {
			d.box(p.Figures[i].Box, figureColor, fmt.Sprintf("figure %d %s%s", i, figureKind(&p.Figures[i]), p.Figures[i].Alt))
		}
		drawText(d, p)
		for i := range p.Unseen {
			u := &p.Unseen[i]
			d.box(u.Box, unseenColor, fmt.Sprintf("unseen (%s): %s", flagNames(u.Flags), u.Text))
		}
		for i := range p.Blocks {
			drawBlock(d, p, i)
		}
		for i := range p.Fields {
			d.box(p.Fields[i].Box, fieldColor, describeField(p, &p.Fields[i]))
		}
		for i := range p.Formulas {
			drawFormula(d, &p.Formulas[i])
		}
	})
}

func drawFormula(d *drawing, f *layout.Formula) {
	d.box(f.Box, mathColor, fmt.Sprintf("formula %s: %s", f.Text, f.Why))
	for i := range f.Glyphs {
		d.frame(f.Glyphs[i].Ink, mathColor, string(f.Glyphs[i].Char))
	}
	for _, b := range f.Bars {
		d.box(b, mathColor, "bar of a formula")
	}
}

func describeField(p *layout.Page, f *layout.Field) string {
	s := "control " + f.Name
	if !f.Label.Empty() {
		s += fmt.Sprintf(": named %q by %s", p.Text[f.Label.Start:f.Label.End], f.LabelWhy)
	}
	return s
}

func drawText(d *drawing, p *layout.Page) {
	for i := range p.Words {
		word := &p.Words[i]
		d.frame(word.Box, wordColor, p.Text[word.Start:word.End])
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		d.box(l.Box, lineColor, fmt.Sprintf("line %d: %s\n%s", i, p.LineText(i), describeLine(p, l)))
		if l.Rotation == 0 && l.Direction != layout.TopToBottom {
			d.stretched(layout.Point{X: l.Box.X0, Y: l.Baseline}, l.Size, l.Box.Width(), p.LineText(i))
		}
	}
}

func drawBlock(d *drawing, p *layout.Page, i int) {
	b := &p.Blocks[i]
	d.frame(b.Box, blockColor, describeBlock(i, b))
	if b.Table != nil {
		for k := range b.Table.Cells {
			c := &b.Table.Cells[k]
			d.frame(c.Box, cellColor, fmt.Sprintf("cell row %d column %d, spans %d × %d", c.Row, c.Col, c.RowSpan, c.ColSpan))
		}
	}
	d.number(b.Box, blockColor, i+1)
}

var blockKinds = [...]string{
	layout.Paragraph: "paragraph", layout.Verbatim: "verbatim", layout.Grid: "table", layout.Picture: "figure",
}

func describeBlock(i int, b *layout.Block) string {
	kind := "block"
	if int(b.Kind) < len(blockKinds) {
		kind = blockKinds[b.Kind]
	}
	s := fmt.Sprintf("block %d: %s, column %d, %d lines", i, kind, b.Column, b.LineCount)
	if b.Why != "" {
		s += ", because " + b.Why
	}
	if t := b.Table; t != nil {
		s += fmt.Sprintf("; %d × %d cells, confidence %.2f", t.Rows, t.Cols, t.Confidence)
		if t.Why != "" {
			s += ", because " + t.Why
		}
	}
	return s
}

func describeLine(p *layout.Page, l *layout.Line) string {
	s := fmt.Sprintf("%.2f pt, baseline %.1f", l.Size, l.Baseline)
	if int(l.Style) < len(p.Styles) && l.Style >= 0 {
		s += ", " + describeStyle(&p.Styles[l.Style])
	}
	for _, f := range []struct {
		on   bool
		name string
	}{
		{l.Direction == layout.RightToLeft, "right to left"},
		{l.Direction == layout.TopToBottom, "top to bottom"},
		{l.Hyphen, "ends in a hyphen"},
		{l.Gap, "set apart"},
		{l.OCR, "recognised"},
	} {
		if f.on {
			s += ", " + f.name
		}
	}
	if l.Rotation != 0 {
		s += fmt.Sprintf(", turned by %d°", l.Rotation)
	}
	return s
}

func describeStyle(s *layout.Style) string {
	text := fmt.Sprintf("%s %.2f pt #%06x", s.Font, s.Size, s.Color)
	for _, f := range []struct {
		on   bool
		name string
	}{
		{s.Bold, "bold"}, {s.Italic, "italic"}, {s.Mono, "mono"}, {s.Underline, "underline"}, {s.Strike, "strike"},
		{s.Super, "superscript"}, {s.Sub, "subscript"}, {s.SmallCaps, "small caps"},
	} {
		if f.on {
			text += " " + f.name
		}
	}
	return text
}

// figureKind is what decides whether f is a figure.
func figureKind(f *layout.Figure) string {
	switch {
	case !f.Vector:
		return ""
	case f.Weak:
		return fmt.Sprintf("drawing, %d bent, perhaps only around text ", f.Bent)
	}
	return fmt.Sprintf("drawing, %d bent ", f.Bent)
}
