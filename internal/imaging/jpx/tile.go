package jpx

import "fmt"

// tile is a tile during decoding (annex B).
type tile struct {
	rect
	coding     *coding
	components []tileComponent
	precincts  []precinct // by component, resolution and place
	packets    []byte     // of all its parts
	packed     []byte     // packet headers, if they are separate
	chunks     []chunk
	blocks     int // number of blocks for which there is storage
}

// tileComponent is a component within a tile.
type tileComponent struct {
	rect
	coding      *componentCoding
	resolutions []resolution
}

// resolution is one size of a component. It consists of the next coarser one and the bands that
// lead from that to this size.
type resolution struct {
	rect
	bands     []band
	grid      rect      // of precincts
	precinct  exponents // size of a precinct
	precincts int       // index of the first one among those of the tile
}

// bandKind is the kind of a sub-band: low or high horizontally, then low or high vertically.
type bandKind int

const (
	bandLL bandKind = iota
	bandHL
	bandLH
	bandHH
)

// gain returns how many bits more than a sample the coefficients of a band have (table E.1).
func (k bandKind) gain() int { return [...]int{0, 1, 1, 2}[k] }

// band is a sub-band.
type band struct {
	rect
	kind           bandKind
	planes         int     // bit-planes of a coefficient, including those of a region of interest
	step           float32 // of quantization
	x, y           int     // its place in the plane of the component, which has the bands side by side
	blockX, blockY int     // exponents of code-blocks
	cellX, cellY   int     // exponents of the band's part of a precinct
}

// The costs of things in samples of one coding pass, see budget.
const (
	resolutionWork = 1 << 12 // for its bands and its first precinct
	precinctWork   = 1 << 8
	packetWork     = 1 << 6
	blockWork      = 1 << 3 // for each packet
)

