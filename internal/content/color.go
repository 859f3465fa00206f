package content

import (
	"sync"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// spaceCache holds those colour spaces of the document that are indirect objects.
type spaceCache struct {
	mu     sync.Mutex
	byRef  map[pdf.Ref]*imaging.ColorSpace
	device [3]*imaging.ColorSpace
}

// The device spaces, by index of spaceCache.device and scope.defaults.
const (
	deviceGray = iota
	deviceRGB
	deviceCMYK
)

var (
	deviceNames      = [3]pdf.Name{"DeviceGray", "DeviceRGB", "DeviceCMYK"}
	defaultNames     = [3]pdf.Name{"DefaultGray", "DefaultRGB", "DefaultCMYK"}
	deviceComponents = [3]int{1, 3, 4}
)

// space reads the colour space o. Names are looked up in resources.
func (in *interp) space(o pdf.Object, resources pdf.Dict) *imaging.ColorSpace {
	c := &in.r.spaces
	ref, indirect := o.(pdf.Ref)
	if indirect {
		c.mu.Lock()
		cs, ok := c.byRef[ref]
		c.mu.Unlock()
		if ok {
			return cs
		}
	}
	cs, err := imaging.ParseColorSpace(in.r.doc, o, resources)
	if err != nil {
		in.b.warn(warnColor, err.Error())
	}
	if indirect && cs != nil {
		c.mu.Lock()
		if c.byRef == nil {
			c.byRef = make(map[pdf.Ref]*imaging.ColorSpace)
		}
		c.byRef[ref] = cs
		c.mu.Unlock()
	}
	return cs
}

// device returns a device space, or the space that the scope's resources put in its place.
func (in *interp) device(which int) *imaging.ColorSpace {
	s := in.frame.scope
	if !s.hasDefaults {
		s.hasDefaults = true
		dict := in.r.doc.Dict(s.dict.Raw("ColorSpace"))
		for i, name := range defaultNames {
			if o := dict.Raw(name); o != nil {
				if cs := in.space(o, s.dict); cs != nil && cs.Components == deviceComponents[i] {
					s.defaults[i] = cs
				}
			}
		}
	}
	if cs := s.defaults[which]; cs != nil {
		return cs
	}
	if in.devices[which] == nil {
		in.devices[which] = in.r.spaces.plain(in.r.doc, which)
	}
	return in.devices[which]
}

// plain returns a device space without replacement.
func (c *spaceCache) plain(doc *pdf.Document, which int) *imaging.ColorSpace {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.device[which] == nil {
		c.device[which], _ = imaging.ParseColorSpace(doc, deviceNames[which], pdf.Dict{})
	}
	return c.device[which]
}

// setDevice sets a colour in a device space (operators g, rg, k and G, RG, K).
func (in *interp) setDevice(to *colorState, which int, a []operand) {
	if in.colorless {
		return
	}
	in.gs.restyle()
	to.space = in.device(which)
	if to.space == nil {
		return
	}
	for i := range a {
		in.components[i] = a[i].num
	}
	r, g, b := to.space.RGB(in.components[:len(a)])
	to.color = layout.Color{R: r, G: g, B: b}
}

// setSpace is the operators cs and CS. It sets the space and its initial colour.
func (in *interp) setSpace(to *colorState, name []byte) {
	if in.colorless {
		return
	}
	cs := in.namedSpace(name)
	if cs == nil {
		return
	}
	in.gs.restyle()
	to.space, to.color = cs, layout.Color{}
	if initial := cs.Initial(); len(initial) > 0 && cs.Family != "Pattern" {
		to.color.R, to.color.G, to.color.B = cs.RGB(initial)
	}
}

// namedSpace returns the colour space with a name in the current scope.
func (in *interp) namedSpace(name []byte) *imaging.ColorSpace {
	s := in.frame.scope
	if cs, ok := s.spaces.get(name); ok {
		return cs
	}
	var cs *imaging.ColorSpace
	switch string(name) {
	case "DeviceGray", "G":
		cs = in.device(deviceGray)
	case "DeviceRGB", "RGB":
		cs = in.device(deviceRGB)
	case "DeviceCMYK", "CMYK":
		cs = in.device(deviceCMYK)
	case "Pattern":
		cs = in.space(pdf.Name("Pattern"), s.dict)
	default:
		if o := in.resource(s, "ColorSpace", name); o != nil {
			cs = in.space(o, s.dict)
		}
	}
	s.spaces.put(name, cs)
	return cs
}

// setColor is the operators sc, scn, SC and SCN. It sets the colour from the operands.
func (in *interp) setColor(to *colorState) {
	lx := in.frame.lex
	if in.colorless || lx.n == 0 {
		return
	}
	n := lx.n
	var pattern []byte
	if last := lx.ops[n-1]; last.isName() {
		pattern = lx.bytes(last)
		n--
	}
	for i, o := range lx.ops[:n] {
		in.components[i] = o.num
	}
	in.gs.restyle()
	if pattern != nil {
		in.setPattern(to, pattern, in.components[:n])
		return
	}
	cs := to.space
	if cs == nil || cs.Family == "Pattern" {
		if cs = in.device(deviceOf(n)); cs == nil {
			return
		}
	}
	r, g, b := cs.RGB(in.components[:n])
	to.color = layout.Color{R: r, G: g, B: b}
}

// deviceOf returns the device space with n components.
func deviceOf(n int) int {
	switch n {
	case 3:
		return deviceRGB
	case 4:
		return deviceCMYK
	}
	return deviceGray
}
