package infer

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// maxLevel is the deepest heading of HTML.
	maxLevel = 6
	// fewNumbered bounds what numbers say: if fewer than one in so many headings of a look have
	// a number, the numbers do not tell its level.
	fewNumbered = 8
)

// level gives headings their levels: the same level to the same look, over the whole
// document.
//
//	The Fox Book         18 points bold            1
//	2 Where they live    14 points bold            2    by size
//	2.1 In the wood      12 points bold, 2.1       3    numbers tell headings of one
//	2.1.1 In winter      12 points bold, 2.1.1     4    look apart, and so do kinds of
//	                                                    numbers: I., A., 1. (nestNumbers)
//
// Where the outline names a heading of a look, its depth decides. No heading skips a level
// downwards.
func level(ctx context.Context, d *draft) error {
	if len(d.heads) == 0 {
		return ctx.Err()
	}
	d.slideTitles()
	d.nestNumbers()
	ranks := d.splitByFont(d.ranks())
	offset := d.outlineOffset()
	byNumber := map[int8]int{} // level of numbered headings by depth
	deepest := 0
	for i := range ranks {
		above := deepest
		ranks[i].chooseLevels(&deepest, offset, byNumber)
		if d.isFront(&ranks[i]) && i+1 < len(ranks) && slices.Contains(ranks[i+1].depths(), 1) {
			deepest = above
		}
	}
	for i := range ranks {
		for _, h := range ranks[i].heads {
			h.level = uint8(min(max(ranks[i].levelOf(h, offset, byNumber), 1), maxLevel))
		}
	}
	d.closeGaps()
	for _, h := range d.heads {
		d.support(h, because("level", h.weight, fmt.Sprintf("level %d by rank, outline and number", h.level)))
	}
	return ctx.Err()
}

// isFront reports whether a rank has nothing but the names of parts before the first section of a paper. These may be
// larger than the headings of sections, and hold none:
//
//	abstract             9 points      2
//	1. Introduction      8 points      2
func (d *draft) isFront(r *rank) bool {
	return !slices.ContainsFunc(r.heads, func(h *part) bool { return h.outlined > 0 || !words.IsFront(d.text(h)) })
}

// rank is all headings of one look.
type rank struct {
	look     look
	title    bool
	slide    bool // it has the headings of slides, in any look
	numbered bool // numbers tell its levels
	heads    []*part
	base     int // level of headings without number or outline entry
}

// ranks groups the headings by look, the largest first.
func (d *draft) ranks() []rank {
	heads := slices.Clone(d.heads)
	slices.SortStableFunc(heads, func(a, b *part) int {
		return cmp.Or(
			cmp.Compare(btoi(b.role == semantic.Title), btoi(a.role == semantic.Title)),
			cmp.Compare(btoi(b.slide), btoi(a.slide)),
			b.look.compare(a.look),
		)
	})
	var ranks []rank
	for _, h := range heads {
		if n := len(ranks); n > 0 && ranks[n-1].holds(h) {
			ranks[n-1].heads = append(ranks[n-1].heads, h)
			continue
		}
		ranks = append(ranks, rank{look: h.look, title: h.role == semantic.Title, slide: h.slide, heads: []*part{h}})
	}
	return ranks
}

// splitByFont divides ranks by font. Headings without number or outline entry form a lower
// rank if headings of the same look with one are in another font: semibold under bold.
func (d *draft) splitByFont(ranks []rank) []rank {
	for i := 0; i < len(ranks); i++ {
		r := &ranks[i]
		if r.slide || r.title || r.outlineVotes() == 0 && len(r.depths()) == 0 {
			continue
		}
		fonts, placed := map[string]int{}, 0
		for _, h := range r.heads {
			if h.depth > 0 || h.outlined > 0 {
				fonts[d.font(h)]++
				placed++
			}
		}
		lower := rank{look: r.look}
		r.heads = slices.DeleteFunc(r.heads, func(h *part) bool {
			if h.depth > 0 || h.outlined > 0 || fewNumbered*fonts[d.font(h)] >= placed {
				return false
			}
			lower.heads = append(lower.heads, h)
			return true
		})
		if len(lower.heads) > 0 {
			ranks = slices.Insert(ranks, i+1, lower)
		}
	}
	return ranks
}

