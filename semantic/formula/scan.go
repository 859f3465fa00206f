package formula

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pagelift/pagelift/layout"
)

// place is where an item stands relative to its line.
type place uint8

const (
	inLine place = iota
	raised
	lowered
	taken // it is part of a limit
)

// hung holds the items that hang on a sign of the line: its scripts and limits.
type hung struct {
	sub, sup       []item
	preSub, preSup []item // scripts before the sign
	under, over    []item
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// sameSize is the least ratio of two sizes that count as equal. Scripts of scripts have .89 of the size of
	// a script in some fonts.
	sameSize = .95
	// wordGap is the most white space between letters of one word or digits of one number. Kerns take up to
	// .1 em, a thin space has .167.
	wordGap = .12
	// betweenWords is the least width of a space beside a word: .33 em, and .22 in a tight line. TeX sets .17
	// beside the name of a function, which is no space between words.
	betweenWords = .21
	// pointGap is the most white space behind a decimal point. There eqn sets .17 em, others none.
	pointGap = .18
	// runGap is the most white space inside a limit.
	runGap = .3
	// limitOff is how far the middle of a limit may lie from that of its sign. TeX shifts the limits of
	// slanted integrals by half of their italic correction, .22 em.
	limitOff = .3
)

// scan reads a line from left to right: the signs on its baseline, and what hangs on each sign.
//
//	 n      2
//	 ∑  a  x          line:  ∑ a x
//	i=1  i            hung:  over and under ∑, sub of a, sup of x
func (r *reader) scan(items []item, depth int) item {
	items = r.accents(items, depth)
	box, _ := bounds(items)
	size := r.measure(items)
	base := r.baseline(items, size)
	where := make([]place, len(items))
	for i := range items {
		where[i] = r.placeOf(&items[i], base, size)
	}
	deeper(items, where, base, size)
	if !slices.Contains(where, inLine) {
		// Nothing stands on the line. Its largest item takes that place.
		where[0] = inLine
		base = r.baseOf(&items[0], size)
	}
	items, where = r.words(items, where, size)
	mains := make([]int, 0, len(items))
	for i := range items {
		if where[i] == inLine {
			mains = append(mains, i)
		}
	}
	var hangs []hung // nil: nothing hangs on anything
	if len(mains) < len(items) {
		hangs = make([]hung, len(items))
		r.limits(items, where, hangs, mains, size)
		r.scripts(items, where, hangs, mains, base, size)
	}
	nodes := make([]*Node, 0, len(mains))
	var end float32
	for k, i := range mains {
		it := &items[i]
		if k > 0 {
			if gap := it.x0 - end; gap > wideGap*size || gap > betweenWords*size && isBesideWord(&items[mains[k-1]], it) {
				s := r.node(Space, layout.Rect{X0: end, X1: it.x0, Y0: box.Y0, Y1: box.Y1})
				s.Width = gap / size
				nodes = append(nodes, s)
			}
		}
		if k > 0 {
			r.doubtOverlap(&items[mains[k-1]], it)
		}
		end = max(end, it.x1)
		h := &hung{}
		if hangs != nil {
			h = &hangs[i]
		}
		r.doubtHung(it, h, size)
		for _, set := range [4][]item{h.sub, h.sup, h.under, h.over} {
			for j := range set {
				end = max(end, set[j].x1)
			}
		}
		nodes = append(nodes, r.hang(it, h, depth, size, base))
	}
	nodes = r.brackets(nodes)
	n := r.rowOf(nodes)
	return item{node: n, box: box, x0: box.X0, x1: box.X1, base: base, size: size}
}

// doubtOverlap records a doubt if two signs of the line overlap.
func (r *reader) doubtOverlap(a, b *item) {
	if a.role == punctuation || b.role == punctuation || b.char == '.' {
		return // it is kerned under the letter before
	}
	x := a.box.Intersect(b.box)
	if least := min(a.box.Width(), b.box.Width()); x.Width() > .5*least && x.Height() > .3*min(a.box.Height(), b.box.Height()) && !x.Empty() {
		r.doubt(1, "%s on %s at %.1f", b.node.Text, a.node.Text, b.box.X0)
	}
}

