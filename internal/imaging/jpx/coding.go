package jpx

import (
	"fmt"
	"slices"
)

// coding is the content of COD, COC, QCD, QCC, RGN and POC for the image or a tile (A.6).
type coding struct {
	order      order
	layers     int
	transform  bool // the first three components are mixed
	components []componentCoding
	changes    []progression // POC
	ofTile     bool          // it is a copy that the header of a tile changes
	inherited  bool          // its changes are from the main header
	coded      bool          // COD was there
	quantized  bool          // QCD was there
}

// componentCoding is the coding of a component.
type componentCoding struct {
	levels         int // of decomposition
	blockX, blockY int // exponents
	style          blockStyle
	reversible     bool
	precincts      [maxLevels + 1]exponents // by resolution
	own            bool                     // from COC, which COD does not override

	guard    int // bits
	steps    [3*maxLevels + 1]step
	ownSteps bool // from QCC
	derived  bool // all steps follow from the first

	upshift int // of the region of interest
}

const maxLevels = 32

// exponents are the exponents of the width and height of precincts.
type exponents struct{ x, y uint8 }

// step is the exponent and the mantissa of a quantization step (E.1).
type step struct {
	exponent uint8
	mantissa uint16
}

// order is the order of packets (table A.16): layer, resolution, component, position.
type order int

const (
	orderLRCP order = iota
	orderRLCP
	orderRPCL
	orderPCRL
	orderCPRL
)

// progression is a run of packets in one order (A.6.6).
type progression struct {
	order            order
	layers           int // ends before this layer
	resFrom, resTo   int
	compFrom, compTo int
}

func newCoding(components int) coding {
	return coding{components: make([]componentCoding, components)}
}

// forTile returns a copy that the header of a tile may change.
func (c *coding) forTile() *coding {
	t := *c
	t.components = slices.Clone(c.components)
	t.ofTile, t.inherited = true, true
	for i := range t.components {
		t.components[i].own, t.components[i].ownSteps = false, false
	}
	return &t
}

// segment reads a marker segment. It skips those that only describe the stream.
func (c *coding) segment(marker int, body []byte) error {
	r := reader{data: body}
	var err error
	switch marker {
	case markCOD:
		err = c.cod(&r)
	case markCOC:
		err = c.coc(&r)
	case markQCD:
		err = c.qcd(&r)
	case markQCC:
		err = c.qcc(&r)
	case markRGN:
		err = c.rgn(&r)
	case markPOC:
		err = c.poc(&r)
	}
	if err == nil && r.short {
		err = errShort
	}
	if err != nil {
		return fmt.Errorf("marker segment %#x: %w", marker, err)
	}
	return nil
}

// check returns an error if a part of the main header is missing.
func (c *coding) check() error {
	if !c.coded || !c.quantized {
		return fmt.Errorf("no coding or quantization: %w", ErrDamaged)
	}
	return nil
}

// ownPrecincts is the bit of Scod and Scoc that says that precinct sizes follow. The other bits of
// Scod announce SOP and EPH, which are skipped wherever they are.
const ownPrecincts = 1

// cod reads COD (A.6.1).
func (c *coding) cod(r *reader) error {
	style := r.u8()
	c.order, c.layers = order(r.u8()), r.u16()
	transform := r.u8()
	switch {
	case c.order > orderCPRL || c.layers == 0:
		return fmt.Errorf("order %d of %d layers: %w", c.order, c.layers, ErrDamaged)
	case transform > 1:
		return fmt.Errorf("transformation %d of components: %w", transform, ErrUnsupported)
	}
	c.transform, c.coded = transform == 1, true
	var p componentCoding
	if err := p.read(r, style&ownPrecincts != 0); err != nil {
		return err
	}
	for i := range c.components {
		if own := &c.components[i]; !own.own {
			own.setCoding(&p)
		}
	}
	return nil
}

// coc reads COC (A.6.2).
func (c *coding) coc(r *reader) error {
	own, err := c.component(r)
	if err != nil {
		return err
	}
	var p componentCoding
	if err := p.read(r, r.u8()&ownPrecincts != 0); err != nil {
		return err
	}
	own.setCoding(&p)
	own.own = true
	return nil
}

// component reads the number of a component and returns the component.
func (c *coding) component(r *reader) (*componentCoding, error) {
	i := r.u8()
	if i >= len(c.components) {
		return nil, fmt.Errorf("component %d of %d: %w", i, len(c.components), ErrDamaged)
	}
	return &c.components[i], nil
}

func (p *componentCoding) setCoding(o *componentCoding) {
	p.levels, p.blockX, p.blockY = o.levels, o.blockX, o.blockY
	p.style, p.reversible, p.precincts = o.style, o.reversible, o.precincts
}