// font returns the font of most of the first line of p.
func (d *draft) font(p *part) string {
	style, _ := d.sheetOf(p).style(p)
	return style.Font
}

// holds reports whether h has the look of the rank. Sizes count as equal if no reader
// sees the difference.
func (r *rank) holds(h *part) bool {
	if r.slide || h.slide {
		return r.slide && h.slide
	}
	return r.title == (h.role == semantic.Title) && r.look.bold == h.look.bold && r.look.italic == h.look.italic &&
		r.look.quarters-h.look.quarters <= sameQuarters
}

// outlineOffset returns 1 when the title is one level above the first entries of the outline, or is one of several
// first entries, else 0.
func (d *draft) outlineOffset() int {
	title, first := 0, 0
	for _, h := range d.heads {
		switch {
		case h.role == semantic.Title && h.outlined == 0:
			return 1
		case h.role == semantic.Title:
			title = int(h.outlined)
		case h.outlined == 1:
			first++
		}
	}
	if title == 1 && first > 0 {
		return 1
	}
	return 0
}

// chooseLevels chooses the levels of the rank, which follows all ranks of larger headings.
// deepest is the deepest level given so far.
func (r *rank) chooseLevels(deepest *int, offset int, byNumber map[int8]int) {
	var depths []int8
	if !r.slide { // the numbers of slides count points or parts
		depths = r.depths()
	}
	r.numbered = len(depths) > 0
	if votes := r.outlineVotes(); votes > 0 {
		r.base = votes + offset
		*deepest = max(*deepest, r.base)
		for _, h := range r.heads {
			if h.outlined > 0 && h.depth > 0 {
				byNumber[h.depth] = int(h.outlined) + offset
			}
		}
		return
	}
	r.base = *deepest + 1
	for i, depth := range depths {
		if _, known := byNumber[depth]; !known {
			byNumber[depth] = *deepest + 1
			*deepest++
		}
		if i == 0 {
			r.base = byNumber[depth]
		}
	}
	*deepest = max(*deepest, r.base)
}

// depths returns the depths of numbering in the rank, ascending. A few numbered
// headings among many do not count.
func (r *rank) depths() []int8 {
	counts := map[int8]int{}
	for _, h := range r.heads {
		counts[h.depth]++
	}
	var depths []int8
	for depth, n := range counts {
		if depth > 0 && n*fewNumbered >= len(r.heads) {
			depths = append(depths, depth)
		}
	}
	slices.Sort(depths)
	return depths
}

// outlineVotes returns the depth of most headings of the rank in the outline, or 0. Of
// equals it returns the least.
func (r *rank) outlineVotes() int {
	var counts [outlineDepth + 1]int
	best := 0
	for _, h := range r.heads {
		if h.outlined > 0 {
			counts[h.outlined]++
		}
	}
	for depth := 1; depth < len(counts); depth++ {
		if counts[depth] > counts[best] {
			best = depth
		}
	}
	return best
}

// levelOf returns the level of one heading of the rank.
func (r *rank) levelOf(h *part, offset int, byNumber map[int8]int) int {
	switch {
	case h.role == semantic.Title:
		return 1
	case h.outlined > 0:
		return int(h.outlined) + offset
	case r.numbered && byNumber[h.depth] > 0:
		return byNumber[h.depth]
	}
	return r.base
}

// closeGaps lifts headings that would skip a level downwards, together with
// those of their look that follow under the same parent.
func (d *draft) closeGaps() {
	// stack holds the levels that the open headings asked for. The place in it is the level
	// that they get.
	var stack []uint8
	for _, h := range d.heads {
		for len(stack) > 0 && stack[len(stack)-1] >= h.level {
			stack = stack[:len(stack)-1]
		}
		stack = append(stack, h.level)
		h.level = uint8(len(stack))
	}
}
