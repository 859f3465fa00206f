package jbig2

import (
	"context"
	"maps"
)

// Globals are the segments that the images of a document share. They are decoded once and never
// change, and several goroutines may use them. A nil *Globals has none.
type Globals struct {
	results map[uint32]result
	symbols int
	bytes   int    // of the stream
	data    []byte // the stream, if it has more than what can be shared
	err     error  // what was wrong in the stream
}

// ReadGlobals decodes a stream JBIG2Globals. Damage in it is reported for each image that uses it.
// Segments that paint are left to each image.
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

// drawn reports whether the segment belongs to a page.
func (s *segment) drawn() bool {
	return s.kind == kindPage || (s.kind != kindSymbols && s.kind != kindPatterns && s.kind < kindPage)
}

// Size returns the approximate memory of g in bytes.
func (g *Globals) Size() int {
	n := len(g.data)
	for _, r := range g.results {
		n += r.size()
	}
	return n
}

// size returns the approximate memory of a result in bytes.
func (r *result) size() int {
	const header = 128 // a bitmap and the references to it
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

// begin returns the state with which an image that has these segments begins.
func (g *Globals) begin() (results map[uint32]result, symbols int) {
	if g == nil || g.results == nil {
		return map[uint32]result{}, 0
	}
	return maps.Clone(g.results), g.symbols
}