// doubtHung records doubts about scripts: scripts of a sign that takes none, such as a comma, scripts far
// from their base, and scripts as large as it.
func (r *reader) doubtHung(it *item, h *hung, size float32) {
	if len(h.preSub)+len(h.preSup) > 0 {
		r.doubt(float32(len(h.preSub)+len(h.preSup))/2, "scripts before %s", it.node.Text)
	}
	for _, set := range [2][]item{h.sub, h.sup} {
		if len(set) == 0 {
			continue
		}
		first := &set[0]
		switch {
		case it.role == punctuation || it.role == opening:
			r.doubt(1, "scripts of %s", it.node.Text)
		case first.x0-max(it.x1, it.box.X1) > .5*size:
			r.doubt(1, "script %.1f em behind its base", (first.x0-it.x1)/size)
		case !it.axis && !first.loose && first.size > .95*size && first.role != prime && size > .6*r.size:
			r.doubt(float32(len(set)), "script as large as its base")
		}
	}
}

// baseOf returns y of the baseline of an item.
func (r *reader) baseOf(it *item, size float32) float32 {
	if it.axis {
		return it.base + r.axisAt*size
	}
	return it.base
}

// baseline returns y of the baseline of the line: that of its first large sign. If signs at another height
// take more room and a relation is among them, it returns that height.
func (r *reader) baseline(items []item, size float32) float32 {
	type level struct {
		at, weight float32
		relation   bool
		brackets   bool // nothing else is on it: some programs set brackets by their middle
	}
	var levels []level
	for i := range items {
		it := &items[i]
		if it.loose || it.size < fullSize*size || it.role == prime {
			continue
		}
		at := r.baseOf(it, size)
		k := slices.IndexFunc(levels, func(l level) bool { return abs(l.at-at) < levelShift*size })
		if k < 0 {
			k = len(levels)
			levels = append(levels, level{at: at, brackets: true})
			if k > 16 {
				break
			}
		}
		levels[k].weight += max(it.x1-it.x0, .1*size)
		levels[k].relation = levels[k].relation || it.role == relation
		levels[k].brackets = levels[k].brackets && it.bracket()
	}
	if len(levels) == 0 {
		// The line has only fractions, roots and signs of fixed size. The widest decides.
		best := 0
		for i := range items {
			if items[i].box.Width() > items[best].box.Width() {
				best = i
			}
		}
		return r.baseOf(&items[best], size)
	}
	// The line may begin with a fraction, or with the content of large brackets, on its axis. If no letters
	// have a baseline that fits this axis, they are scripts of the fraction, and the fraction decides.
	if first := &items[0]; first.axis && first.char == 0 {
		at := r.baseOf(first, size)
		if !slices.ContainsFunc(levels, func(l level) bool { return abs(l.at-at) < .2*size }) {
			return at
		}
	}
	best := 0
	for k := range levels {
		if levels[best].brackets && !levels[k].brackets || levels[k].relation && !levels[best].relation && levels[k].weight > levels[best].weight {
			best = k
		}
	}
	return levels[best].at
}

// placeOf returns the place of an item relative to the line.
func (r *reader) placeOf(it *item, base, size float32) place {
	at := r.baseOf(it, size)
	shift := (base - at) / size // up
	level := float32(levelShift)
	switch {
	case it.axis:
		level = max(levelAxis, .12*it.box.Height()/size)
		if it.role == 0 && !it.joined && it.char == 0 && it.loose && it.node.Kind == Fraction {
			level = levelAxis
		}
	case it.loose:
		level = .3
	case it.size >= fullSize*size:
		level = .1
	}
	if it.axis && it.grown {
		// A large sign may hang lower or higher, as long as its middle half is on the axis.
		if spans(&it.box, base-r.axisAt*size) {
			return inLine
		}
	}
	if it.role == prime && it.box.Y1 < base-.15*size {
		return raised
	}
	switch {
	case abs(shift) <= level:
		return inLine
	case it.role == prime && shift < 0:
		return inLine // the prime stands beside a script of its base
	case it.bracket() && it.size >= fullSize*size && spans(&it.box, base-r.axisAt*size):
		return inLine // some programs set brackets of any height by their middle
	case !it.loose && it.size >= sameSize*size && size > .6*r.size && size < fullSize*r.size && abs(shift) < .35:
		return inLine // it is no script: scripts of scripts are smaller
	case shift > 0:
		return raised
	}
	return lowered
}

