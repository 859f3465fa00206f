package jbig2

import (
	"context"
	"maps"
)

// Globals are the segments that the images of a document share. They are decoded once,
// may be used by several goroutines, and are not changed. A nil *Globals has none.
type Globals struct {
	results map[uint32]result
	symbols int
	bytes   int    // of the stream
	data    []byte // the stream, where it holds more than what can be shared
	err     error  // what was wrong in it
}

// ReadGlobals decodes a stream JBIG2Globals. Damage in it is reported with each image
// that is decoded with it; segments that an image draws are left to each image.
func ReadGlobals(ctx context.Context, data []byte) *Globals {
	g := &Globals{bytes: len(data)}
	segments, _ := split(data)
	for _, s := range segments {
		if s.drawn() {
			g.data = data
			return g
		}
	}
	d := newDecoder(ctx, nil, 0, 0, len(data))
	g.err = d.run(data)
	g.results, g.symbols = d.results, d.symbols
	return g
}

// drawn reports that the segment is one of a page.
func (s *segment) drawn() bool {
	return s.kind == kindPage || (s.kind != kindSymbols && s.kind != kindPatterns && s.kind < kindPage)
}

// Size is about how many bytes g takes in memory.
func (g *Globals) Size() int {
	n := len(g.data)
	for _, r := range g.results {
		n += r.size()
	}
	return n
}

// size is about how many bytes a result takes.
func (r *result) size() int {
	const header = 128 // of a bitmap, and for what refers to it
	n := header
	list := r.patterns
	if r.symbols != nil {
		list = r.symbols.symbols
		n += len(r.symbols.generic) + len(r.symbols.refinement)
	}
	for _, b := range list {
		n += header + len(b.data)
	}
	return n
}

// begin returns where an image begins that has these segments.
func (g *Globals) begin() (results map[uint32]result, symbols int) {
	if g == nil || g.results == nil {
		return map[uint32]result{}, 0
	}
	return maps.Clone(g.results), g.symbols
}
