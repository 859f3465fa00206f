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
	sum := fnv.New64a()
	s.nameBelow(s.Root, sum, taken, 0)
}

func (s *Source) nameBelow(n *semantic.Node, sum hash.Hash64, taken map[string]bool, depth int) {
	for _, c := range n.Children {
		if c == nil || c.Role.Inline() || c.Role == semantic.Artifact || depth > maxDepth {
			continue
		}
		if HasID(c.Role) && s.ids[c] == "" {
			s.ids[c] = s.hashed(c, sum, taken)
		}
		s.nameBelow(c, sum, taken, depth+1)
	}
}

// hashed is the name of n, with a number where another node has it: two empty cells, say.
func (s *Source) hashed(n *semantic.Node, sum hash.Hash64, taken map[string]bool) string {
	sum.Reset()
	fmt.Fprintf(sum, "%s %d %d ", n.Role, n.Level, n.Page)
	if pieces := s.pieces(n); len(pieces) > 0 {
		fmt.Fprintf(sum, "%.1f ", pieces[0].Box)
	}
	_, _ = sum.Write([]byte(Text(n))) // a hash takes anything
	name := fmt.Sprintf("n%012x", sum.Sum64()>>16)
	id := name
	for k := 2; taken[id]; k++ {
		id = name + "-" + strconv.Itoa(k)
	}
	taken[id] = true
	return id
}