// newTile lays out tile n.
func (d *decoder) newTile(n int) (*tile, error) {
	t := &tile{rect: d.main.size.tileAt(n), coding: &d.main.coding}
	if err := t.join(d.main.parts[n]); err != nil {
		return nil, err
	}
	t.components = make([]tileComponent, len(d.main.size.components))
	for i := range t.components {
		if err := d.layOut(t, i); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// join reads the headers of the tile-parts and joins their packets.
func (t *tile) join(parts []part) error {
	for i, p := range parts {
		r := reader{data: p.header}
		for len(r.data) > 0 {
			marker := r.u16()
			body := r.take(max(r.u16()-2, 0))
			if marker == markPPT && len(body) > 0 {
				t.packed = append(t.packed, body[1:]...)
				continue
			}
			if !t.coding.ofTile {
				t.coding = t.coding.forTile()
			}
			if err := t.coding.segment(marker, body); err != nil {
				return err
			}
		}
		t.packed = append(t.packed, p.packed...)
		if i == 0 {
			t.packets = p.packets[:len(p.packets):len(p.packets)] // appending must not overwrite the data behind
		} else {
			t.packets = append(t.packets, p.packets...)
		}
	}
	return nil
}

// layOut makes the resolutions of component i, and their precincts.
func (d *decoder) layOut(t *tile, i int) error {
	c := &d.main.size.components[i]
	tc := &t.components[i]
	tc.rect, tc.coding = t.rect.subsampled(c.step), &t.coding.components[i]
	if tc.coding.levels < d.reduce {
		return fmt.Errorf("component %d has %d sizes: %w", i, tc.coding.levels+1, ErrUnsupported)
	}
	tc.resolutions = make([]resolution, tc.coding.levels+1)
	bands := make([]band, 0, 3*tc.coding.levels+1)
	for r := range tc.resolutions {
		if err := d.work.spend(resolutionWork); err != nil {
			return err
		}
		from := len(bands)
		bands = tc.appendBands(bands, r, c.depth)
		res := &tc.resolutions[r]
		res.rect, res.bands = tc.halved(tc.coding.levels-r), bands[from:len(bands):len(bands)]
		res.precinct, res.precincts = tc.coding.precincts[r], len(t.precincts)
		res.grid = res.cells(int(res.precinct.x), int(res.precinct.y))
		if err := d.addPrecincts(t, i, r, c.step); err != nil {
			return err
		}
	}
	return nil
}

// appendBands appends the bands of resolution r.
func (tc *tileComponent) appendBands(bands []band, r, depth int) []band {
	p := tc.coding
	n := p.levels - r + 1 // decompositions
	kinds := []bandKind{bandHL, bandLH, bandHH}
	if r == 0 {
		n, kinds = p.levels, []bandKind{bandLL}
	}
	low := tc.halved(n)
	for _, kind := range kinds {
		highX, highY := int(kind)&1, int(kind)>>1
		s := p.stepOf(len(bands), n)
		b := band{kind: kind, rect: tc.band(n, highX, highY), x: highX * low.width(), y: highY * low.height()}
		b.planes = p.guard + int(s.exponent) - 1 + p.upshift
		b.step = stepSize(s, depth+kind.gain())
		b.cellX, b.cellY = int(p.precincts[r].x), int(p.precincts[r].y)
		if r > 0 {
			b.cellX, b.cellY = b.cellX-1, b.cellY-1
		}
		b.blockX, b.blockY = min(p.blockX, b.cellX), min(p.blockY, b.cellY)
		bands = append(bands, b)
	}
	return bands
}

// stepSize computes equation E-3 for coefficients with this number of bits before quantization.
func stepSize(s step, bits int) float32 {
	m := 1 + float32(s.mantissa)/(1<<11)
	if e := bits - int(s.exponent); e >= 0 {
		return m * float32(int64(1)<<e)
	}
	return m / float32(int64(1)<<(int(s.exponent)-bits))
}

// addPrecincts makes the precincts of a resolution.
func (d *decoder) addPrecincts(t *tile, component, r int, step point) error {
	res := &t.components[component].resolutions[r]
	n := res.grid.width() * res.grid.height()
	if n > maxPrecincts-len(t.precincts) && n > len(t.packets)-len(t.precincts) {
		return fmt.Errorf("%d precincts for %d bytes: %w", len(t.precincts)+n, len(t.packets), ErrTooLarge)
	}
	if err := d.work.spend(precinctWork * n); err != nil {
		return err
	}
	down := t.components[component].coding.levels - r
	for y := res.grid.y0; y < res.grid.y1; y++ {
		for x := res.grid.x0; x < res.grid.x1; x++ {
			t.precincts = append(t.precincts, precinct{
				component: component, resolution: r, at: point{x, y},
				place: point{
					max(t.x0, x<<res.precinct.x<<down*step.x),
					max(t.y0, y<<res.precinct.y<<down*step.y),
				},
			})
		}
	}
	return nil
}

// maxPrecincts is the number of precincts that a tile may have however little data it has. A
// precinct takes at least a byte if no data is missing.
const maxPrecincts = 1 << 16

// precinct is a part of all bands of a resolution. Its code-blocks share packets (B.6).
type precinct struct {
	component, resolution int
	at                    point // in the grid of its resolution
	place                 point // its corner on the reference grid
	layers                int   // number of layers that were read
	cells                 []cell
}

// cell is the part of a band that belongs to a precinct.
type cell struct {
	blocks rect // in the grid of blocks of the band
	list   []block
	trees  tagTrees
}

// block is a code-block, as described by the packet headers so far.
type block struct {
	included    bool
	zeros       uint8 // number of empty bit-planes
	lengthBits  int   // Lblock
	passes      int
	segmentLeft int   // number of passes that the current codeword segment still takes
	first, last int32 // indexes of chunks; -1: none
}

// chunk is the part of a codeword segment that one packet has.
type chunk struct {
	data   []byte
	passes int
	next   int32
}

// open makes the cells of a precinct.
func (t *tile) open(p *precinct) error {
	res := &t.components[p.component].resolutions[p.resolution]
	cells := make([]cell, len(res.bands))
	for i := range cells {
		b := &res.bands[i]
		part := rect{p.at.x << b.cellX, p.at.y << b.cellY, (p.at.x + 1) << b.cellX, (p.at.y + 1) << b.cellY}
		c := &cells[i]
		c.blocks = part.cut(b.rect).cells(b.blockX, b.blockY)
		n := c.blocks.width() * c.blocks.height()
		if t.blocks += n; t.blocks > maxBlocks && t.blocks/blocksOfByte > len(t.packets) {
			return fmt.Errorf("%d code-blocks for %d bytes: %w", t.blocks, len(t.packets), ErrTooLarge)
		}
		c.list = make([]block, n)
		for k := range c.list {
			c.list[k] = block{lengthBits: 3, first: -1, last: -1}
		}
		c.trees = newTagTrees(c.blocks.width(), c.blocks.height())
	}
	p.cells = cells
	return nil
}

// maxBlocks is the number of code-blocks that a tile may have however little data it has: a
// gigapixel in blocks of usual size. Beyond that each byte of data allows blocksOfByte more.
const (
	maxBlocks    = 1 << 18
	blocksOfByte = 8
)
