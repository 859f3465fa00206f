package infer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/layout"
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
// Words in another look right under a picture are its caption, too, if the picture has no
// caption with a label. Such a pair costs captionSilent more:
//
//	+----------+
//	| picture  |
//	+----------+
//	The bay from the north path    in smaller type or in italics
//
//	The text of the page goes on here ...
//
// caption ties pairs in the order of their cost, the cheapest first. No pair costs more than
// captionNear, or captionFar where nothing stands between. A caption without a table or figure
// stays in the flow. If other pairs leave fewer captions without one, those come first; see preferComplete.
func caption(ctx context.Context, d *draft) error {
	var ties []captionTie
	return d.eachSheet(ctx, func(s *sheet) {
		ties = s.captionTies(d, ties[:0])
		slices.SortFunc(ties, func(a, b captionTie) int {
			return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.caption, b.caption), cmp.Compare(a.target, b.target))
		})
		preferComplete(ties)
		for _, t := range ties {
			d.tie(s, t)
		}
		if d.explain {
			d.denyCaptions(s)
		}
	})
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// captionNear is the largest cost of a pair, its distance included. A line of units may
	// stand between a caption and its table.
	captionNear = 4.0
	// captionFar is the largest cost where nothing stands between: textbooks and reports have rules
	// there, and captions 4.3 to 5.1 away. captionWork bounds the parts of a page that are searched for
	// what stands between.
	captionFar  = 7.0
	captionWork = 1 << 20
	// captionSide is what the unusual side costs: captions stand above tables and
	// below figures, with few exceptions.
	captionSide = 1.0
	// captionOther is what the other kind costs: "Table 2" at a figure, since some tables are
	// images, or "Figure 2" at a table.
	captionOther = 2.0
	// captionBeside is what standing at the left or right of a figure costs.
	captionBeside = 1.5
	// captionOverlap is the least share of the narrower one, caption or target, that must stand
	// above or below the other.
	captionOverlap = 0.5
	// captionGap is the most white space in ems between the lines of one caption.
	captionGap = 0.9
	// captionSetOn is the most white space in ems between a caption of one line and a line below that
	// continues it. creditLines is the most such lines in the size of the text.
	captionSetOn = 0.5
	creditLines  = 2
	// captionSilent is what the lack of a label costs: any caption with a label is cheaper.
	captionSilent = captionNear
	// A caption without a label stands within captionTight below its picture: those in the
	// corpus of regress stand .5 to .9 below. It reaches at most captionOut beyond the sides of the
	// picture and has at most captionLines lines. Its first line has at least captionWords words:
	// fewer words are marks of a drawing, or the name below a logo.
	captionTight = 1.2
	captionOut   = 0.5
	captionLines = 5
	captionWords = 3
	// figurePage is the share of the page from which an image is the background of the page.
	figurePage = 0.9
)

