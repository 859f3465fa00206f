package jpx

import (
	"context"
	"errors"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

// decoder decodes the tiles of a file into an image.
type decoder struct {
	*File
	work     budget
	reduce   int // how many times the image is halved
	channels []channel
	image    *Image
	grid     rect // of the image
	drawn    bool // the image has samples

	planes  [mixed]plane
	block   blockDecoder
	segment []byte // a segment of a block whose data is in several packets
	scratch []int32
	floats  []float32
	line    []uint16
	columns []int32
}

// mixed is the number of components that are transformed together (annex G).
const mixed = 3

// newDecoder chooses the size of the image and allocates it.
func (f *File) newDecoder(ctx context.Context, o Options) (*decoder, error) {
	d := &decoder{File: f, work: newBudget(ctx, f.main.bytes), channels: f.channels}
	if o.Indexes {
		d.channels = f.main.size.plainChannels()
	}
	var err error
	if d.reduce, err = f.reduction(o.Pixels); err != nil {
		return nil, err
	}
	d.grid = f.main.size.grid(d.reduce)
	d.image = &Image{Width: d.grid.width(), Height: d.grid.height()}
	n := len(d.channels)
	for _, c := range d.channels {
		d.image.Channels = append(d.image.Channels, Channel{c.depth, c.kind})
		d.image.Wide = d.image.Wide || c.depth > 8
	}
	if d.image.Wide {
		n *= 2
	}
	pixels := d.image.Width * d.image.Height
	if pixels > limits.ImageBytes/n {
		return nil, fmt.Errorf("%d by %d pixels of %d bytes: %w", d.image.Width, d.image.Height, n, ErrTooLarge)
	}
	d.image.Pix = make([]byte, pixels*n)
	if o.Missing != 0 {
		for i := range d.image.Pix {
			d.image.Pix[i] = o.Missing
		}
	}
	return d, nil
}

// reduction returns how many times the image is halved: as often as it must be, and as often as
// enough pixels are left.
func (f *File) reduction(enough int) (int, error) {
	if f.Width > limits.Pixels/f.Height {
		return 0, fmt.Errorf("%d by %d pixels: %w", f.Width, f.Height, ErrTooLarge)
	}
	pixels := func(n int) int { g := f.main.size.grid(n); return g.width() * g.height() }
	most := max(limits.JPXSmall, min(limits.JPXPixels/limits.JPXRatio, f.main.bytes)*limits.JPXRatio)
	levels := maxLevels
	for i := range f.main.coding.components {
		levels = min(levels, f.main.coding.components[i].levels)
	}
	n := 0
	for pixels(n) > most || (enough > 0 && n < levels && pixels(n+1) >= enough && pixels(n) > 1) {
		n++
	}
	if n > levels || pixels(n) == 0 { // a row may lie between the remaining ones
		return 0, fmt.Errorf("%d by %d pixels of %d bytes: %w", f.Width, f.Height, f.main.bytes, ErrTooLarge)
	}
	return n, nil
}

// run decodes the tiles. Damage in one tile does not prevent the decoding of others. run returns
// the first error.
func (d *decoder) run() error {
	first := d.main.err
	for n, parts := range d.main.parts {
		if len(parts) == 0 {
			first = orElse(first, errShort)
			continue
		}
		err := d.tile(n)
		if err == nil {
			continue
		}
		first = orElse(first, fmt.Errorf("tile %d: %w", n, err))
		if errors.Is(err, ErrTooLarge) || d.work.ctx.Err() != nil {
			break
		}
	}
	return first
}

// orElse returns first, or second if first is nil.
func orElse(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// tile decodes tile n as far as its data goes.
func (d *decoder) tile(n int) error {
	t, err := d.newTile(n)
	if err != nil {
		return err
	}
	err = d.readPackets(t)
	if len(t.chunks) == 0 && err != nil {
		return err
	}
	components := len(t.components)
	next := 0
	if t.coding.transform {
		if !t.mixes() {
			return orElse(err, fmt.Errorf("components that do not mix: %w", ErrDamaged))
		}
		for i := range d.planes {
			err = orElse(err, d.component(t, i, &d.planes[i]))
		}
		d.unmix()
		for i := range d.planes {
			d.draw(t, i, &d.planes[i])
		}
		next = mixed
	}
	for i := next; i < components && d.work.ctx.Err() == nil; i++ {
		err = orElse(err, d.component(t, i, &d.planes[0]))
		d.draw(t, i, &d.planes[0])
	}
	d.drawn = true
	return err
}

// mixes reports whether the first three components have one form, as their transformation requires (G.1).
func (t *tile) mixes() bool {
	if len(t.components) < mixed {
		return false
	}
	a := &t.components[0]
	for i := 1; i < mixed; i++ {
		b := &t.components[i]
		if a.rect != b.rect || a.coding.reversible != b.coding.reversible {
			return false
		}
	}
	return true
}

// plane is a component of a tile during decoding. It has first the coefficients and then the samples.
type plane struct {
	rect
	reversible bool
	ints       []int32   // used if the transform is reversible
	floats     []float32 // used if it is irreversible
}

// component decodes component i of a tile.
func (d *decoder) component(t *tile, i int, p *plane) error {
	tc := &t.components[i]
	p.rect, p.reversible = tc.halved(d.reduce), tc.coding.reversible
	n := p.width() * p.height()
	if p.reversible {
		p.ints = cleared(p.ints, n)
	} else {
		p.floats = cleared(p.floats, n)
	}
	found := false
	var err error
	sizes := tc.resolutions[:tc.coding.levels-d.reduce+1]
	for r := range sizes {
		some, bandErr := d.resolution(t, tc, r, p)
		found, err = found || some, orElse(err, bandErr)
	}
	if found {
		if ended := d.synthesize(p, sizes); ended != nil {
			return ended
		}
	}
	return err
}

// resolution decodes the blocks of resolution r into a plane. some reports whether there are any.
func (d *decoder) resolution(t *tile, tc *tileComponent, r int, p *plane) (some bool, err error) {
	res := &tc.resolutions[r]
	precincts := t.precincts[res.precincts:][:res.grid.width()*res.grid.height()]
	for i := range precincts {
		for k := range precincts[i].cells {
			c := &precincts[i].cells[k]
			for j := range c.list {
				if c.list[j].first < 0 {
					continue
				}
				some = true
				blockErr := d.codeBlock(t, tc.coding, &res.bands[k], c, j, p)
				if d.work.left == 0 || d.work.ctx.Err() != nil {
					return some, blockErr
				}
				err = orElse(err, blockErr)
			}
		}
	}
	return some, err
}

// codeBlock decodes block j of a cell into a plane.
func (d *decoder) codeBlock(t *tile, coding *componentCoding, b *band, c *cell, j int, p *plane) error {
	info := &c.list[j]
	bx, by := c.blocks.x0+j%c.blocks.width(), c.blocks.y0+j/c.blocks.width()
	where := rect{bx << b.blockX, by << b.blockY, (bx + 1) << b.blockX, (by + 1) << b.blockY}.cut(b.rect)
	planes := b.planes - int(info.zeros)
	if planes > maxPlanes {
		return fmt.Errorf("code-block of %d bit-planes: %w", planes, ErrUnsupported)
	}
	d.block.begin(b.kind, where.width(), where.height(), coding.style)
	most := 3*planes - 2 // passes
	pass := 0
	var err error
	for next := info.first; next >= 0 && err == nil; {
		var data []byte
		var passes int
		data, passes, next = d.codeword(t, next, coding.style.segmentPasses(pass))
		last := pass + passes
		if last > most {
			last, err = most, fmt.Errorf("code-block with %d passes over %d bit-planes: %w", last, planes, ErrDamaged)
		}
		if last <= pass {
			break
		}
		if spent := d.work.spend((last - pass) * where.width() * where.height()); spent != nil {
			return spent
		}
		if !d.block.segment(data, pass, last, planes-1, coding.style) {
			err = fmt.Errorf("code-block without its segmentation symbol: %w", ErrDamaged)
		}
		pass = last
	}
	at := (where.y0-b.y0+b.y)*p.width() + where.x0 - b.x0 + b.x
	if p.reversible {
		d.block.ints(p.ints[at:], p.width(), coding.upshift)
	} else {
		d.block.floats(p.floats[at:], p.width(), b.step, coding.upshift)
	}
	return err
}

// codeword returns the data of a codeword segment of at most most passes, which begins in chunk from.
func (d *decoder) codeword(t *tile, from int32, most int) (data []byte, passes int, next int32) {
	c := &t.chunks[from]
	data, passes, next = c.data, c.passes, c.next
	if next < 0 || passes >= most {
		return data, passes, next
	}
	d.segment = append(d.segment[:0], data...)
	for next >= 0 && passes < most {
		c = &t.chunks[next]
		d.segment = append(d.segment, c.data...)
		passes, next = passes+c.passes, c.next
	}
	return d.segment, passes, next
}

// downshift moves the coefficients of a region of interest to their place (H.1). They are those
// above all others.
func downshift(m uint32, shift int) uint32 {
	if shift > 0 && shift < maxPlanes && m>>1 >= 1<<shift {
		return m >> shift
	}
	return m
}

// ints writes the coefficients of the block to a plane.
func (b *blockDecoder) ints(plane []int32, pitch, shift int) {
	for y := range b.height {
		row := plane[y*pitch:][:b.width]
		for x, m := range b.magnitudes[y*b.width:][:b.width] {
			if m == 0 {
				continue
			}
			v := int32(downshift(m, shift) >> 1)
			if b.isNegative(x, y) {
				v = -v
			}
			row[x] = v
		}
	}
}

// floats writes the coefficients of the block, multiplied by their quantization step, to a plane.
func (b *blockDecoder) floats(plane []float32, pitch int, step float32, shift int) {
	for y := range b.height {
		row := plane[y*pitch:][:b.width]
		for x, m := range b.magnitudes[y*b.width:][:b.width] {
			if m == 0 {
				continue
			}
			v := float32(downshift(m, shift)) * step / 2
			if b.isNegative(x, y) {
				v = -v
			}
			row[x] = v
		}
	}
}