// spans reports whether y is in the middle half of the height of a box.
func spans(box *layout.Rect, y float32) bool {
	h := box.Height()
	return y > box.Y0+.25*h && y < box.Y1-.25*h
}

// deeper finds scripts of scripts that happen to stand at the height of the line. They are smaller than the
// signs of the line, and follow a script closely:
//
//	     the prime is on the baseline of ψ, but belongs to s
//	ψ  ′
//	 s
func deeper(items []item, where []place, base, size float32) {
	for i := 1; i < len(items); i++ {
		it := &items[i]
		if where[i] != inLine || it.loose || it.size >= fullSize*size {
			continue
		}
		for k := i - 1; k >= 0 && k > i-8 && where[k] != inLine; k-- {
			if prev := &items[k]; it.x0-prev.x1 < .25*size && it.size < 1.05*prev.size {
				where[i] = where[k]
				break
			}
		}
	}
}

// accents hangs signs that stand over others on their bases, as accents.
func (r *reader) accents(items []item, depth int) []item {
	if !slices.ContainsFunc(items, func(it item) bool {
		return accentName(it.char) != "" || it.char == '→' || it.char == '←' || it.char == '↔'
	}) {
		return items
	}
	used := make([]bool, len(items))
	order := make([]int, 0, 8)
	for i := range items {
		if it := &items[i]; accentName(it.char) != "" || it.char == '→' || it.char == '←' || it.char == '↔' {
			order = append(order, i)
		}
	}
	// The lowest accent comes first. Of two accents over each other, the upper one then belongs to both.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(items[b].box.Y1, items[a].box.Y1) })
	changed := false
	for _, i := range order {
		a := items[i]
		sure := a.role == accentSign && a.char != '~' && a.char != '^'
		var under []int
		var nearest, best = -1, float32(0)
		for k := range items {
			b := &items[k]
			if k == i || used[k] || b.rule || b.node == nil || (b.role == accentSign && b.char != 0) {
				continue
			}
			if b.size < .8*a.size && !b.loose || a.size < .6*b.size && !a.loose {
				continue
			}
			gap := b.box.Y0 - a.box.Y1
			if a.role == accentSign && a.order == b.order-1 && b.role == letter && abs(a.mid()-b.mid()) < .25*b.size && a.box.Y0 < b.box.Y1 && b.box.Y0 < a.box.Y1 {
				// The accent comes from a text font. It was painted before a letter and across it.
				nearest, best = k, -1
				continue
			}
			if gap < -.12*b.size || gap > .35*b.size || (a.box.Y0+a.box.Y1)/2 > b.box.Y0+.05*b.size {
				continue
			}
			if b.mid() > a.box.X0 && b.mid() < a.box.X1 {
				under = append(under, k)
			}
			skew := .12 * b.size
			d := abs(a.mid() - skew*.5 - b.mid())
			if a.mid() > b.box.X0-.1*b.size && a.mid() < b.box.X1+.2*b.size && (nearest < 0 || d < best) {
				nearest, best = k, d
			}
		}
		if nearest < 0 && len(under) == 0 {
			continue
		}
		if !sure {
			// The sign may also be an operator. It is an accent only if it stands over its base as accents do.
			if a.box.Width() < .12*a.size && a.char != '.' && a.char != '˙' {
				continue
			}
		}
		if len(under) < 2 {
			if nearest < 0 {
				nearest = under[0]
			}
			under = []int{nearest}
		}
		if a.char == '.' || a.char == '⋅' || a.char == '·' || a.char == '−' || a.char == '-' {
			// Dots and strokes in the line are points and minus signs.
			b := &items[under[0]]
			if len(under) > 1 || a.size < .8*b.size || b.role != letter {
				continue
			}
		}
		var inner item
		if len(under) > 1 {
			inner = r.region(extract(items, used, under), depth+1, plain)
		} else {
			inner = items[under[0]]
		}
		if name := accentName(a.char); name != "" {
			a.node.Text = name + strings.TrimPrefix(a.node.Text, string(a.char)) // keep a stroke that was laid over it
		}
		if c := inWord(items, under[0], a.node.Text); c != 0 && len(under) == 1 {
			rename(&items[under[0]], c)
			items[under[0]].box = inner.box.Union(a.box)
			r.merged++
			used[under[0]], used[i], changed = false, true, true
			continue
		}
		a.node.Kind = Operator
		n := r.mark(inner.node, true, a.node)
		n.Why = fmt.Sprintf("%.2f em over its base", (inner.box.Y0-a.box.Y1)/max(inner.size, .01))
		at := under[0]
		x0, x1, order := inner.x0, inner.x1, inner.order
		inner.node, inner.box, inner.char, inner.role = n, n.Box, 0, ordinary
		items[at] = inner
		items[at].x0, items[at].x1, items[at].order = x0, x1, order
		used[at] = false
		used[i] = true
		changed = true
	}
	if !changed {
		return items
	}
	out := items[:0]
	for i := range items {
		if !used[i] {
			out = append(out, items[i])
		}
	}
	return out
}

