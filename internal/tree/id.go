package tree

import (
	"fmt"
	"hash"
	"hash/fnv"
	"strconv"

	"github.com/pagelift/pagelift/semantic"
)

// ID names a block, cell or figure: the anchor that it has in HTML, else a hash of its role,
// text and place. The same document gives the same ids, and no two nodes have one. "" for
// nodes that have none: text inside lines, rows, furniture.
func (s *Source) ID(n *semantic.Node) string {
	s.naming.Do(s.nameAll)
	return s.ids[n]
}

// HasID reports whether nodes of a role are named.
func HasID(r semantic.Role) bool {
	switch r {
	case semantic.DocumentRole, semantic.PageBreak, semantic.Artifact, semantic.THead, semantic.TBody, semantic.TFoot, semantic.TR, semantic.LBody, semantic.Lbl:
		return false
	}
	return !r.Inline()
}

func (s *Source) nameAll() {
	s.ids = map[*semantic.Node]string{}
	taken := map[string]bool{}
	for n := range s.Root.All() {
		if n.Attr != nil && n.Attr.ID != "" {
			taken[n.Attr.ID] = true
			if HasID(n.Role) {
				s.ids[n] = n.Attr.ID
			}
		}
	}
	namer := namer{Source: s, sum: fnv.New64a(), taken: taken, last: map[string]int{}}
	namer.nameBelow(s.Root, 0)
}

// namer gives nodes their names.
type namer struct {
	*Source
	sum   hash.Hash64
	taken map[string]bool
	last  map[string]int // the last number behind a name: all of a large table may be empty cells
}

func (s *namer) nameBelow(n *semantic.Node, depth int) {
	for _, c := range n.Children {
		if c == nil || c.Role.Inline() || c.Role == semantic.Artifact || depth > maxDepth {
			continue
		}
		if HasID(c.Role) && s.ids[c] == "" {
			s.ids[c] = s.hashed(c)
		}
		s.nameBelow(c, depth+1)
	}
}

// hashed is the name of n, with a number where another node has it: two empty cells, say.
func (s *namer) hashed(n *semantic.Node) string {
	s.sum.Reset()
	fmt.Fprintf(s.sum, "%s %d %d ", n.Role, n.Level, n.Page)
	if pieces := s.pieces(n); len(pieces) > 0 {
		fmt.Fprintf(s.sum, "%.1f ", pieces[0].Box)
	}
	_, _ = s.sum.Write([]byte(Text(n))) // a hash takes anything
	name := fmt.Sprintf("n%012x", s.sum.Sum64()>>16)
	id := name
	for k := max(s.last[name], 1) + 1; s.taken[id]; k++ {
		id, s.last[name] = name+"-"+strconv.Itoa(k), k
	}
	s.taken[id] = true
	return id
}
