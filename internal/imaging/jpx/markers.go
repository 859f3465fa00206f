package jpx

import (
	"bytes"
	"fmt"

	"github.com/pagelift/pagelift/internal/limits"
)

// Markers (table A.2).
const (
	markSOC = 0xFF4F
	markSIZ = 0xFF51
	markCOD = 0xFF52
	markCOC = 0xFF53
	markQCD = 0xFF5C
	markQCC = 0xFF5D
	markRGN = 0xFF5E
	markPOC = 0xFF5F
	markPPM = 0xFF60
	markPPT = 0xFF61
	markSOT = 0xFF90
	markSOP = 0xFF91
	markEPH = 0xFF92
	markSOD = 0xFF93
	markEOC = 0xFFD9
)

// codestream is the content of the main header, and the places of the tiles.
type codestream struct {
	size   size
	coding coding
	parts  [][]part // by tile
	bytes  int      // bytes of the whole codestream

	packed packedHeaders // PPM
	err    error         // what was wrong behind the main header
}

// part is a tile-part: the marker segments of its header, and its packets.
type part struct {
	header  []byte
	packets []byte
	packed  []byte // its packet headers, from PPM
}

// read reads the main header (A.3) and finds the tile-parts.
func (c *codestream) read(data []byte) error {
	c.bytes = len(data)
	r := reader{data: data}
	if r.u16() != markSOC || r.u16() != markSIZ {
		return fmt.Errorf("no codestream: %w", ErrDamaged)
	}
	if err := c.size.read(r.take(max(r.u16()-2, 0))); err != nil {
		return err
	}
	c.coding = newCoding(len(c.size.components))
	for {
		marker := r.u16()
		switch {
		case r.short:
			return errShort
		case marker == markSOT:
			if err := c.coding.check(); err != nil {
				return err
			}
			c.parts = make([][]part, c.size.across*c.size.down)
			c.err = c.tileParts(&r)
			return nil
		case marker == markEOC || marker < 0xFF00:
			return fmt.Errorf("marker %#x in the main header: %w", marker, ErrDamaged)
		}
		body := r.take(max(r.u16()-2, 0))
		if r.short {
			return errShort
		}
		if marker == markPPM {
			c.packed.add(body)
			continue
		}
		if err := c.coding.segment(marker, body); err != nil {
			return err
		}
	}
}

// tileParts finds the tile-parts (A.4.2). r is behind the first SOT. On damage it keeps the tile-parts before.
func (c *codestream) tileParts(r *reader) error {
	headers := c.packed.split()
	for {
		const sotLength = 12 // of the marker, Lsot, Isot, Psot, TPsot and TNsot
		r.u16()
		tile, length := r.u16(), r.u32()-sotLength
		r.u16()
		cut := length > len(r.data)
		if length == -sotLength || cut {
			length = len(r.data) // it reaches to the end
		}
		if r.short || tile >= len(c.parts) || length < 0 {
			return fmt.Errorf("tile-part of tile %d: %w", tile, ErrDamaged)
		}
		p, err := splitPart(r.take(length))
		if err != nil {
			return fmt.Errorf("tile-part of tile %d: %w", tile, err)
		}
		if len(headers) > 0 {
			p.packed, headers = headers[0], headers[1:]
		}
		c.parts[tile] = append(c.parts[tile], p)
		switch marker := r.u16(); {
		case cut:
			return errShort
		case r.short, marker == markEOC: // some writers omit EOC
			return nil
		case marker != markSOT:
			return fmt.Errorf("marker %#x behind a tile-part: %w", marker, ErrDamaged)
		}
	}
}

// splitPart splits a tile-part at SOD.
func splitPart(data []byte) (part, error) {
	r := reader{data: data}
	for {
		at := len(data) - len(r.data)
		switch marker := r.u16(); {
		case r.short || marker < 0xFF00:
			return part{}, fmt.Errorf("header without end: %w", ErrDamaged)
		case marker == markSOD:
			return part{header: data[:at], packets: bytes.TrimSuffix(r.data, []byte{0xFF, 0xD9})}, nil
		}
		r.take(max(r.u16()-2, 0))
	}
}