// inWord returns the letter that item i and its accent make in a word: í in the Spanish lím. Outside of a
// word it returns 0, since there the item is a variable with a mathematical accent.
func inWord(items []item, i int, accent string) rune {
	it := &items[i]
	if it.role != letter || it.node.Alphabet != layout.Upright {
		return 0
	}
	isNext := func(k int) bool {
		o := &items[k]
		gap := max(o.x0-it.x1, it.x0-o.x1)
		return k != i && o.role == letter && o.node != nil && o.node.Alphabet == layout.Upright && o.size == it.size && abs(o.base-it.base) < levelShift*it.size && gap < wordGap*it.size
	}
	near := 0
	for k := max(0, i-3); k < min(len(items), i+4); k++ {
		if isNext(k) {
			near++
		}
	}
	c := it.char
	if c == 'ı' {
		c = 'i'
	}
	if near < 2 && c == it.char {
		return 0 // two upright letters may be a product
	}
	for _, a := range [...]struct{ name, mark string }{{"´", "\u0301"}, {"'", "\u0301"}, {"`", "\u0300"}, {"¨", "\u0308"}, {"^", "\u0302"}, {"ˇ", "\u030c"}} {
		if a.name == accent {
			if t := []rune(norm.NFC.String(string(c) + a.mark)); near > 0 && len(t) == 1 {
				return t[0]
			}
		}
	}
	return 0
}

// words joins the letters of a word and the digits of a number in the line.
func (r *reader) words(items []item, where []place, size float32) ([]item, []place) {
	joins := false
	for i := range items {
		if where[i] == inLine && (items[i].role == digit || items[i].role == prime || items[i].role == letter && items[i].node.Alphabet != layout.MathItalic) {
			joins = true
		}
	}
	if !joins {
		return items, where
	}
	line := make([]item, 0, len(items))
	for i := range items {
		if where[i] == inLine {
			line = append(line, items[i])
		}
	}
	line = r.phrases(r.tokens(line, size), size)
	out, at := make([]item, 0, len(items)), make([]place, 0, len(items))
	k := 0
	for i := range items {
		if where[i] == inLine {
			continue
		}
		for ; k < len(line) && byX(line[k], items[i]) <= 0; k++ {
			out, at = append(out, line[k]), append(at, inLine)
		}
		out, at = append(out, items[i]), append(at, where[i])
	}
	for ; k < len(line); k++ {
		out, at = append(out, line[k]), append(at, inLine)
	}
	return out, at
}

