package infer

import (
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// cellContent makes the content of a cell: inline nodes if its text is one
// paragraph, else paragraphs and lists.
func (b *builder) cellContent(p *part) []*semantic.Node {
	pieces := b.cellPieces(p)
	if len(pieces) < 2 {
		return b.children(b.chain(p, 0))
	}
	blocks := make([]*semantic.Node, 0, len(pieces))
	for len(pieces) > 0 {
		n := 0
		for n < len(pieces) && pieces[n].marker > 0 {
			n++
		}
		if n > 1 {
			blocks = append(blocks, b.cellList(pieces[:n]))
		} else {
			n = 1
			node := b.node(semantic.P, nil)
			node.Children = b.children(b.chain(&pieces[0].part, 0))
			blocks = append(blocks, node)
		}
		pieces = pieces[n:]
	}
	return b.children(blocks)
}

// cellPiece is a paragraph of a cell.
type cellPiece struct {
	part
	marker int32 // length in bytes of its bullet; a painted bullet counts as one byte
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// cellParagraphGap is the least white space in ems between two paragraphs of a cell; lines that are
	// set loosely leave half an em.
	cellParagraphGap = 0.7
)

// cellPieces cuts the text of a cell where a bullet or white space begins
// another paragraph. It returns nil for most cells: they have one paragraph.
func (b *builder) cellPieces(p *part) []cellPiece {
	s := b.d.sheetOf(p)
	if p.role == semantic.TH || p.count < 2 {
		return nil
	}
	var pieces []cellPiece
	first := p.first
	for i := p.first + 1; i <= p.last(); i++ {
		above, below := s.line(i-1), s.line(i)
		if s.cellBullet(i) == 0 && below.Box.Y0-above.Box.Y1 <= cellParagraphGap*below.Size {
			continue
		}
		pieces = append(pieces, s.cellPiece(p, first, i))
		first = i
	}
	if first == p.first {
		return nil
	}
	last := s.cellPiece(p, first, p.last()+1)
	last.next = p.next
	return append(pieces, last)
}

// cellPiece returns the piece of p from line first up to line end.
func (s *sheet) cellPiece(p *part, first, end int32) cellPiece {
	piece := cellPiece{part: *p, marker: s.cellBullet(first)}
	piece.first, piece.count, piece.next = first, end-first, nil
	return piece
}

// cellBullet returns the length of the bullet that a line begins with, or 0. A dash alone on its line
// may be a missing value, and is no bullet.
func (s *sheet) cellBullet(line int32) int32 {
	if s.line(line).Bullet != 0 {
		return 1
	}
	if n := words.Bullet(s.text(line)); n > 0 && int(n) < len(s.text(line)) {
		return int32(n)
	}
	return 0
}

// cellList makes a list of pieces that begin with bullets.
func (b *builder) cellList(pieces []cellPiece) *semantic.Node {
	s := b.d.sheetOf(&pieces[0].part)
	items := make([]*semantic.Node, len(pieces))
	for i := range pieces {
		skip := s.markerLength(pieces[i].first, pieces[i].marker)
		if s.line(pieces[i].first).Bullet != 0 {
			skip = 0
		}
		body := b.node(semantic.LBody, nil)
		body.Children = b.children(b.chain(&pieces[i].part, skip))
		items[i] = b.node(semantic.LI, nil)
		items[i].Children = b.children([]*semantic.Node{body})
	}
	list := b.node(semantic.L, nil)
	list.Children = b.children(items)
	return list
}
