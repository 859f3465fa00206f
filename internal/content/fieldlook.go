package content

import (
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// fieldLook returns the look of the widget a, read from what appearances are made of: its appearance
// characteristics and border style (clauses 12.5.6.19 and 12.5.4). appearance is its default appearance.
func (in *interp) fieldLook(a *pdf.Annotation, appearance pdf.Object) layout.FieldLook {
	look := layout.FieldLook{Ink: in.inkOf(appearance)}
	mk := in.r.doc.Dict(a.Dict.Raw("MK"))
	if c, ok := in.colorOf(in.r.doc.Numbers(mk.Raw("BG"))); ok {
		look.Ground = &c
	}
	if c, ok := in.colorOf(in.r.doc.Numbers(mk.Raw("BC"))); ok {
		look.Frame, look.FrameColor = in.frameWidth(a), c
	}
	return look
}

// Widths of frames in points: the width if none is given (clause 12.5.4), and the widest.
const (
	usualFrame = 1
	mostFrame  = 20
)

// frameWidth returns the width of the frame around a. A frame that only underlines counts as none.
func (in *interp) frameWidth(a *pdf.Annotation) float32 {
	width := float64(usualFrame)
	style := in.r.doc.Dict(a.Dict.Raw("BS"))
	if border := in.r.doc.Numbers(a.Dict.Raw("Border")); len(border) > 2 {
		width = border[2]
	}
	if w, ok := in.r.doc.Number(style.Raw("W")); ok {
		width = w
	}
	if in.r.doc.Name(style.Raw("S")) == "U" || !(width > 0) {
		return 0
	}
	return coord(min(width, mostFrame))
}

// inkOf returns the colour that a default appearance names last, or black if it names none.
func (in *interp) inkOf(appearance pdf.Object) layout.Color {
	da, _ := in.r.doc.Bytes(appearance)
	words := strings.Fields(string(da[:min(len(da), maxAppearance)]))
	var ink layout.Color
	for i, w := range words {
		n := map[string]int{"g": 1, "rg": 3, "k": 4}[w]
		if n == 0 || i < n {
			continue
		}
		parts := make([]float64, 0, 4)
		for _, word := range words[i-n : i] {
			if v, err := strconv.ParseFloat(word, 64); err == nil {
				parts = append(parts, v)
			}
		}
		if c, ok := in.colorOf(parts); ok && len(parts) == n {
			ink = c
		}
	}
	return ink
}

// colorOf returns the colour with these components in a device space. ok is false if they mean no colour (table
// 192).
func (in *interp) colorOf(parts []float64) (c layout.Color, ok bool) {
	if n := len(parts); n != 1 && n != 3 && n != 4 {
		return c, false
	}
	space := in.r.spaces.plain(in.r.doc, deviceOf(len(parts)))
	if space == nil {
		return c, false
	}
	c.R, c.G, c.B = space.RGB(parts)
	return c, true
}
