package infer

import (
	"context"
	"fmt"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// stack takes back headings that follow each other without text between them.
//
//	1 Open the lid        large or bold, and so taken for headings
//	2 Take out the fox    numbered in sequence, and nothing between: a list
//	3 Close the lid
//
// Headings without numbers must be stackedHeads of one look in a row: the lines of an address,
// or labels in a drawing. Headings in the outline stay.
func stack(ctx context.Context, d *draft) error {
	title := d.titleHead()
	taken := false
	err := d.eachSheet(ctx, func(s *sheet) {
		var run []*part
		for i := range s.parts {
			p := &s.parts[i]
			if p.role == semantic.Artifact || p.continued {
				continue
			}
			if len(run) > 0 && !stacks(run[len(run)-1], p) {
				taken = d.unstack(run, title) || taken
				run = run[:0]
			}
			if p.role == semantic.H {
				run = append(run, p)
			}
		}
		taken = d.unstack(run, title) || taken
	})
	if err != nil {
		return err
	}
	if taken {
		d.collectHeads()
	}
	return nil
}

// stacks reports whether b, right behind heading a, is a heading of the same look and depth and
// the outline has neither.
func stacks(a, b *part) bool {
	return b.role == semantic.H && a.look == b.look && a.depth == b.depth && a.outlined == 0 && b.outlined == 0
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// stackedHeads is the fewest headings of one look, without text between, that are
	// the lines of a list, an address, or labels.
	stackedHeads = 3
)

// unstack takes back a run of stacked headings if it is a list: numbered in sequence, or
// stackedHeads long and not begun by the title. It reports whether it did.
func (d *draft) unstack(run []*part, title *part) bool {
	if len(run) < 2 {
		return false
	}
	reason := "numbered in sequence, without text between"
	if !d.inSequence(run) {
		if len(run) < stackedHeads || run[0] == title {
			return false
		}
		reason = fmt.Sprintf("one of %d headings under each other without text", len(run))
	}
	for _, h := range run {
		d.unhead(h, "stack", reason)
	}
	return true
}

// inSequence reports whether the headings of run bear the numbers of a list.
func (d *draft) inSequence(run []*part) bool {
	last := words.NumberOf(d.text(run[0]))
	for _, h := range run[1:] {
		n := words.NumberOf(d.text(h))
		if n.Word || n.Depth != 1 || !n.Follows(last) {
			return false
		}
		last = n
	}
	return true
}
