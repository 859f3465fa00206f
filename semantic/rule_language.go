package semantic

import (
	"context"

	"github.com/pagelift/pagelift/layout"
)

// language finds the direction of the document: the one most of its text has.
func language(ctx context.Context, d *draft) error {
	var rtl, all int64
	err := d.eachSheet(ctx, func(s *sheet) {
		for i := range s.Lines {
			l := &s.Lines[i]
			all += int64(l.End - l.Start)
			if l.Direction == layout.RightToLeft {
				rtl += int64(l.End - l.Start)
			}
		}
	})
	d.rtl = 2*rtl > all
	return err
}

// rightToLeft reports whether most of p is written from right to left.
func (d *draft) rightToLeft(p *part) bool {
	s := d.of(p)
	var rtl int32
	for i := p.first; i <= p.last(); i++ {
		if l := s.line(i); l.Direction == layout.RightToLeft {
			rtl += l.End - l.Start
		}
	}
	return 2*rtl > p.bytes
}

// direction is the value of dir where p differs from the document, else "".
func (d *draft) direction(p *part) string {
	switch rtl := d.rightToLeft(p); {
	case rtl && !d.rtl:
		return "rtl"
	case !rtl && d.rtl && p.bytes > 0:
		return "ltr"
	}
	return ""
}
