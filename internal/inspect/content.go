package inspect

import (
	"fmt"
	"io"
	"strings"

	"github.com/pagelift/pagelift/layout"
)

// Colours of painted things.
const (
	runColor    = "#1565c0"
	unseenColor = "#b71c1c"
	pathColor   = "#757575"
	imageColor  = "#2e7d32"
	shadeColor  = "#ef6c00"
	linkColor   = "#6a1b9a"
)

// ContentSVG draws what the page paints: glyph runs with their text, paths,
// images and shadings, in paint order. Text that is not seen is red.
func ContentSVG(w io.Writer, c *layout.Content) error {
	return draw(w, c.Width, c.Height, func(d *drawing) {
		for _, it := range c.Items {
			drawItem(d, c, it)
		}
		for i := range c.Links {
			for _, area := range c.Links[i].Areas {
				d.box(area, linkColor, "link "+linkTarget(&c.Links[i]))
			}
		}
	})
}

func drawItem(d *drawing, c *layout.Content, it layout.Item) {
	switch it.Kind {
	case layout.KindRun:
		drawRun(d, c, it.Index)
	case layout.KindPath:
		p := &c.Paths[it.Index]
		d.box(p.Box, pathColor, fmt.Sprintf("path %d %s", it.Index, flagNames(p.Flags)))
	case layout.KindImage:
		m := &c.Images[it.Index]
		d.box(m.Box, imageColor, fmt.Sprintf("image %d, object %d, %d × %d %s", it.Index, m.Object, m.Width, m.Height, flagNames(m.Flags)))
	case layout.KindShading:
		s := &c.Shadings[it.Index]
		d.box(s.Box, shadeColor, fmt.Sprintf("shading %d, type %d", it.Index, s.Type))
	}
}

func drawRun(d *drawing, c *layout.Content, i int32) {
	r := &c.Runs[i]
	color := runColor
	if !r.Flags.IsContent() {
		color = unseenColor
	}
	text := runText(c, r)
	d.box(runBox(c, r), color, fmt.Sprintf("run %d: %s\n%s", i, text, describeRun(c, r)))
	if r.Count > 0 && r.Em[1] == 0 && r.Em[2] == 0 {
		first, last := &c.Glyphs[r.First], &c.Glyphs[r.First+r.Count-1]
		d.stretched(layout.Point{X: first.X, Y: first.Y}, r.Size, last.X+last.Advance-first.X, text)
	}
}

// runText is the text of run r in the order in which it is shown.
func runText(c *layout.Content, r *layout.Run) string {
	var b strings.Builder
	for _, g := range c.Glyphs[r.First : r.First+r.Count] {
		b.WriteString(glyphText(c, g))
	}
	return b.String()
}

func glyphText(c *layout.Content, g layout.Glyph) string {
	if g.Char >= 0 {
		return string(g.Char)
	}
	if i := int(^g.Char); i < len(c.Strings) {
		return c.Strings[i]
	}
	return ""
}

// runBox is the upright box around the glyphs of r, from descender to ascender.
func runBox(c *layout.Content, r *layout.Run) layout.Rect {
	var box layout.Rect
	for _, g := range c.Glyphs[r.First : r.First+r.Count] {
		box = box.Union(glyphBox(c, r, g))
	}
	return box
}

// glyphBox is the box of one glyph; an ascent and descent that the font does not
// give are taken as usual ones.
func glyphBox(c *layout.Content, r *layout.Run, g layout.Glyph) layout.Rect {
	ascent, descent := float32(0.8), float32(-0.2)
	if int(r.Font) < len(c.Fonts) && r.Font >= 0 && c.Fonts[r.Font].Ascent > 0 {
		ascent, descent = c.Fonts[r.Font].Ascent, c.Fonts[r.Font].Descent
	}
	em := layout.Matrix{A: r.Em[0], B: r.Em[1], C: r.Em[2], D: r.Em[3], E: g.X, F: g.Y}
	if r.Flags&layout.VerticalMode != 0 {
		return em.Bounds(layout.Rect{X0: -0.5, Y0: -1, X1: 0.5, Y1: 0})
	}
	wide := float32(0)
	if r.Size > 0 {
		wide = g.Advance / r.Size
	}
	return em.Bounds(layout.Rect{X0: 0, Y0: descent, X1: wide, Y1: ascent})
}

