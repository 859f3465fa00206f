package jpx

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// readPackets reads the packets of a tile, in their order (B.12).
func (d *decoder) readPackets(t *tile) error {
	r := packetReader{tile: t, work: &d.work, body: t.packets}
	if t.packed != nil {
		r.headers = &t.packed
	} else {
		r.headers = &r.body
	}
	for _, p := range t.coding.progressions() {
		if err := d.work.spend(packetWork * len(t.precincts)); err != nil {
			return err
		}
		if err := r.run(p); err != nil {
			return err
		}
	}
	return nil
}

// packetReader reads the packets of a tile from its data.
type packetReader struct {
	tile    *tile
	work    *budget
	headers *[]byte // body itself, unless packet headers are separate
	body    []byte
	pending []contribution
}

// contribution is the part of a packet for a block: passes of one codeword segment.
type contribution struct {
	block          *block
	passes, length int
}

// run reads the packets of one progression. It puts the precincts of the progression in order, and
// goes through the layers at the place that the order of the progression gives them.
func (r *packetReader) run(p progression) error {
	list := r.chosen(p)
	switch p.order {
	case orderLRCP:
		return r.layers(list, p.layers)
	case orderRLCP:
		for len(list) > 0 {
			n := slices.IndexFunc(list, func(q *precinct) bool { return q.resolution != list[0].resolution })
			if n < 0 {
				n = len(list)
			}
			if err := r.layers(list[:n], p.layers); err != nil {
				return err
			}
			list = list[n:]
		}
		return nil
	}
	for i := range list {
		if err := r.layers(list[i:i+1], p.layers); err != nil {
			return err
		}
	}
	return nil
}

// chosen returns the precincts of a progression, in its order.
func (r *packetReader) chosen(p progression) []*precinct {
	all := r.tile.precincts
	list := make([]*precinct, 0, len(all))
	for i := range all {
		q := &all[i]
		if q.resolution >= p.resFrom && q.resolution < p.resTo && q.component >= p.compFrom && q.component < p.compTo {
			list = append(list, q)
		}
	}
	// The precincts of one resolution of a component are in order already, and stay so.
	slices.SortStableFunc(list, func(a, b *precinct) int {
		component := cmp.Compare(a.component, b.component)
		resolution := cmp.Compare(a.resolution, b.resolution)
		place := cmp.Or(cmp.Compare(a.place.y, b.place.y), cmp.Compare(a.place.x, b.place.x))
		switch p.order {
		case orderRPCL:
			return cmp.Or(resolution, place, component)
		case orderPCRL:
			return cmp.Or(place, component, resolution)
		case orderCPRL:
			return cmp.Or(component, place, resolution)
		}
		return cmp.Or(resolution, component)
	})
	return list
}

// layers reads the packets of the precincts, layer by layer. It skips those that an earlier progression had.
func (r *packetReader) layers(list []*precinct, layers int) error {
	for layer := range layers {
		if err := r.work.spend(packetWork * len(list)); err != nil {
			return err
		}
		for _, p := range list {
			if p.layers != layer {
				continue
			}
			if err := r.packet(p, layer); err != nil {
				return err
			}
			p.layers++
		}
	}
	return nil
}

// packet reads the packet of a precinct for a layer (B.9).
func (r *packetReader) packet(p *precinct, layer int) error {
	skipMarker(&r.body, markSOP, 6)
	h := headerBits{data: *r.headers}
	r.pending = r.pending[:0]
	var err error
	if h.bit() != 0 {
		err = r.header(&h, p, layer)
	}
	h.align()
	*r.headers = h.data[h.at:]
	skipMarker(r.headers, markEPH, 2)
	switch {
	case h.short:
		return errShort
	case err != nil:
		return err
	}
	for i := range r.pending {
		if err := r.readContribution(&r.pending[i]); err != nil {
			return err
		}
	}
	return nil
}

// skipMarker skips a marker segment of n bytes, if there is one: it is optional.
func skipMarker(data *[]byte, marker, n int) {
	if d := *data; len(d) >= n && int(d[0])<<8|int(d[1]) == marker {
		*data = d[n:]
	}
}