// denyCaptions records why parts that begin like captions are not captions.
func (d *draft) denyCaptions(s *sheet) {
	for i := range s.parts {
		p := &s.parts[i]
		if p.role != semantic.P || p.count == 0 {
			continue
		}
		l := words.CaptionLabelOf(s.text(p.first))
		why := fmt.Sprintf("begins as a caption does, but no table or figure without one is within %.1f ems (captionNear), or %.1f with nothing between (captionFar)", captionNear, captionFar)
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

// captionTie is a caption and a table or figure that it may belong to. Both are indexes of parts.
type captionTie struct {
	caption, target int
	cost            float32
	where           string
	silent          bool // the caption has no label: only its place and its look speak for it
	own             bool // a caption of a table and a table, or a caption of a figure and a figure
}

// preferComplete puts pairs to the front of ties, which are in the order of their cost, if these give more captions a
// table or figure of their kind than the cheapest pairs do:
//
//	+---------+
//	+---------+
//	Table 1       The cheapest pair is this one with the table below it, since captions of tables
//	+---------+   stand above. Then Table 2 has none. Its table is taken, and the first one stays
//	+---------+   without a caption.
//	Table 2
func preferComplete(ties []captionTie) {
	byCaption, byTarget := map[int]int{}, map[int]int{} // the pair of each, as its number in ties
	pairs, captions := map[int][]int{}, []int(nil)      // all pairs of each caption; the captions, the cheapest first
	for i, t := range ties {
		if !t.own {
			continue
		}
		if pairs[t.caption] == nil {
			captions = append(captions, t.caption)
		}
		pairs[t.caption] = append(pairs[t.caption], i)
		if _, tied := byCaption[t.caption]; !tied {
			if _, taken := byTarget[t.target]; !taken {
				byCaption[t.caption], byTarget[t.target] = i, i
			}
		}
	}
	changed := false
	for _, c := range captions {
		if _, tied := byCaption[c]; !tied {
			changed = passOn(ties, pairs, c, byCaption, byTarget) || changed
		}
	}
	if changed {
		first := slices.Clone(ties)
		i := 0
		for _, chosen := range [...]bool{true, false} {
			for n, t := range first {
				if at, tied := byCaption[t.caption]; (tied && at == n) == chosen {
					ties[i] = t
					i++
				}
			}
		}
	}
}

// passOn finds a table or figure for a caption that has none: the caption whose it is takes another one, and so on. It
// reports whether all of them have one then. It looks at each pair once at most.
func passOn(ties []captionTie, pairs map[int][]int, caption int, byCaption, byTarget map[int]int) bool {
	asked := map[int]int{} // by target: the pair whose caption asks for it
	for queue := []int{caption}; len(queue) > 0; queue = queue[1:] {
		for _, i := range pairs[queue[0]] {
			target := ties[i].target
			if _, known := asked[target]; known {
				continue
			}
			asked[target] = i
			if held, taken := byTarget[target]; taken {
				queue = append(queue, ties[held].caption)
				continue
			}
			for at := i; ; {
				from := ties[at].caption
				before, had := byCaption[from]
				byCaption[from], byTarget[ties[at].target] = at, at
				if !had {
					return true
				}
				at = asked[ties[before].target]
			}
		}
	}
	return false
}

// captionTies appends the pairs of captions and the tables or figures near them to ties.
func (s *sheet) captionTies(d *draft, ties []captionTie) []captionTie {
	var targets []int
	far := captionWork
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
			if cost, where := s.captionCost(i, &s.parts[k], l.Kind, &far); where != "" {
				own := (l.Kind == words.FigureCaption) == (s.parts[k].role == semantic.Figure)
				ties = append(ties, captionTie{caption: i, target: k, cost: cost, where: where, own: own})
			}
		}
	}
	for _, k := range targets {
		if i, gap := s.silentCaption(d, &s.parts[k]); i >= 0 {
			ties = append(ties, captionTie{caption: i, target: k, cost: gap + captionSilent, where: "below", silent: true})
		}
	}
	return ties
}

// silentCaption returns the part right below the figure that looks like a caption without a
// label, and the gap between them in ems of that part. at is -1 when there is none.
func (s *sheet) silentCaption(d *draft, figure *part) (at int, gap float32) {
	at = s.nextBelow(figure)
	if figure.role != semantic.Figure || at < 0 {
		return -1, 0
	}
	p := &s.parts[at]
	if p.role != semantic.P || p.count > captionLines || !d.standsBack(p) || len(strings.FieldsFunc(s.text(p.first), notLetter)) < captionWords {
		return -1, 0
	}
	if _, n := s.marker(p.first); n.Depth != 0 { // "(a)" names one picture of several
		return -1, 0
	}
	em := max(p.look.size(), 1)
	if p.box.X0 < figure.box.X0-captionOut*em || p.box.X1 > figure.box.X1+captionOut*em {
		return -1, 0
	}
	gap = max(p.box.Y0-figure.box.Y1, 0) / em
	if gap > captionTight {
		return -1, 0
	}
	if k := s.nextBelow(p); k >= 0 {
		q := &s.parts[k]
		if q.role == semantic.P && q.look == p.look || q.box.Y0-p.box.Y1 < gap*em { // a text in small type that begins under a picture
			return -1, 0
		}
	}
	return at, gap
}

