package jpx

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/internal/limits"
)

// boxes is the content of the boxes of a file (annex I).
type boxes struct {
	color    Color
	palette  *Palette
	mapping  []mapping // cmap
	meanings []meaning // cdef
}

// Color says which colours the samples are.
type Color struct {
	Space   Space
	Profile []byte // ICC profile; nil: see Space
}

// Space is an enumerated colour space (table I.10, and ITU-T T.801 table M.25).
type Space int

// Spaces that ISO 32000-2 names. A file may have others.
const (
	SpaceUnknown Space = -1
	SpaceCMYK    Space = 12
	SpaceLab     Space = 14
	SpaceRGB     Space = 16 // sRGB
	SpaceGray    Space = 17
	SpaceYCC     Space = 18 // sRGB as luma and chroma
)

// Palette has the colours for which the samples of one component stand.
type Palette struct {
	Columns int // number of components of a colour
	depths  []int
	entries [][]uint16 // by column
}

// mapping makes a channel from a component or from a column of the palette.
type mapping struct {
	component, column int
	palette           bool
}

// meaning is the purpose of a channel.
type meaning struct {
	channel, kind, association int
}

// channel is a channel of the image during decoding.
type channel struct {
	component int
	column    []uint16 // of the palette; nil: samples are used as they are
	depth     int
	kind      ChannelKind
	place     int // position among the colours
}

// read finds the codestream in data and reads the boxes before it.
func (b *boxes) read(data []byte) (stream []byte, err error) {
	start := []byte{markSOC >> 8, markSOC & 0xFF, markSIZ >> 8, markSIZ & 0xFF}
	b.color.Space = SpaceUnknown
	if bytes.HasPrefix(data, start) {
		return data, nil
	}
	rest := data
	for len(rest) > 0 && stream == nil {
		var kind string
		var body []byte
		kind, body, rest = box(rest)
		switch kind {
		case "jp2h":
			if err := b.header(body); err != nil {
				return nil, err
			}
		case "jp2c":
			stream = body
		}
	}
	if stream == nil { // the boxes may be damaged
		if at := bytes.Index(data, start); at >= 0 {
			stream = data[at:]
		}
	}
	if stream == nil {
		return nil, fmt.Errorf("no codestream: %w", ErrDamaged)
	}
	return stream, nil
}

// box returns the first box in data (I.4). If data begins with no box, kind is "" and the data ends.
func box(data []byte) (kind string, body, rest []byte) {
	r := reader{data: data}
	size, head := r.u32(), 8
	kind = string(r.take(4))
	if size == 1 { // eight further bytes have the size; its upper half must be 0
		if r.u32() != 0 {
			return "", nil, nil
		}
		size, head = r.u32(), 16
	}
	if size == 0 || size > len(data) {
		size = len(data)
	}
	if r.short || size < head {
		return "", nil, nil
	}
	return kind, data[head:size], data[size:]
}

// header reads the boxes in JP2 Header (I.5.3). It skips damaged boxes, except for a palette,
// without which samples mean nothing.
func (b *boxes) header(data []byte) error {
	for len(data) > 0 {
		var kind string
		var body []byte
		kind, body, data = box(data)
		r := reader{data: body}
		switch kind {
		case "colr":
			b.colr(&r)
		case "pclr":
			if err := b.pclr(&r); err != nil {
				return err
			}
		case "cmap":
			for len(r.data) >= 4 {
				b.mapping = append(b.mapping, mapping{component: r.u16(), palette: r.u8() == 1, column: r.u8()})
			}
		case "cdef":
			for range min(r.u16(), len(r.data)/6) {
				b.meanings = append(b.meanings, meaning{r.u16(), r.u16(), r.u16()})
			}
		}
	}
	return nil
}

// colr reads a colour specification (I.5.3.3). The first one that can be used counts.
func (b *boxes) colr(r *reader) {
	const enumerated, restricted, full = 1, 2, 3
	if b.color.Space != SpaceUnknown || b.color.Profile != nil {
		return
	}
	method := r.u8()
	r.u16() // precedence and approximation
	switch {
	case method == enumerated && len(r.data) >= 4:
		b.color.Space = Space(r.u32())
	case (method == restricted || method == full) && len(r.data) > 0:
		b.color.Profile = r.data
	}
}

// pclr reads a palette (I.5.3.4).
func (b *boxes) pclr(r *reader) error {
	const most = 1024 // entries
	n, columns := r.u16(), r.u8()
	p := &Palette{Columns: columns}
	bytes := 0
	for range min(columns, limits.JPXComponents) {
		depth := r.u8()&0x7F + 1
		if depth > maxDepth {
			return fmt.Errorf("palette of %d bits: %w", depth, ErrUnsupported)
		}
		p.depths = append(p.depths, depth)
		bytes += (depth + 7) / 8
	}
	if n == 0 || n > most || columns == 0 || columns > limits.JPXComponents || len(r.data) < n*bytes {
		return fmt.Errorf("palette of %d colours: %w", n, ErrDamaged)
	}
	p.entries = make([][]uint16, columns)
	for range n {
		for i, depth := range p.depths {
			v := r.u8()
			if depth > 8 {
				v = v<<8 | r.u8()
			}
			p.entries[i] = append(p.entries[i], uint16(v))
		}
	}
	b.palette = p
	return nil
}

// plainChannels returns the components as they are.
func (s *size) plainChannels() []channel {
	list := make([]channel, len(s.components))
	for i, c := range s.components {
		list[i] = channel{component: i, depth: c.depth}
	}
	return list
}

// channelsOf returns the channels of the image in the order of its colours, then the others.
func (b *boxes) channelsOf(s *size) []channel {
	list := b.mapped(s)
	for i := range list {
		list[i].place = i + 1
	}
	for _, m := range b.meanings {
		if m.channel >= len(list) {
			continue
		}
		c := &list[m.channel]
		switch {
		case m.kind == 0 && m.association > 0 && m.association <= len(list):
			c.place = m.association
		case m.kind == 1:
			c.kind = Opacity
		case m.kind == 2:
			c.kind = Premultiplied
		case m.kind != 0:
			c.kind = Unspecified
		}
	}
	slices.SortStableFunc(list, func(a, b channel) int {
		if (a.kind == Colour) != (b.kind == Colour) {
			return int(min(a.kind, 1)) - int(min(b.kind, 1))
		}
		return a.place - b.place
	})
	return list
}

// mapped returns the channels by the palette, if there is one (I.5.3.5).
func (b *boxes) mapped(s *size) []channel {
	plain := s.plainChannels()
	if b.palette == nil {
		return plain
	}
	var list []channel
	for _, m := range b.mapping {
		if m.component >= len(plain) || (m.palette && m.column >= b.palette.Columns) || len(list) == limits.JPXComponents {
			continue
		}
		c := plain[m.component]
		if m.palette {
			c.column, c.depth = b.palette.entries[m.column], b.palette.depths[m.column]
		}
		list = append(list, c)
	}
	if len(list) > 0 {
		return list
	}
	for i, column := range b.palette.entries { // a mapping should exist
		list = append(list, channel{column: column, depth: b.palette.depths[i]})
	}
	return list
}