// tokens joins letters of one word, digits of one number, and primes that follow each other.
func (r *reader) tokens(line []item, size float32) []item {
	out := line[:0]
	for i := 0; i < len(line); i++ {
		it := line[i]
		if n := len(out); n > 0 && it.role == prime && out[n-1].role == prime {
			last := &out[n-1]
			last.node.Text += it.node.Text
			last.box, last.x1 = last.box.Union(it.box), max(last.x1, it.x1)
			last.node.Box = last.box
			continue
		}
		if it.char == 0 {
			out = append(out, it)
			continue
		}
		n := r.run(line[i:], size)
		for k := 1; k < n; k++ {
			from := &line[i+k]
			it.node.Text += from.node.Text
			it.box, it.x1 = it.box.Union(from.box), max(it.x1, from.x1)
		}
		if n > 1 {
			it.node.Box = it.box
			it.char = 0
			if it.role == letter {
				it.role = ordinary
				if known, _ := isFunction(it.node.Text); !known && utf8.RuneCountInString(it.node.Text) > 3 {
					it.node.Kind = Text
				}
			}
		}
		i += n - 1
		out = append(out, it)
	}
	return out
}

// phrases joins the words of one text, and function names of two words.
func (r *reader) phrases(line []item, size float32) []item {
	out := line[:0]
	for _, it := range line {
		n := len(out)
		if n == 0 || !isWord(&it) || !isWord(&out[n-1]) {
			out = append(out, it)
			continue
		}
		last := &out[n-1]
		gap := it.x0 - last.x1
		pair := arePaired(last.node.Text, it.node.Text)
		text := last.node.Kind == Text || it.node.Kind == Text
		if gap < wordGap*size || gap > spaceGap*size || !pair && (!text || last.node.IsFunction() || it.node.IsFunction()) {
			out = append(out, it)
			continue
		}
		last.node.Text += " " + it.node.Text
		if !pair {
			last.node.Kind = Text
		}
		last.box, last.x1 = last.box.Union(it.box), max(last.x1, it.x1)
		last.node.Box = last.box
	}
	return out
}

// isBesideWord reports whether one of two items is a word and the other has no space of its own around it:
// "for p", "n times".
func isBesideWord(a, b *item) bool {
	isSpoken := func(it *item) bool { return isWord(it) && !it.node.IsFunction() }
	isThing := func(it *item) bool {
		return it.node.Kind == Identifier || it.node.Kind == Number || it.node.Kind == Text || it.node.Kind == Fraction
	}
	return isSpoken(a) && isThing(b) || isThing(a) && isSpoken(b)
}

// isWord reports whether an item is a word: several upright letters.
func isWord(it *item) bool {
	return it.node != nil && (it.node.Kind == Text || it.node.Kind == Identifier && len(it.node.Text) > 1) && it.node.Alphabet == layout.Upright
}

// run returns the number of items, from the first on, that are one word or one number.
func (r *reader) run(items []item, size float32) int {
	first := &items[0]
	a := first.node.Alphabet
	isLetters := first.role == letter && (a == layout.Upright || a == layout.MathBold || a == layout.SansSerif || a == layout.Monospace)
	if !isLetters && first.role != digit {
		return 1
	}
	n := 1
	for n < len(items) {
		it, last := &items[n], &items[n-1]
		if it.char == 0 || it.x0-last.x1 > wordGap*size || it.x0 < last.x0 || it.node.Alphabet != a || abs(it.base-last.base) > levelShift*size {
			break
		}
		if isLetters {
			if it.role != letter || abs(it.size-first.size) > .15*first.size {
				break
			}
			n++
			continue
		}
		if it.role == digit {
			n++
			continue
		}
		// This is the decimal point or comma of a number if a digit follows closely.
		if (it.char == '.' || it.char == ',') && n+1 < len(items) {
			most := float32(.06)
			if it.char == '.' {
				most = pointGap
			}
			if d := &items[n+1]; d.role == digit && d.x0-it.x1 < most*size && it.x0-last.x1 < .06*size {
				n += 2
				continue
			}
		}
		break
	}
	return n
}

