package inspect

import (
	"fmt"
	"io"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// PageNode is a node of the tree as one page sees it.
type PageNode struct {
	Depth    int
	Role     semantic.Role
	Level    uint8       `json:",omitempty"`
	Block    int32       // index of the layout block; -1: none
	Box      layout.Rect // zero when it is not known
	Text     string
	Evidence []semantic.Evidence `json:",omitempty"`
}

// Tree is a document with the boxes of its layout blocks.
type Tree struct {
	Document *semantic.Document
	// Blocks are the boxes of the blocks of each page, by page number.
	Blocks map[int][]layout.Rect
}

// maxNodeText is how much text of a node is shown, in bytes.
const maxNodeText = 400

// Pages are the block-level nodes by the page on which they begin, parents before
// children.
func (t *Tree) Pages() map[int][]PageNode {
	pages := map[int][]PageNode{}
	t.collect(pages, t.Document.Root, 0)
	return pages
}

func (t *Tree) collect(pages map[int][]PageNode, n *semantic.Node, depth int) {
	if n.Role.Inline() {
		return
	}
	page := int(n.Page)
	pages[page] = append(pages[page], PageNode{
		Depth: depth, Role: n.Role, Level: n.Level, Block: n.Block, Box: t.box(n),
		Text: nodeText(n, maxNodeText), Evidence: n.Evidence,
	})
	for _, c := range n.Children {
		t.collect(pages, c, depth+1)
	}
}

// box is where n stands on its page: its own box, else that of its block.
func (t *Tree) box(n *semantic.Node) layout.Rect {
	if n.Attr != nil && n.Attr.Box != (layout.Rect{}) {
		return n.Attr.Box
	}
	if blocks := t.Blocks[int(n.Page)]; n.Block >= 0 && int(n.Block) < len(blocks) {
		return blocks[n.Block]
	}
	return layout.Rect{}
}

// nodeText is the text under n, cut to about limit bytes.
func nodeText(n *semantic.Node, limit int) string {
	var b strings.Builder
	for c := range n.All() {
		if c.Role == semantic.LineBreak {
			b.WriteByte('\n')
		}
		b.WriteString(c.Text)
		if b.Len() > limit {
			return strings.ToValidUTF8(b.String()[:limit], "") + "…"
		}
	}
	return b.String()
}

// SemanticSVG draws the nodes of a page of this size, coloured by role and
// numbered in document order.
func SemanticSVG(w io.Writer, width, height float32, nodes []PageNode) error {
	return draw(w, width, height, func(d *drawing) {
		for i, n := range nodes {
			if n.Box == (layout.Rect{}) {
				continue
			}
			color := roleColor(n.Role)
			d.box(n.Box, color, fmt.Sprintf("%s\n%s\n%s", roleName(n.Role, n.Level), n.Text, evidence(n)))
			d.number(n.Box, color, i+1)
			d.text(layout.Point{X: n.Box.X0 + 8, Y: n.Box.Y0 + 3}, 7, color, roleName(n.Role, n.Level))
		}
	})
}

func roleName(r semantic.Role, level uint8) string {
	if r == semantic.H {
		return fmt.Sprintf("H%d", level)
	}
	return r.String()
}

// evidence is what was said of a node, a line each.
func evidence(n PageNode) string {
	said := semantic.Node{Role: n.Role, Level: n.Level, Evidence: n.Evidence}
	lines := make([]string, len(n.Evidence))
	for i := range lines {
		lines[i] = verdict(&said, i)
	}
	return strings.Join(lines, "\n")
}

// roleColor groups the roles by what they do to a reader.
func roleColor(r semantic.Role) string {
	switch r {
	case semantic.H, semantic.Title:
		return "#c62828"
	case semantic.P, semantic.BlockQuote:
		return "#1565c0"
	case semantic.L, semantic.LI, semantic.Lbl, semantic.LBody, semantic.TOC, semantic.TOCI:
		return "#6a1b9a"
	case semantic.Table, semantic.THead, semantic.TBody, semantic.TFoot, semantic.TR, semantic.TH, semantic.TD:
		return "#ad1457"
	case semantic.Figure, semantic.Caption, semantic.Formula:
		return "#2e7d32"
	case semantic.Code:
		return "#4e342e"
	case semantic.FENote, semantic.Aside:
		return "#00838f"
	case semantic.Artifact, semantic.PageBreak:
		return "#757575"
	}
	return "#ef6c00"
}