// packedHeaders are the packet headers of all tile-parts in marker segments of the main header (A.7.4).
type packedHeaders struct{ segments map[int][]byte }

func (p *packedHeaders) add(body []byte) {
	if len(body) == 0 {
		return
	}
	if p.segments == nil {
		p.segments = map[int][]byte{}
	}
	p.segments[int(body[0])] = body[1:]
}

// joined returns the segments in the order of their numbers.
func (p *packedHeaders) joined() []byte {
	var out []byte
	for i := range 256 {
		out = append(out, p.segments[i]...)
	}
	return out
}

// split returns the headers of each tile-part. Those of one tile-part may continue in the next segment.
func (p *packedHeaders) split() [][]byte {
	var out [][]byte
	r := reader{data: p.joined()}
	for len(r.data) > 0 {
		out = append(out, r.take(min(r.u32(), len(r.data))))
	}
	return out
}

// size is the content of the marker segment SIZ (A.5.1): the image and its tiles on the reference grid.
type size struct {
	image        rect
	tile         rect // the first tile, before it is cut to the image
	across, down int  // number of tiles in each direction
	components   []component
	fine         point // the smallest subsampling of all components
}

// component is the part of SIZ about a component.
type component struct {
	depth  int
	signed bool
	step   point // XRsiz, YRsiz
}

// maxTiles is the number of tiles that Isot can number.
const maxTiles = 1 << 16

func (s *size) read(body []byte) error {
	r := reader{data: body}
	r.u16() // Rsiz: the parts of the standard that the file uses
	s.image.x1, s.image.y1 = r.u32(), r.u32()
	s.image.x0, s.image.y0 = r.u32(), r.u32()
	w, h := r.u32(), r.u32()
	s.tile.x0, s.tile.y0 = r.u32(), r.u32()
	s.tile.x1, s.tile.y1 = s.tile.x0+w, s.tile.y0+h
	n := r.u16()
	switch {
	case r.short || s.image.empty() || s.tile.empty() || s.tile.x0 > s.image.x0 || s.tile.y0 > s.image.y0,
		s.tile.x1 <= s.image.x0, s.tile.y1 <= s.image.y0:
		return fmt.Errorf("image %v, tile %v: %w", s.image, s.tile, ErrDamaged)
	case n == 0 || len(r.data) < 3*n:
		return fmt.Errorf("%d components: %w", n, ErrDamaged)
	case n > limits.JPXComponents:
		return fmt.Errorf("%d components: %w", n, ErrUnsupported)
	}
	s.across, s.down = ceilDiv(s.image.x1-s.tile.x0, w), ceilDiv(s.image.y1-s.tile.y0, h)
	if s.across > maxTiles || s.down > maxTiles/s.across {
		return fmt.Errorf("%d by %d tiles: %w", s.across, s.down, ErrDamaged)
	}
	s.components = make([]component, n)
	s.fine = point{255, 255}
	for i := range s.components {
		depth := r.u8()
		c := component{depth&0x7F + 1, depth&0x80 != 0, point{r.u8(), r.u8()}}
		if c.step.x == 0 || c.step.y == 0 {
			return fmt.Errorf("subsampling by %v: %w", c.step, ErrDamaged)
		}
		if c.depth > maxDepth {
			return fmt.Errorf("samples of %d bits: %w", c.depth, ErrUnsupported)
		}
		s.components[i] = c
		s.fine = point{min(s.fine.x, c.step.x), min(s.fine.y, c.step.y)}
	}
	if s.grid(0).empty() {
		return fmt.Errorf("image %v without samples: %w", s.image, ErrDamaged)
	}
	return nil
}

// maxDepth is the most bits of a sample that are decoded. The standard allows 38.
const maxDepth = 16

// grid returns the image in samples of the finest component, halved reduce times.
func (s *size) grid(reduce int) rect { return s.image.subsampled(s.fine).halved(reduce) }

// tileAt returns tile n on the reference grid (B.3).
func (s *size) tileAt(n int) rect {
	dx := n % s.across * s.tile.width()
	dy := n / s.across * s.tile.height()
	return rect{s.tile.x0 + dx, s.tile.y0 + dy, s.tile.x1 + dx, s.tile.y1 + dy}.cut(s.image)
}