// describeRun is what decides how a run is read: font, size, colour, place, flags.
func describeRun(c *layout.Content, r *layout.Run) string {
	var b strings.Builder
	if int(r.Font) < len(c.Fonts) && r.Font >= 0 {
		f := c.Fonts[r.Font]
		fmt.Fprintf(&b, "font %s%s", f.Name, fontKind(f))
	}
	fmt.Fprintf(&b, ", %.2f pt", r.Size)
	if int(r.Paint) < len(c.Paints) && r.Paint >= 0 {
		fill := c.Paints[r.Paint].Fill
		fmt.Fprintf(&b, ", #%02x%02x%02x", fill.R, fill.G, fill.B)
	}
	if r.Count > 0 {
		g := c.Glyphs[r.First]
		fmt.Fprintf(&b, ", at (%.1f, %.1f)", g.X, g.Y)
	}
	if r.Em[1] != 0 || r.Em[2] != 0 {
		fmt.Fprintf(&b, ", em [%.2f %.2f %.2f %.2f]", r.Em[0], r.Em[1], r.Em[2], r.Em[3])
	}
	if r.RenderMode != 0 {
		fmt.Fprintf(&b, ", render mode %d", r.RenderMode)
	}
	if m := markChain(c.Marks, r.Mark); m != "" {
		b.WriteString(", in " + m)
	}
	if names := flagNames(r.Flags); names != "" {
		b.WriteString(", " + names)
	}
	return b.String()
}

func fontKind(f *layout.Font) string {
	var kinds []string
	for _, k := range []struct {
		on   bool
		name string
	}{{f.Bold, "bold"}, {f.Italic, "italic"}, {f.Mono, "mono"}, {f.Serif, "serif"}, {f.Symbolic, "symbolic"}, {f.Type3, "type 3"}} {
		if k.on {
			kinds = append(kinds, k.name)
		}
	}
	if len(kinds) == 0 {
		return ""
	}
	return " (" + strings.Join(kinds, ", ") + ")"
}

// markChain names the marked-content sequences around a thing, innermost first.
func markChain(marks []layout.Mark, i int32) string {
	var tags []string
	for n := 0; i >= 0 && int(i) < len(marks) && n <= len(marks); n++ {
		m := &marks[i]
		tag := m.Tag
		if m.MCID >= 0 {
			tag += fmt.Sprintf(" %d", m.MCID)
		}
		if m.HasActual {
			tag += fmt.Sprintf(" ActualText %q", m.ActualText)
		}
		tags = append(tags, tag)
		i = m.Parent
	}
	return strings.Join(tags, " < ")
}

// flagTable names the flags as the constants of layout are named.
var flagTable = []struct {
	flag layout.RunFlags
	name string
}{
	{layout.Invisible, "Invisible"},
	{layout.OffPage, "OffPage"},
	{layout.Clipped, "Clipped"},
	{layout.Covered, "Covered"},
	{layout.Tiny, "Tiny"},
	{layout.SameAsPaper, "SameAsPaper"},
	{layout.OptionalOff, "OptionalOff"},
	{layout.ArtifactRun, "ArtifactRun"},
	{layout.VerticalMode, "VerticalMode"},
	{layout.InPattern, "InPattern"},
	{layout.Unmapped, "Unmapped"},
	{layout.Transcript, "Transcript"},
	{layout.PaintedGlyph, "PaintedGlyph"},
}

func flagNames(f layout.RunFlags) string {
	var names []string
	for _, e := range flagTable {
		if f&e.flag != 0 {
			names = append(names, e.name)
		}
	}
	return strings.Join(names, " ")
}

func linkTarget(l *layout.Link) string {
	switch {
	case l.URI != "":
		return l.URI
	case l.Target != nil:
		return fmt.Sprintf("page %d", l.Target.Page)
	}
	return "nowhere"
}