// nextBelow returns the nearest content below p that stands under a piece of it, or -1.
func (s *sheet) nextBelow(p *part) int {
	at := -1
	for i := range s.parts {
		q := &s.parts[i]
		if q == p || q.role == semantic.Artifact || q.box.X0 >= p.box.X1 || q.box.X1 <= p.box.X0 || q.box.Center().Y <= p.box.Y1 {
			continue
		}
		if at < 0 || q.box.Y0 < s.parts[at].box.Y0 {
			at = i
		}
	}
	return at
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// standsBack reports whether p is smaller than the text, or in italics where the text is not.
func (d *draft) standsBack(p *part) bool {
	return p.look.quarters < d.body.quarters || p.look.italic && !d.body.italic
}

// mayHaveCaption reports whether the figure p is neither a decoration nor the
// background of the page.
func (s *sheet) mayHaveCaption(p *part) bool {
	w, h := p.box.Width(), p.box.Height()
	return min(w, h) >= figureSidePoints && w*h <= figurePage*s.Width*s.Height
}

// setApart reports whether p is smaller than the text, in italics or bold.
func (d *draft) setApart(p *part) bool {
	return p.look != d.body && (p.look.quarters < d.body.quarters || p.look.italic || p.look.bold)
}

// captionCost returns the cost of part i as the caption of target: its distance in ems, more
// where captions of its kind seldom stand. where is "" when it cannot be the caption. far counts
// down the parts that may still be searched for what stands between.
func (s *sheet) captionCost(i int, target *part, kind words.CaptionKind, far *int) (cost float32, where string) {
	p := &s.parts[i]
	a, b := s.captionBox(i, target), target.box
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
	if cost <= captionNear {
		return cost, where
	}
	if cost > captionFar || where == "beside" {
		return 0, ""
	}
	if *far -= len(s.parts); *far < 0 || !s.isFree(between(a, b)) {
		return 0, ""
	}
	return cost, where
}

// captionBox returns the box of part i. A bare label gets the words that follow it, too:
//
//	     +-----------+
//	     |           |
//	     +-----------+
//	Figure 7.                the label alone lies beside the picture, not below it
//	Damage of the blades
func (s *sheet) captionBox(i int, target *part) layout.Rect {
	p := &s.parts[i]
	if i+1 < len(s.parts) && s.goesOn(p, &s.parts[i+1], target) {
		return p.box.Union(s.parts[i+1].box)
	}
	return p.box
}

// between returns the space between two boxes of which one stands above the other.
func between(a, b layout.Rect) layout.Rect {
	return layout.Rect{X0: max(a.X0, b.X0), Y0: min(a.Y1, b.Y1), X1: min(a.X1, b.X1), Y1: max(a.Y0, b.Y0)}
}

// isFree reports whether no part of the page stands in box.
func (s *sheet) isFree(box layout.Rect) bool {
	for i := range s.parts {
		if p := &s.parts[i]; p.role != semantic.Artifact && !p.box.Intersect(box).Empty() {
			return false
		}
	}
	return true
}

// tie makes a caption of one part of the pair unless it has another role or the other part has
// its caption already.
func (d *draft) tie(s *sheet, t captionTie) {
	p, target := &s.parts[t.caption], &s.parts[t.target]
	if p.role != semantic.P || d.captions[keyOf(target)] != nil {
		return
	}
	e := because("caption", captionWeight, fmt.Sprintf("begins as a caption does, %s a %s", t.where, target.role))
	if t.silent {
		e = because("caption", silentWeight, fmt.Sprintf("stands right below a %s, in another look than the text", target.role))
	}
	if !d.claim(p, semantic.Caption, e) {
		return
	}
	d.setCaption(target, p)
	if t.silent {
		return
	}
	for i := t.caption + 1; i < len(s.parts) && (s.goesOn(p, &s.parts[i], target) || d.isSetOn(s, p, &s.parts[i])); i++ {
		q := &s.parts[i]
		d.claim(q, semantic.Caption, because("caption", captionWeight, "goes on with the caption above it"))
		p.next, q.continued, p = q, true, q
	}
}

// isSetOn reports whether q stands under the last line of the caption p like a further line of it, in
// type of the same size and from the same left edge: a second sentence, or the credit of the
// picture. Where that size is the size of the text, q must be short.
//
//	Fig. 4.3. The honeymoon.
//	Printed for C. Bowles, London, 1777
func (d *draft) isSetOn(s *sheet, p, q *part) bool {
	if q.role != semantic.P || q.bytes > captionBytes || q.look.quarters != p.look.quarters || !d.standsBack(q) && q.count > creditLines {
		return false
	}
	above, below := s.line(p.last()).Box, s.line(q.first).Box
	size, gap := p.look.size(), captionSetOn*p.look.size()
	if p.count > 1 {
		gap = above.Y0 - s.line(p.last()-1).Box.Y1 + sameBaseline*size
	}
	return below.Y0 > above.Y0 && below.Y0-above.Y1 <= gap && abs(below.X0-s.line(p.first).Box.X0) <= sameIndent*size && words.CaptionLabelOf(s.text(q.first)).Kind == words.NoCaption
}

// setCaption records the caption of a table or figure.
func (d *draft) setCaption(target, caption *part) {
	if d.captions == nil {
		d.captions = map[partKey]*part{}
	}
	d.captions[keyOf(target)] = caption
}

// goesOn reports whether q continues the caption p: as the words under a bare
// "Table 3", or as text of the same block between the caption and its table.
func (s *sheet) goesOn(p, q, target *part) bool {
	if q.role != semantic.P || q.bytes > captionBytes || q.box.Y0-p.box.Y1 > captionGap*p.look.size() || q.box.Y0 < p.box.Y0 {
		return false
	}
	if words.CaptionLabelOf(s.text(p.first)).Lone && p.count == 1 {
		return true
	}
	return q.block == p.block && q.box.Y1 <= target.box.Y0+sameBaseline*q.look.size()
}
