package infer

import (
	"context"
	"strings"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// tabletitle makes a caption of a short line that stands centred right above a table. Such a
// line is the title of the table in documents that do not number their tables.
//
//	     Foxes by county          inside the table's width, its middle within titleOff of
//	+-----------+-----------+     the table's, at most titleGap above it
//	|           |           |
//	+-----------+-----------+
//
// The line has no number and no bullet, and does not end in a punctuation mark.
func tabletitle(ctx context.Context, d *draft) error {
	return d.eachSheet(ctx, func(s *sheet) {
		for i := 1; i < len(s.parts); i++ {
			title, p := &s.parts[i-1], &s.parts[i]
			if p.role != semantic.Table || p.continued || d.tableOf(p).top > 0 || d.captions[keyOf(p)] != nil || !d.titles(s, title, p) {
				continue
			}
			if d.claim(title, semantic.Caption, because("tabletitle", captionWeight, "short and centred right above a table")) {
				d.setCaption(p, title)
			}
		}
	})
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// titleLines is the most lines of such a title, titleGap the most white space in ems
	// between it and its table, and titleOff the most, in ems, that it is off the middle of the table.
	titleLines = 2
	titleGap   = 1.5
	titleOff   = 1.0
)

// titles reports whether title stands and looks as the title of table.
func (d *draft) titles(s *sheet, title, table *part) bool {
	if title.role != semantic.P || title.continued || title.outlined > 0 || title.count > titleLines || title.bytes > boldBytes || title.look.size() > largeRatio*d.body.size() {
		return false
	}
	a, b := uprightBox(s, title), uprightBox(s, table)
	em := title.look.size()
	inset := min(a.X0-b.X0, b.X1-a.X1)
	gap := b.Y0 - a.Y1
	if inset < em || abs(a.Center().X-b.Center().X) > titleOff*em || gap < -titleOff*em || gap > titleGap*em {
		return false
	}
	text := s.joined(title)
	return words.HasLetter(text) && !strings.ContainsRune(".,;:", lastRune(text)) && words.NumberOf(text).Depth == 0 && words.Bullet(text) == 0
}

// uprightBox returns the box of p on the page turned so that the text of p is upright. The box
// of a table is that of its cells.
func uprightBox(s *sheet, p *part) layout.Rect {
	b := p.box
	if p.role == semantic.Table {
		b = s.Blocks[p.block].Box
	}
	switch s.line(p.first).Rotation {
	case 90:
		return layout.Rect{X0: b.Y0, Y0: -b.X1, X1: b.Y1, Y1: -b.X0}
	case 180:
		return layout.Rect{X0: -b.X1, Y0: -b.Y1, X1: -b.X0, Y1: -b.Y0}
	case 270:
		return layout.Rect{X0: -b.Y1, Y0: b.X0, X1: -b.Y0, Y1: b.X1}
	}
	return b
}
