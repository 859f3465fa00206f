package tree

import "github.com/pagelift/pagelift/semantic"

// Section is the part of a document that a heading begins: the heading with this ID, and all
// blocks up to the next heading of its level or of a higher one. ok is false when there is none.
//
//	H2 "Methods"    <- Section of its ID
//	P               <-
//	H3 "Animals"    <-
//	P               <-
//	H2 "Results"
func (s *Source) Section(id string) (part *Source, ok bool) {
	level, ended := 0, false
	part = s.part(func(n *semantic.Node) bool {
		if !IsHeading(n) {
			return ok && !ended
		}
		switch {
		case !ok && Clean(s.ID(n)) == id:
			level, ok = HeadingLevel(n), true
		case ok && HeadingLevel(n) <= level:
			ended = true
		}
		return ok && !ended
	})
	return part, ok
}

// OnPages is the part of a document whose blocks stand, at least in part, on pages that want
// wants. Blocks stay whole.
func (s *Source) OnPages(want func(page int) bool) *Source {
	return s.part(func(n *semantic.Node) bool {
		places := s.Lines(n)
		if len(places) == 0 {
			return want(int(n.Page))
		}
		for _, p := range places {
			if want(p.Page) {
				return true
			}
		}
		return false
	})
}

// IsHeading reports whether n is a heading or the title.
func IsHeading(n *semantic.Node) bool { return n.Role == semantic.H || n.Role == semantic.Title }

// HeadingLevel is the level of a heading, from 1; that of the title is 0.
func HeadingLevel(n *semantic.Node) int {
	if n.Role == semantic.Title {
		return 0
	}
	return max(int(n.Level), 1)
}

// Headings are the headings of a document that begin sections, in its order: those in lists, tables
// and notes do not.
func (s *Source) Headings() (list []*semantic.Node) {
	s.part(func(n *semantic.Node) bool {
		if IsHeading(n) {
			list = append(list, n)
		}
		return false
	})
	return list
}

// part is the document with only the blocks that keep wants, which it is asked of in their order.
// Containers are copied, blocks are not.
func (s *Source) part(keep func(*semantic.Node) bool) *Source {
	doc := *s.Document
	if doc.Root != nil {
		doc.Root = kept(doc.Root, keep, 0)
	}
	return &Source{Document: &doc, Picture: s.Picture, Title: s.Title}
}

func kept(n *semantic.Node, keep func(*semantic.Node) bool, depth int) *semantic.Node {
	out := *n
	out.Children = nil
	for _, c := range n.Children {
		switch {
		case c == nil:
		case isGroup(c) && depth < MaxDepth:
			if k := kept(c, keep, depth+1); len(k.Children) > 0 {
				out.Children = append(out.Children, k)
			}
		case keep(c):
			out.Children = append(out.Children, c)
		}
	}
	return &out
}

// isGroup reports whether n only groups blocks.
func isGroup(n *semantic.Node) bool {
	switch n.Role {
	case semantic.DocumentRole, semantic.Part, semantic.Art, semantic.Sect, semantic.Div:
		return n.Text == ""
	}
	return false
}