// limits finds the items over and under the middle of signs of the line, and hangs them on the signs.
func (r *reader) limits(items []item, where []place, hangs []hung, mains []int, size float32) {
	order := slices.Clone(mains)
	rank := func(i int) int {
		it := &items[i]
		switch {
		case it.role == big:
			return 0
		case it.node.Kind == Limits && it.node.Accent && isBrace(it.node):
			return 1
		case it.node.Kind == Identifier && it.char == 0:
			return 1
		case it.role == arrow || it.role == relation:
			return 2
		}
		return 3
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	for _, m := range order {
		if !r.spend(2 * len(items)) {
			return
		}
		h := &hangs[m]
		h.over = r.limit(items, where, mains, m, size, true)
		h.under = r.limit(items, where, mains, m, size, false)
	}
}

// limit returns the run of items over or under the middle of the sign m. It marks them as taken, so that
// they are no scripts of the line.
func (r *reader) limit(items []item, where []place, mains []int, m int, size float32, over bool) []item {
	base := &items[m]
	clear := func(it *item) bool {
		if over {
			return it.box.Y1 <= base.box.Y0+.06*size
		}
		return it.box.Y0 >= base.box.Y1-.06*size
	}
	want := lowered
	if over {
		want = raised
	}
	// The run may have scripts of scripts that are raised or lowered.
	belongs := func(i int) bool { return where[i] == raised || where[i] == lowered }
	var run []int
	x0, x1 := float32(0), float32(0)
	for i := range items {
		it := &items[i]
		if where[i] != want || !clear(it) {
			continue
		}
		overlap := min(it.box.X1, base.box.X1) - max(it.box.X0, base.box.X0)
		if overlap < .3*min(it.box.Width(), base.box.Width()) {
			continue
		}
		if len(run) == 0 {
			x0, x1 = it.box.X0, it.box.X1
		}
		run = append(run, i)
		x0, x1 = min(x0, it.box.X0), max(x1, it.box.X1)
	}
	if len(run) == 0 {
		return nil
	}
	seed := slices.Clone(run)
	middle := base.mid()
	grow := func(gap float32) ([]int, float32, float32) {
		run, x0, x1 := slices.Clone(seed), x0, x1
		in := map[int]bool{}
		for _, i := range run {
			in[i] = true
		}
		for again := true; again && r.spend(len(items)); {
			again = false
			for i := range items {
				it := &items[i]
				if in[i] || !belongs(i) || !clear(it) {
					continue
				}
				if d := max(it.box.X0-x1, x0-it.box.X1); d > gap*size {
					continue
				}
				// The run ends where another sign with limits is nearer.
				if !r.spend(len(mains)) || nearerOther(items, mains, m, it, over) {
					continue
				}
				in[i] = true
				run = append(run, i)
				x0, x1 = min(x0, it.box.X0), max(x1, it.box.X1)
				again = true
			}
		}
		return run, x0, x1
	}
	tolerance := float32(limitOff)
	if base.role == letter || base.role == ordinary && base.char != 0 {
		tolerance = .2
	}
	for _, gap := range [3]float32{runGap, .15, -1} {
		run, x0, x1 := grow(gap)
		if abs((x0+x1)/2-middle) > tolerance*size+.04*(x1-x0) {
			continue
		}
		if r.goesOn(items, where, mains, m, run, x0, x1, size, over) {
			continue
		}
		slices.Sort(run)
		out := make([]item, 0, len(run))
		for _, i := range run {
			where[i] = taken
			out = append(out, items[i])
		}
		return out
	}
	return nil
}

// goesOn reports whether more items continue the run over or under the sign m at its sides. Then the run is
// no limit, but part of a script behind the sign.
func (r *reader) goesOn(items []item, where []place, mains []int, m int, run []int, x0, x1, size float32, over bool) bool {
	if !r.spend(len(items) * (1 + len(run))) {
		return false
	}
	want := where[run[0]]
	for i := range items {
		it := &items[i]
		if where[i] != want || slices.Contains(run, i) || !r.spend(len(mains)) || nearerOther(items, mains, m, it, over) {
			continue
		}
		if gap := max(it.box.X0-x1, x0-it.box.X1); gap < .2*size && gap > -.2*size {
			return true
		}
	}
	return false
}

// nearerOther reports whether another large operator or function name is nearer to an item over or under
// the line.
func nearerOther(items []item, mains []int, m int, it *item, over bool) bool {
	base := &items[m]
	d := abs(it.mid() - base.mid())
	for _, k := range mains {
		o := &items[k]
		if k == m || !(o.role == big || o.node.Kind == Identifier && o.char == 0 || o.node.Kind == Limits && o.node.Accent && isBrace(o.node)) {
			continue
		}
		if abs(it.mid()-o.mid()) < d {
			return true
		}
	}
	return false
}

// scripts hangs raised and lowered items on the sign of the line before or behind them.
func (r *reader) scripts(items []item, where []place, hangs []hung, mains []int, base, size float32) {
	k := -1 // the latest sign of the line
	for i := 0; i < len(items); i++ {
		if where[i] == inLine {
			k++
			continue
		}
		if where[i] == taken {
			continue
		}
		group := []int{}
		for ; i < len(items) && where[i] != inLine; i++ {
			if where[i] != taken {
				group = append(group, i)
			}
		}
		i--
		r.assign(items, where, hangs, mains, group, k, base, size)
	}
}

// assign hangs a group of scripts between two signs of the line on the sign before or behind them, and
// divides them into raised and lowered scripts.
func (r *reader) assign(items []item, where []place, hangs []hung, mains []int, group []int, k int, base, size float32) {
	before := k < 0
	if !before && k+1 < len(mains) {
		last, next := &items[mains[k]], &items[mains[k+1]]
		var x0, x1 float32
		for n, i := range group {
			if n == 0 {
				x0, x1 = items[i].x0, items[i].x1
			}
			x0, x1 = min(x0, items[i].x0), max(x1, items[i].x1)
		}
		from, to := x0-last.x1, next.x0-x1
		switch last.role {
		case binary, relation, punctuation, opening, arrow:
			before = last.role == opening && to < .1*size && from > -.05*size || from > .1*size && to < from
		}
		if last.role == opening && last.grown {
			before = to < .1*size
		}
	}
	sup, sub := r.part(items, where, group, base, size)
	if before {
		if k+1 >= len(mains) {
			return
		}
		h := &hangs[mains[k+1]]
		h.preSub, h.preSup = append(h.preSub, sub...), append(h.preSup, sup...)
		return
	}
	h := &hangs[mains[k]]
	h.sub, h.sup = append(h.sub, sub...), append(h.sup, sup...)
}

// part divides scripts into raised and lowered ones. The largest scripts set the height of each level.
// Smaller ones are scripts of these, and belong to the level that they overlap or follow.
func (r *reader) part(items []item, where []place, group []int, base, size float32) (sup, sub []item) {
	var main float32
	for _, i := range group {
		// A prime beside a subscript may have the size of the line.
		if it := &items[i]; !it.loose && it.role != prime {
			main = max(main, it.size)
		}
	}
	var up, down layout.Rect
	var upX, downX float32
	level := make([]place, len(group))
	for n, i := range group {
		it := &items[i]
		if !it.loose && it.size < fullSize*main {
			continue
		}
		level[n] = where[i]
		if where[i] == raised {
			up = up.Union(it.box)
		} else {
			down = down.Union(it.box)
		}
	}
	for n, i := range group {
		it := &items[i]
		if level[n] == inLine { // it is a script of a script
			level[n] = where[i]
			switch {
			case up == (layout.Rect{}) && down != (layout.Rect{}):
				level[n] = lowered
			case down == (layout.Rect{}) && up != (layout.Rect{}):
				level[n] = raised
			case up != (layout.Rect{}):
				// Both levels exist. mid is the middle of the gap between them.
				mid := (up.Y1 + down.Y0) / 2
				near := func(b layout.Rect) float32 {
					return max(0, b.Y0-it.box.Y1, it.box.Y0-b.Y1)
				}
				switch a, b := near(up), near(down); {
				case a == 0 && b > 0:
					level[n] = raised
				case b == 0 && a > 0:
					level[n] = lowered
				case it.x0 < downX-.05*size && it.x0 >= upX-.2*size:
					level[n] = raised
				case it.x0 < upX-.05*size && it.x0 >= downX-.2*size:
					level[n] = lowered
				case (it.box.Y0+it.box.Y1)/2 < mid:
					level[n] = raised
				default:
					level[n] = lowered
				}
			}
		}
		if level[n] == raised {
			sup = append(sup, *it)
			upX = max(upX, it.x1)
		} else {
			sub = append(sub, *it)
			downX = max(downX, it.x1)
		}
	}
	return sup, sub
}

// hang returns the node of a sign together with the scripts and limits that hang on it.
func (r *reader) hang(it *item, h *hung, depth int, size, base float32) *Node {
	n := it.node
	if it.role == big && it.box.Height() > 1.25*size {
		n.Large = true
	}
	if it.role == opening || it.role == closing || it.role == bar {
		n.Large = it.grown
	}
	read := func(set []item) *Node {
		if len(set) == 0 {
			return nil
		}
		return r.region(set, depth+1, plain).node
	}
	if len(h.under)+len(h.over) > 0 {
		l := r.node(Limits, it.box)
		l.Children = []*Node{n, read(h.under), read(h.over)}
		for _, c := range l.Children[1:] {
			if c != nil {
				l.Box = l.Box.Union(c.Box)
			}
		}
		l.Why = "in the middle of its sign"
		if over := l.Children[2]; over != nil && l.Children[1] == nil && roleOf(signOf(over)) == accentSign {
			l.Accent = true
			over.Text = accentName(signOf(over))
		}
		n = l
	}
	if len(h.sub)+len(h.sup)+len(h.preSub)+len(h.preSup) == 0 {
		return n
	}
	s := r.node(Scripts, n.Box)
	sup := read(h.sup)
	s.Children = []*Node{n, read(h.sub), sup, read(h.preSub), read(h.preSup)}
	for k, c := range s.Children[1:] {
		if c == nil {
			continue
		}
		s.Box = s.Box.Union(c.Box)
		set := [4][]item{h.sub, h.sup, h.preSub, h.preSup}[k]
		first := &set[0]
		c.Why = fmt.Sprintf("shifted %.2f em, size %.2f", (base-r.baseOf(first, first.size))/size, first.size/size)
	}
	return s
}

// brackets joins matching brackets and the nodes between them to Fences.
func (r *reader) brackets(nodes []*Node) []*Node {
	type opened struct {
		at   int
		char rune
	}
	out := make([]*Node, 0, len(nodes))
	var open []opened
	for _, n := range nodes {
		sign := n
		for (sign.Kind == Scripts || sign.Kind == Limits) && sign.Children[0] != nil {
			sign = sign.Children[0]
		}
		c := signOf(sign)
		switch roleOf(c) {
		case opening:
			if sign == n {
				open = append(open, opened{len(out), c})
			}
		case closing:
			k := len(open) - 1
			for k >= 0 && k > len(open)-4 && !matches(open[k].char, c) {
				k--
			}
			if k < 0 || !matches(open[k].char, c) {
				break
			}
			at := open[k].at
			open = open[:k]
			var box layout.Rect
			for _, x := range out[at:] {
				box = box.Union(x.Box)
			}
			f := r.node(Fence, box.Union(sign.Box))
			f.Text, f.Close = out[at].Text, sign.Text
			f.Large = out[at].Large && sign.Large
			f.Children = []*Node{r.rowOf(slices.Clone(out[at+1:]))}
			out = out[:at]
			// The scripts of the closing bracket become scripts of the pair.
			if n == sign {
				out = append(out, f)
				continue
			}
			holder := n
			for holder.Children[0] != sign {
				holder = holder.Children[0]
			}
			holder.Children[0] = f
			holder.Box = holder.Box.Union(f.Box)
		}
		out = append(out, n)
	}
	return out
}

// signOf returns the character of an Operator that has only one, or 0.
func signOf(n *Node) rune {
	if n.Kind != Operator {
		return 0
	}
	var c rune
	for i, x := range n.Text {
		if i > 0 {
			return 0
		}
		c = x
	}
	return c
}

// matches reports whether two brackets are a pair. The brackets of half-open intervals are.
func matches(open, closing rune) bool {
	if partner(open) == closing {
		return true
	}
	return open == '(' && closing == ']' || open == '[' && closing == ')'
}
