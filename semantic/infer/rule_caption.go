package infer

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// caption ties captions to the table or figure they stand at: "Table 3: Exports by county",
// "Fig. 2.1 The lid".
//
//	Table 3: Exports     0.8 ems above the table: costs 0.8
//	+------+------+
//	|      |      |
//	+------+------+
//	Table 4: Imports     0.8 ems below it: 0.8, and captionSide, since captions of tables
//	                     stand above them; "Fig. 2" would cost captionOther, too
//
// Pairs are tied in the order of their cost, the cheapest first, up to captionNear. A
// caption that is tied to nothing stays in the flow.
func caption(ctx context.Context, d *draft) error {
	var ties []captionTie
	return d.eachSheet(ctx, func(s *sheet) {
		ties = s.captionTies(d, ties[:0])
		slices.SortFunc(ties, func(a, b captionTie) int {
			return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.caption, b.caption), cmp.Compare(a.target, b.target))
		})
		for _, t := range ties {
			d.tie(s, t.caption, &s.parts[t.target], t.where)
		}
		if d.explain {
			d.denyCaptions(s)
		}
	})
}

// denyCaptions notes of parts that begin as captions do why they are none.
func (d *draft) denyCaptions(s *sheet) {
	for i := range s.parts {
		p := &s.parts[i]
		if p.role != semantic.P || p.count == 0 {
			continue
		}
		l := words.CaptionLabelOf(s.text(p.first))
		why := fmt.Sprintf("begins as a caption does, but no table or figure without one is within %.1f ems (captionNear)", captionNear)
		switch {
		case l.Kind != words.TableCaption && l.Kind != words.FigureCaption:
			continue
		case p.bytes > captionBytes:
			why = fmt.Sprintf("begins as a caption does, but has more than %d bytes (captionBytes)", captionBytes)
		case l.Runs && !d.setApart(p):
			why = "begins as a caption does, but goes on as a sentence in the look of the text"
		}
		d.deny(p, semantic.Caption, semantic.Barred, because("caption", 0, why))
	}
}

// captionTie is a caption and something that it may belong to, by their parts.
type captionTie struct {
	caption, target int
	cost            float32
	where           string
}

// captionTies are the pairs of captions and tables or figures near them.
func (s *sheet) captionTies(d *draft, ties []captionTie) []captionTie {
	var targets []int
	for i := range s.parts {
		if p := &s.parts[i]; p.role == semantic.Table && !p.continued || p.role == semantic.Figure && s.mayHaveCaption(p) {
			if targets = append(targets, i); len(targets) == captionTargets {
				break
			}
		}
	}
	if len(targets) == 0 {
		return ties
	}
	captions := 0
	for i := range s.parts {
		p := &s.parts[i]
		if p.role != semantic.P || p.bytes > captionBytes {
			continue
		}
		l := words.CaptionLabelOf(s.text(p.first))
		if l.Kind != words.TableCaption && l.Kind != words.FigureCaption || l.Runs && !d.setApart(p) || leaders(s.text(p.last())) {
			continue
		}
		if captions++; captions > captionTargets {
			break
		}
		for _, k := range targets {
			if cost, where := s.captionCost(p, &s.parts[k], l.Kind); where != "" {
				ties = append(ties, captionTie{i, k, cost, where})
			}
		}
	}
	return ties
}

// mayHaveCaption reports whether the figure p is neither a decoration nor the
// background of the page.
func (s *sheet) mayHaveCaption(p *part) bool {
	w, h := p.box.Width(), p.box.Height()
	return min(w, h) >= figureSidePoints && w*h <= figurePage*s.Width*s.Height
}

// setApart reports whether p looks other than the text does.
func (d *draft) setApart(p *part) bool {
	return p.look != d.body && (p.look.quarters < d.body.quarters || p.look.italic || p.look.bold)
}

// captionCost is how far p stands from what it may be the caption of, in ems, with
// something on top of it where captions of its kind seldom stand. where is ""
// when it stands elsewhere.
func (s *sheet) captionCost(p, target *part, kind words.CaptionKind) (cost float32, where string) {
	a, b := p.box, target.box
	if s.line(p.first).Rotation != 0 && target.role == semantic.Table {
		a, b = uprightBox(s, p), uprightBox(s, target)
	}
	beside := max(a.Y0, b.Y0) < min(a.Y1, b.Y1)
	em := max(p.look.size(), 1)
	if common := min(a.X1, b.X1) - max(a.X0, b.X0); common < captionOverlap*min(a.Width(), b.Width()) {
		if target.role == semantic.Table || !beside {
			return 0, ""
		}
		cost, where = captionBeside+max(a.X0-b.X1, b.X0-a.X1)/em, "beside"
	} else {
		below := a.Center().Y > b.Center().Y
		gap := max(b.Y0-a.Y1, 0)
		if where = "above"; below {
			gap, where = max(a.Y0-b.Y1, 0), "below"
		}
		if cost = gap / em; below != (kind == words.FigureCaption) {
			cost += captionSide
		}
	}
	if (kind == words.FigureCaption) != (target.role == semantic.Figure) {
		cost += captionOther
	}
	if cost > captionNear {
		return 0, ""
	}
	return cost, where
}

// tie makes part i of s the caption of target unless one of them is taken.
func (d *draft) tie(s *sheet, i int, target *part, where string) {
	p := &s.parts[i]
	if p.role != semantic.P || d.captions[keyOf(target)] != nil {
		return
	}
	e := because("caption", captionWeight, fmt.Sprintf("begins as a caption does, %s a %s", where, target.role))
	if !d.claim(p, semantic.Caption, e) {
		return
	}
	d.setCaption(target, p)
	for i++; i < len(s.parts) && s.goesOn(p, &s.parts[i], target); i++ {
		q := &s.parts[i]
		d.claim(q, semantic.Caption, because("caption", captionWeight, "goes on with the caption above it"))
		p.next, q.continued, p = q, true, q
	}
}

// setCaption notes the caption of a table or figure.
func (d *draft) setCaption(target, caption *part) {
	if d.captions == nil {
		d.captions = map[partKey]*part{}
	}
	d.captions[keyOf(target)] = caption
}

// goesOn reports whether q goes on with the caption p: the words under a bare
// "Table 3", and what stands between a caption and its table in one block.
func (s *sheet) goesOn(p, q, target *part) bool {
	if q.role != semantic.P || q.bytes > captionBytes || q.box.Y0-p.box.Y1 > captionGap*p.look.size() || q.box.Y0 < p.box.Y0 {
		return false
	}
	if words.CaptionLabelOf(s.text(p.first)).Lone && p.count == 1 {
		return true
	}
	return q.block == p.block && q.box.Y1 <= target.box.Y0+sameBaseline*q.look.size()
}