// knownStyles are the styles of part 1.
const knownStyles = styleBypass | styleReset | styleTerminate | styleCausal | stylePredictable | styleSymbols

// read reads SPcod or SPcoc (table A.15).
func (p *componentCoding) read(r *reader, sized bool) error {
	p.levels = r.u8()
	p.blockX, p.blockY = r.u8()+2, r.u8()+2
	p.style = blockStyle(r.u8())
	wavelet := r.u8()
	switch {
	case r.short:
		return errShort
	case p.levels > maxLevels:
		return fmt.Errorf("%d decompositions: %w", p.levels, ErrDamaged)
	case p.blockX > 10 || p.blockY > 10 || p.blockX+p.blockY > 12: // table A.18
		return fmt.Errorf("code-blocks of 2^%d by 2^%d: %w", p.blockX, p.blockY, ErrDamaged)
	case p.style&^knownStyles != 0 || wavelet > 1:
		return fmt.Errorf("code-block style %#x, wavelet %d: %w", p.style, wavelet, ErrUnsupported)
	}
	p.reversible = wavelet == 1
	for i := range p.precincts {
		p.precincts[i] = exponents{15, 15}
		if sized && i <= p.levels {
			v := r.u8()
			p.precincts[i] = exponents{uint8(v & 15), uint8(v >> 4)}
			if i > 0 && (v&15 == 0 || v>>4 == 0) {
				return fmt.Errorf("precincts of resolution %d: %w", i, ErrDamaged)
			}
		}
	}
	return nil
}

// qcd reads QCD (A.6.4).
func (c *coding) qcd(r *reader) error {
	var p componentCoding
	if err := p.readSteps(r); err != nil {
		return err
	}
	for i := range c.components {
		if own := &c.components[i]; !own.ownSteps {
			own.setSteps(&p)
		}
	}
	c.quantized = true
	return nil
}

// qcc reads QCC (A.6.5).
func (c *coding) qcc(r *reader) error {
	own, err := c.component(r)
	if err != nil {
		return err
	}
	var p componentCoding
	if err := p.readSteps(r); err != nil {
		return err
	}
	own.setSteps(&p)
	own.ownSteps = true
	return nil
}

func (p *componentCoding) setSteps(o *componentCoding) {
	p.guard, p.steps, p.derived = o.guard, o.steps, o.derived
}

// readSteps reads Sqcd and SPqcd, or Sqcc and SPqcc (table A.28). Missing steps have no bits.
func (p *componentCoding) readSteps(r *reader) error {
	const none, derived, expounded = 0, 1, 2
	style := r.u8()
	p.guard = style >> 5
	p.derived = style&31 == derived
	switch style & 31 {
	case none:
		for i := range p.steps[:min(len(p.steps), len(r.data))] {
			p.steps[i].exponent = uint8(r.u8() >> 3)
		}
	case derived, expounded:
		for i := range p.steps[:min(len(p.steps), len(r.data)/2)] {
			v := r.u16()
			p.steps[i] = step{uint8(v >> 11), uint16(v & 0x7FF)}
		}
	default:
		return fmt.Errorf("quantization style %d: %w", style&31, ErrDamaged)
	}
	return nil
}

// stepOf returns the step of band i (E.1.1). Bands are counted from the coarsest resolution on. n
// is the decomposition of the band.
func (p *componentCoding) stepOf(i, n int) step {
	if !p.derived {
		return p.steps[i]
	}
	s := p.steps[0]
	s.exponent = uint8(max(int(s.exponent)-(p.levels-n), 0))
	return s
}

// rgn reads RGN (A.6.3).
func (c *coding) rgn(r *reader) error {
	own, err := c.component(r)
	if err != nil {
		return err
	}
	if style := r.u8(); style != 0 {
		return fmt.Errorf("region of interest of style %d: %w", style, ErrUnsupported)
	}
	own.upshift = r.u8()
	return nil
}

// poc reads POC (A.6.6). The POC of a later tile-part continues those before it.
func (c *coding) poc(r *reader) error {
	if c.inherited {
		c.changes, c.inherited = nil, false
	}
	for len(r.data) > 0 && !r.short {
		p := progression{resFrom: r.u8(), compFrom: r.u8()}
		p.layers, p.resTo, p.compTo = r.u16(), r.u8(), r.u8()
		if p.compTo == 0 {
			p.compTo = len(c.components)
		}
		if p.order = order(r.u8()); p.order > orderCPRL {
			return fmt.Errorf("order %d: %w", p.order, ErrDamaged)
		}
		c.changes = append(c.changes, p)
	}
	return nil
}

// progressions returns the runs of packets of a tile.
func (c *coding) progressions() []progression {
	if len(c.changes) > 0 {
		return c.changes
	}
	return []progression{{order: c.order, layers: c.layers, resTo: maxLevels + 1, compTo: len(c.components)}}
}