// header reads the header of a packet that is not empty (B.10).
func (r *packetReader) header(h *headerBits, p *precinct, layer int) error {
	if p.cells == nil {
		if err := r.tile.open(p); err != nil {
			return err
		}
	}
	tc := &r.tile.components[p.component]
	for i := range p.cells {
		c := &p.cells[i]
		planes := tc.resolutions[p.resolution].bands[i].planes
		width := c.blocks.width()
		if err := r.work.spend(blockWork * len(c.list)); err != nil {
			return err
		}
		for k := range c.list {
			b := &c.list[k]
			if h.short {
				return errShort
			}
			if !c.includes(h, b, k%width, k/width, layer) {
				continue
			}
			if !b.included {
				if err := c.readZeros(h, b, k%width, k/width, planes); err != nil {
					return err
				}
			}
			r.lengths(h, b, tc.coding.style)
		}
	}
	return nil
}

// includes reports whether the packet has data for block b at x, y of its cell (B.10.4).
func (c *cell) includes(h *headerBits, b *block, x, y, layer int) bool {
	if b.included {
		return h.bit() != 0
	}
	return c.trees.below(c.trees.inclusion, x, y, uint16(layer)+1, h)
}

// readZeros reads the number of bit-planes that a block lacks (B.10.5).
func (c *cell) readZeros(h *headerBits, b *block, x, y, planes int) error {
	n := uint16(1)
	for !c.trees.below(c.trees.zeros, x, y, n, h) {
		if n++; int(n) > planes || h.short {
			return fmt.Errorf("code-block without bit-planes: %w", ErrDamaged)
		}
	}
	b.included, b.zeros = true, uint8(n-1)
	return nil
}

// lengths reads the number of passes of a block, and their lengths (B.10.6 and B.10.7).
func (r *packetReader) lengths(h *headerBits, b *block, style blockStyle) {
	passes := h.passes()
	for h.bit() != 0 && !h.short {
		b.lengthBits++
	}
	for passes > 0 {
		if b.segmentLeft == 0 {
			b.segmentLeft = style.segmentPasses(b.passes)
		}
		n := min(passes, b.segmentLeft)
		length := h.bits(b.lengthBits + bits.Len(uint(n)) - 1)
		r.pending = append(r.pending, contribution{b, n, length})
		b.passes += n
		b.segmentLeft -= n
		passes -= n
	}
}

// readContribution reads the data of a contribution from the body of the packet.
func (r *packetReader) readContribution(c *contribution) error {
	if c.length > len(r.body) {
		r.body = nil
		return errShort
	}
	t := r.tile
	n := int32(len(t.chunks))
	t.chunks = append(t.chunks, chunk{r.body[:c.length], c.passes, -1})
	if b := c.block; b.last < 0 {
		b.first, b.last = n, n
	} else {
		t.chunks[b.last].next, b.last = n, n
	}
	r.body = r.body[c.length:]
	return nil
}

// headerBits reads the bits of a packet header (B.10.1). Behind 0xFF it drops a stuffed bit. Behind
// the data it returns zeros and sets short.
type headerBits struct {
	data  []byte
	at    int
	last  byte
	left  int
	short bool
}

func (h *headerBits) bit() int {
	if h.left == 0 {
		h.left = 8
		if h.last == 0xFF {
			h.left = 7
		}
		h.last = 0
		if h.at < len(h.data) {
			h.last = h.data[h.at]
			h.at++
		} else {
			h.short = true
		}
	}
	h.left--
	return int(h.last>>h.left) & 1
}

// bits reads a number of n bits. More than 31 bits are no plausible length.
func (h *headerBits) bits(n int) int {
	if n > 31 {
		h.short = true
		return 0
	}
	v := 0
	for range n {
		v = v<<1 | h.bit()
	}
	return v
}

// align ends a header: it drops the rest of the last byte, and a byte stuffed behind 0xFF.
func (h *headerBits) align() {
	if h.last == 0xFF && h.at < len(h.data) {
		h.at++
	}
	h.left = 0
}

// passes reads the number of passes (table B.4).
func (h *headerBits) passes() int {
	if h.bit() == 0 {
		return 1
	}
	if h.bit() == 0 {
		return 2
	}
	if n := h.bits(2); n < 3 {
		return 3 + n
	}
	if n := h.bits(5); n < 31 {
		return 6 + n
	}
	return 37 + h.bits(7)
}
