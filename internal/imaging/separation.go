package imaging

import (
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// tintModel is Separation and DeviceN (clauses 8.6.6.4 and 8.6.6.5): a function from tints to the
// alternate space.
type tintModel struct {
	transform *Function
	alternate *ColorSpace
}

func (m *tintModel) rgb(c components) rgb {
	var out components
	m.transform.Eval(c[:m.transform.In], out[:m.transform.Out])
	return m.alternate.convert(out[:m.alternate.Components])
}

// inkModel replaces a tint function that cannot be read. Process colorants are themselves; All and
// unknown colorants are black ink.
type inkModel struct {
	ink []int // by component: index of cyan, magenta, yellow or black; -1: none
}

func (m *inkModel) rgb(c components) rgb {
	var process components
	for i, ink := range m.ink {
		if ink >= 0 {
			process[ink] = min(process[ink]+c[i], 1)
		}
	}
	return cmykModel{}.rgb(process)
}

func newInkModel(names []pdf.Name) *inkModel {
	m := &inkModel{ink: make([]int, len(names))}
	for i, n := range names {
		switch n {
		case "Cyan":
			m.ink[i] = 0
		case "Magenta":
			m.ink[i] = 1
		case "Yellow":
			m.ink[i] = 2
		case "None":
			m.ink[i] = -1
		default:
			m.ink[i] = 3
		}
	}
	return m
}

// separation reads [/Separation name alternate tintTransform].
func (p *spaceParser) separation(a pdf.Array, depth int) (*ColorSpace, error) {
	return p.tints("Separation", a, []pdf.Name{p.doc.Name(a[1])}, depth)
}

// deviceN reads [/DeviceN names alternate tintTransform attributes]. It ignores the attributes,
// which say how a press would mix the inks: for a screen the tint function suffices.
func (p *spaceParser) deviceN(a pdf.Array, depth int) (*ColorSpace, error) {
	list := p.doc.Array(a[1])
	if len(list) == 0 || len(list) > limits.Components {
		return deviceGray, fmt.Errorf("DeviceN with %d colorants", len(list))
	}
	names := make([]pdf.Name, len(list))
	for i, o := range list {
		names[i] = p.doc.Name(o)
	}
	return p.tints("DeviceN", a, names, depth)
}

// tints reads the common part of Separation and DeviceN.
func (p *spaceParser) tints(family pdf.Name, a pdf.Array, names []pdf.Name, depth int) (*ColorSpace, error) {
	cs := &ColorSpace{Family: family, Components: len(names), Invisible: true, initial: make([]float64, len(names))}
	for i, n := range names {
		cs.initial[i] = 1
		cs.Invisible = cs.Invisible && n == "None"
	}
	m, err := p.tintTransform(a, len(names), depth)
	if m == nil {
		cs.model = newInkModel(names)
		return cs, err
	}
	cs.model = m
	return cs, err
}

// tintTransform reads the alternate space and the function. If only the space cannot be read, it is
// replaced by the device space with as many components as the function has outputs, and err says so.
func (p *spaceParser) tintTransform(a pdf.Array, components, depth int) (*tintModel, error) {
	if len(a) < 4 {
		return nil, errSpaceShort
	}
	f, err := ParseFunction(p.doc, a[3])
	if err != nil {
		return nil, err
	}
	alternate, err := p.parse(a[2], depth+1)
	if err == nil && alternate.Family == "Pattern" {
		err = errSpaceUnknown
	}
	if err != nil {
		alternate = device(f.Out)
	}
	if f.In != components || f.Out < alternate.Components {
		return nil, fmt.Errorf("tint function from %d to %d values for %d colorants", f.In, f.Out, components)
	}
	return &tintModel{transform: f, alternate: alternate}, err
}
