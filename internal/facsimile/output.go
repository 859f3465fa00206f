package facsimile

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/layout"
)

// Font is a web font.
type Font struct {
	Name string // below htmlout.AssetFolder
	Data []byte // WOFF2
}

// FontMediaType is that of a Font.
const FontMediaType = "font/woff2"

// makeFonts writes the fonts.
func (f *Facsimile) makeFonts(ctx context.Context, workers int) error {
	f.Fonts = make([]Font, len(f.families))
	return each(ctx, len(f.families), workers, func(i int) {
		f.Fonts[i] = Font{Name: fmt.Sprintf("%s/f%d.woff2", htmlout.AssetFolder, i), Data: f.families[i].WOFF2()}
	})
}

// Graphics are the layers of a page.
func (f *Facsimile) Graphics(page int) string {
	s := f.sheet(page)
	if s == nil {
		return ""
	}
	var b strings.Builder
	f.styled = f.styled || s.graphics.Styled
	for _, l := range s.graphics.Layers {
		markup := string(l.Markup)
		if l.Level > 0 || l.Blend != "" {
			class := `class="` + f.places.class(levelPlace, l.Level)
			if l.Blend != "" {
				class += " " + l.Blend
			}
			markup = strings.Replace(markup, `class="`, class+" ", 1)
		}
		b.WriteString(markup)
	}
	s.writeOutlines(&b, &f.places)
	return b.String()
}

// Text is what shows the bytes [start, end) of the text of a page.
func (f *Facsimile) Text(page int, start, end int32) []htmlout.Placed {
	s := f.sheet(page)
	if s == nil {
		return nil
	}
	from, _ := slices.BinarySearchFunc(s.own, start, func(sp span, at int32) int { return cmp.Compare(sp.at, at) })
	to := from
	for to < len(s.own) && s.own[to].at < end {
		to++
	}
	return f.placed(s, s.own[from:to])
}

// Formula is what shows the formula of a page with that box. It is there once.
func (f *Facsimile) Formula(page int, box layout.Rect) []htmlout.Placed {
	s := f.sheet(page)
	if s == nil {
		return nil
	}
	for i := range s.formulas {
		if p, key := &s.formulas[i], (formulaKey{page, i}); p.box == box && !f.asked[key] {
			f.asked[key] = true
			return f.placed(s, p.spans)
		}
	}
	return nil
}

// Rest are the lines of a page that no node has, and the formulas that were not asked for. With them the page is
// written.
func (f *Facsimile) Rest(page int) []htmlout.PlacedLine {
	s := f.sheet(page)
	if s == nil {
		return nil
	}
	f.maker.release(f.index[page])
	lines := make([]htmlout.PlacedLine, 0, len(s.rest))
	for i := range s.formulas {
		if p := &s.formulas[i]; !f.asked[formulaKey{page, i}] && len(p.spans) > 0 {
			lines = append(lines, htmlout.PlacedLine{Texts: f.placed(s, p.spans)})
		}
	}
	for _, line := range s.rest {
		lines = append(lines, htmlout.PlacedLine{Texts: f.placed(s, line.spans), Furniture: line.furniture})
	}
	return lines
}

// signs leaves out what stands for controls, pictures and formulas: these have places of their own.
var signs = strings.NewReplacer(string(layout.FieldSign), "", string(layout.PictureSign), "", string(layout.FormulaSign), "")

func (f *Facsimile) placed(s *sheet, list []span) []htmlout.Placed {
	out := make([]htmlout.Placed, len(list))
	for i := range list {
		out[i] = htmlout.Placed{Text: signs.Replace(list[i].text), Attr: f.attr(s, &list[i]), Aside: list[i].eye || list[i].marker}
	}
	return out
}

// Size is the class of a page.
func (f *Facsimile) Size(width, height float32) string { return f.places.size(width, height) }

// cellWidth is the advance of all characters in a monospaced font, in ems.
const cellWidth = 0.6

// Type are the classes of what is written in a control.
func (f *Facsimile) Type(size, cell float32) string {
	class := f.places.class(typePlace, units(size*unit))
	if cell == 0 {
		return class
	}
	beside := (cell - cellWidth*size) * unit
	return class + " " + f.places.class(spacingPlace, units(beside)) + " " + f.places.class(indentPlace, max(units(beside/2), 0))
}

// Look are the classes of what a control looks like, "" for one with black type and nothing
// else.
func (f *Facsimile) Look(look *layout.FieldLook) string {
	var classes []string
	if ink := colorValue(look.Ink); ink != 0 {
		classes = append(classes, f.places.class(inkPlace, ink))
	}
	if look.Frame > 0 {
		classes = append(classes, f.places.class(framePlace, units(look.Frame*unit)), f.places.class(frameColorPlace, colorValue(look.FrameColor)))
	}
	if look.Ground != nil {
		classes = append(classes, f.places.class(groundPlace, colorValue(*look.Ground)))
	}
	return strings.Join(classes, " ")
}

func colorValue(c layout.Color) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }

// Place are the classes of an element in a box of the page.
func (f *Facsimile) Place(box layout.Rect) string {
	return f.places.class(leftPlace, units(box.X0*unit)) + " " + f.places.class(topPlace, units(box.Y0*unit)) + " " +
		f.places.class(widthPlace, units(box.Width()*unit)) + " " + f.places.class(heightPlace, units(box.Height()*unit))
}
