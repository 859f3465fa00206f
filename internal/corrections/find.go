package corrections

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/tree"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

const (
	// keyBytes is how much of a text is compared.
	keyBytes = 400
	// sameText is the similarity from which two texts count as the same text in two editions: one word of ten may
	// differ.
	sameText = 0.85
	// clearly is how much more similar than the next one a text must be to count as the one that is meant.
	clearly = 0.05
	// pageApart is the distance in points that counts for another page.
	pageApart = 2000
)

// keyOf returns what is compared of a text: letters and digits, in lower case.
func keyOf(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
		if b.Len() >= keyBytes {
			break
		}
	}
	return b.String()
}

// candidate is a node that a correction may be about.
type candidate struct {
	node  *semantic.Node
	key   string
	place tree.Place
}

// finder finds the nodes of a tree by their text and place.
type finder struct {
	src     *tree.Source
	parents map[*semantic.Node]*semantic.Node
	texts   []candidate // blocks with text
	tabular []candidate
	links   []candidate
	fields  []candidate
	work    int
}

// isBlock reports whether a person may change a role.
func isBlock(r semantic.Role) bool {
	switch r {
	case semantic.P, semantic.H, semantic.Title, semantic.Caption, semantic.LI, semantic.BlockQuote, semantic.Code, semantic.FENote, semantic.TOCI:
		return true
	}
	return false
}

func (f *finder) gather(parent *semantic.Node, depth int) {
	if depth > tree.MaxDepth {
		return
	}
	for _, n := range parent.Children {
		if n == nil || n.Role == semantic.Artifact {
			continue
		}
		f.parents[n] = parent
		c := candidate{node: n}
		switch {
		case n.Role == semantic.Table:
			c.key, c.place = keyOf(firstRow(n)), f.placeOf(n)
			f.tabular = append(f.tabular, c)
		case n.Role == semantic.Link:
			c.key, c.place = keyOf(tree.Text(n)), f.placeOf(n)
			f.links = append(f.links, c)
		case n.Role == semantic.Form:
			c.place = f.placeOf(n)
			f.fields = append(f.fields, c)
		case isBlock(n.Role):
			c.key, c.place = keyOf(tree.Text(n)), f.placeOf(n)
			f.texts = append(f.texts, c)
		}
		f.gather(n, depth+1)
	}
}

// firstRow returns the text of the first row of a table that has text.
func firstRow(table *semantic.Node) string {
	for n := range table.All() {
		if n.Role == semantic.TR {
			if text := tree.OneLine(n); keyOf(text) != "" {
				return text
			}
		}
	}
	return ""
}

func (f *finder) placeOf(n *semantic.Node) tree.Place {
	if boxes := f.src.Boxes(n); len(boxes) > 0 {
		return boxes[0]
	}
	return tree.Place{Page: int(n.Page)}
}

// distance returns how far a candidate is from where a person saw it.
func distance(p *Place, at tree.Place) float64 {
	if p.Page == 0 {
		return 0
	}
	d := math.Abs(float64(p.Page-at.Page)) * pageApart
	if len(p.Box) == 4 && at.Box != (layout.Rect{}) {
		d += math.Hypot(p.Box[0]-float64(at.Box.X0), p.Box[1]-float64(at.Box.Y0))
	}
	return d
}

// byText returns the candidate with a text. If several have it, it returns the nearest one. If none has it, it
// returns the one that is clearly most similar. It returns nil if there is none.
func (f *finder) byText(list []candidate, text string, p *Place) *candidate {
	key := keyOf(text)
	var same []*candidate
	for i := range list {
		if list[i].key == key || len(key) >= shortKey && strings.HasPrefix(list[i].key, key) {
			same = append(same, &list[i])
		}
	}
	if len(same) > 0 {
		return f.nearest(same, p)
	}
	return f.alike(list, key)
}

// shortKey is the least length of a beginning of a text that can stand for the whole text.
const shortKey = 24

// nearest returns the candidate nearest to a place, or nil if two are equally near.
func (f *finder) nearest(list []*candidate, p *Place) *candidate {
	slices.SortStableFunc(list, func(a, b *candidate) int { return cmp.Compare(distance(p, a.place), distance(p, b.place)) })
	if len(list) > 1 && distance(p, list[0].place) == distance(p, list[1].place) {
		return nil
	}
	return list[0]
}

// alike returns the candidate whose text is most similar to key, if it is similar enough and no other is nearly as
// similar.
func (f *finder) alike(list []candidate, key string) *candidate {
	var best *candidate
	first, second := 0.0, 0.0
	for i := range list {
		c := &list[i]
		if long := max(len(c.key), len(key)); float64(min(len(c.key), len(key))) < sameText*float64(long) {
			continue
		}
		if f.work += len(key) * len(c.key); f.work > limits.CorrectionWork {
			return nil
		}
		switch s := similarity(key, c.key); {
		case s > first:
			best, first, second = c, s, first
		case s > second:
			second = s
		}
	}
	if first < sameText || first-second < clearly {
		return nil
	}
	return best
}

// similarity returns 1 minus the share of the longer text that has to be changed to get the other (Levenshtein
// distance).
func similarity(x, y string) float64 {
	a, b := []rune(x), []rune(y)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return 1 - float64(row[len(b)])/float64(max(len(a), len(b), 1))
}
