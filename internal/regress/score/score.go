// Package score compares the HTML to which a document was converted with the HTML that it should be.
// docs/regress.md explains the figures.
package score

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Metric is the name of a figure.
type Metric string

// The figures, from 0 to 1; more is better. Whether one applies depends on the truth alone, so that a document
// always has the same figures.
const (
	NID          Metric = "nid"        // characters of the text in order
	NIDText      Metric = "nid_s"      // the same without tables
	WordF1       Metric = "word_f1"    // words, in any order
	Order        Metric = "order"      // four words in a row that occur once, in the order of the truth
	MHS          Metric = "mhs"        // headings and the text below each, as trees
	MHSShape     Metric = "mhs_s"      // the same without text
	HeadF1       Metric = "head_f1"    // headings
	HeadLevel    Metric = "head_level" // headings of the right level
	TEDS         Metric = "teds"       // tables as trees
	TEDSShape    Metric = "teds_s"     // the same without text
	AdjF1        Metric = "adj_f1"     // cells and their neighbours
	TableDet     Metric = "tbl_det"    // tables found
	HeadCells    Metric = "th_f1"      // header cells
	TableNone    Metric = "tbl_none"   // no table where there is none
	ItemF1       Metric = "li_f1"      // list items
	ItemNest     Metric = "li_nest"    // list items of the right depth and kind
	ParaF1       Metric = "para_f1"    // where blocks begin and end
	ParaP        Metric = "para_p"     // falls where blocks are cut
	ParaR        Metric = "para_r"     // falls where blocks are joined
	Roles        Metric = "role"       // words in a block of the right role
	LinkF1       Metric = "link_f1"    // links
	CodeF1       Metric = "code_f1"    // words of program text
	EmphF1       Metric = "emph_f1"    // bold and italic words
	Figures      Metric = "figure"     // number of pictures
	FigureNone   Metric = "fig_none"   // no picture where there is none
	CaptionF1    Metric = "caption_f1" // captions
	NoteF1       Metric = "note_f1"    // notes, and the marks that lead to them
	FormulaF1    Metric = "math_f1"    // formulas found
	FormulaWays  Metric = "math_ways"  // the symbols of formulas, and the ways to them
	FormulaExact Metric = "math_exact" // formulas without any fault
	FormulaNone  Metric = "math_none"  // no formula where there is none
	Furniture    Metric = "furniture"  // running heads and feet left out
	Lang         Metric = "lang"       // the language
	Title        Metric = "title"      // the title
)

// Metrics are all figures in the order in which they are shown.
var Metrics = []Metric{
	NID, NIDText, WordF1, Order, MHS, MHSShape, HeadF1, HeadLevel, TEDS, TEDSShape, AdjF1, TableDet, HeadCells, TableNone,
	ItemF1, ItemNest, ParaF1, ParaP, ParaR, Roles, LinkF1, CodeF1, EmphF1, Figures, FigureNone, CaptionF1, NoteF1,
	FormulaF1, FormulaWays, FormulaExact, FormulaNone, Furniture, Lang, Title,
}

const (
	// sameText is the least similarity of two headings, list items, captions or notes that count as the same.
	sameText = 0.8
	// sameTable is the least F1 of the words of two tables that count as the same.
	sameTable = 0.5
	// fewestCode and fewestEmph are the least numbers of words of program text, and of bold or italic words, for a
	// figure.
	fewestCode = 5
	fewestEmph = 3
	// shingle is how many words in a row the figure order compares.
	shingle = 4
	// levelShift is by how many levels all headings of a document may be off.
	levelShift = 2
	// lostText is the share of words below which the text of a document counts as lost together with its running
	// heads and feet.
	lostText = 0.2
)

// Compare returns the figures of an output.
func Compare(truth, output *Document) map[Metric]float64 {
	c := comparison{truth: truth, output: output, figures: map[Metric]float64{}}
	c.truthWords, c.outputWords = truth.allWords(), output.allWords()
	c.pairs = aligned(c.truthWords, c.outputWords)
	c.text()
	c.headings()
	c.tables()
	c.items()
	c.paragraphs()
	c.roles()
	c.links()
	c.looks()
	c.formulas()
	c.others()
	return c.figures
}

// comparison has a truth, an output, and the words that they have in common.
type comparison struct {
	truth, output           *Document
	truthWords, outputWords []string
	pairs                   []pair // of words, in order
	figures                 map[Metric]float64
}

func (c *comparison) text() {
	c.figures[NID] = ratio(c.truth.allText(true), c.output.allText(true))
	if len(c.truth.tables) > 0 {
		c.figures[NIDText] = ratio(c.truth.allText(false), c.output.allText(false))
	}
	c.figures[WordF1] = bagF1(c.truthWords, c.outputWords)
	where := once(c.outputWords)
	truth := once(c.truthWords)
	var at []int
	some := false
	for i := range c.truthWords {
		if s := shingleAt(c.truthWords, i); s != "" && truth[s] == i {
			some = true
			if j, ok := where[s]; ok && j >= 0 {
				at = append(at, j)
			}
		}
	}
	if some {
		c.figures[Order] = float64(longestRise(at)) / float64(max(len(at), 1))
	}
}

func shingleAt(words []string, i int) string {
	if i+shingle > len(words) {
		return ""
	}
	return strings.Join(words[i:i+shingle], " ")
}

// once returns the position of each shingle that occurs once, and -1 for others.
func once(words []string) map[string]int {
	where := map[string]int{}
	for i := range words {
		s := shingleAt(words, i)
		if s == "" {
			break
		}
		if _, ok := where[s]; ok {
			i = -1
		}
		where[s] = i
	}
	return where
}

// longestRise returns the length of the longest rising subsequence.
func longestRise(list []int) int {
	var ends []int
	for _, v := range list {
		i, _ := slices.BinarySearch(ends, v)
		if i == len(ends) {
			ends = append(ends, v)
		} else {
			ends[i] = v
		}
	}
	return len(ends)
}

func (c *comparison) headings() {
	truth, output := c.truth.headings, c.output.headings
	if len(truth) == 0 {
		return
	}
	c.figures[MHS], c.figures[MHSShape] = 0, 0
	if len(output) > 0 {
		a, b := c.truth.outline(), c.output.outline()
		c.figures[MHS], c.figures[MHSShape] = treeAlike(a, b, byText), treeAlike(a, b, byShape)
	}
	pairs := matched(len(truth), len(output), func(i int) string { return truth[i].text }, func(j int) string { return output[j].text })
	c.figures[HeadF1] = f1(float64(len(pairs)), len(truth), len(output))
	a, b := ranks(truth), ranks(output)
	best := 0
	for shift := -levelShift; shift <= levelShift; shift++ {
		n := 0
		for _, p := range pairs {
			if a[truth[p.i].level] == b[output[p.j].level]+shift {
				n++
			}
		}
		best = max(best, n)
	}
	c.figures[HeadLevel] = f1(float64(best), len(truth), len(output))
}

// ranks numbers the levels that occur, so that h1, h3 is the same as h1, h2.
func ranks(list []heading) map[int]int {
	var levels []int
	for _, h := range list {
		levels = append(levels, h.level)
	}
	slices.Sort(levels)
	out := map[int]int{}
	for i, level := range slices.Compact(levels) {
		out[level] = i
	}
	return out
}

// outline returns the tree of a document: its headings, and below each the text up to the next one.
func (doc *Document) outline() *node {
	root := &node{kind: "document"}
	add := func(parent *node, kind string, text []rune) *node {
		n := &node{kind: kind, text: text}
		if len(text) > 0 {
			parent.children = append(parent.children, n)
		}
		return n
	}
	end := func(i int) int {
		if i < len(doc.headings) {
			return doc.headings[i].block
		}
		return len(doc.Blocks)
	}
	add(root, "text", doc.below(0, end(0)))
	for i, h := range doc.headings {
		add(add(root, "heading", []rune(h.text)), "text", doc.below(h.block+1, end(i+1)))
	}
	return root
}

// matched pairs similar texts in order, as many as there are.
func matched(n, m int, truth, output func(int) string) []pair {
	return inOrder(n, m, func(i, j int) float64 {
		if likeness(truth(i), output(j)) >= sameText {
			return 1
		}
		return 0
	})
}

// likeness returns what alike returns for strings, or 0 if their lengths already make them too different.
func likeness(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	if longer := max(len(x), len(y)); longer > 0 && float64(min(len(x), len(y)))/float64(longer) < 0.5 {
		return 0
	}
	return alike(x, y)
}

func (c *comparison) tables() {
	truth, output := c.truth.tables, c.output.tables
	if len(truth) == 0 {
		c.figures[TableNone] = none(len(output))
		return
	}
	var sum, shape float64
	found := 0
	for _, p := range c.tablePairs() {
		a, b := truth[p.i], output[p.j]
		sum += treeAlike(a.tree, b.tree, byText)
		shape += treeAlike(a.tree, b.tree, byShape)
		if bagF1(a.words, b.words) >= sameTable {
			found++
		}
	}
	n, m := len(truth), len(output)
	c.figures[TEDS], c.figures[TEDSShape] = f1(sum, n, m), f1(shape, n, m)
	c.figures[TableDet] = f1(float64(found), n, m)
	collect := func(list []*table, of func(*table) []string) []string {
		var all []string
		for _, t := range list {
			all = append(all, of(t)...)
		}
		return all
	}
	c.figures[AdjF1] = bagF1(collect(truth, (*table).neighbours), collect(output, (*table).neighbours))
	heads := func(t *table) []string { return t.heads }
	if list := collect(truth, heads); len(list) > 0 {
		c.figures[HeadCells] = bagF1(list, collect(output, heads))
	}
}

// none returns 1 if nothing was found. It is for documents in which nothing is.
func none(found int) float64 {
	if found == 0 {
		return 1
	}
	return 0
}

// tablePairs pairs each table of the truth with one of the output, beginning with the tables that have the most
// words in common.
func (c *comparison) tablePairs() []pair {
	type candidate struct {
		pair
		f1 float64
	}
	var all []candidate
	for i, a := range c.truth.tables {
		for j, b := range c.output.tables {
			if f := bagF1(a.words, b.words); f > 0 {
				all = append(all, candidate{pair{i, j}, f})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.f1, a.f1) })
	var pairs []pair
	for _, p := range all {
		if !slices.ContainsFunc(pairs, func(q pair) bool { return p.i == q.i || p.j == q.j }) {
			pairs = append(pairs, p.pair)
		}
	}
	return pairs
}

// The weights of a list item: the item, its depth, the kind of its list.
const (
	itemItself = 0.5
	itemDepth  = 0.3
	itemKind   = 0.2
)

func (c *comparison) items() {
	truth, output := c.truth.items, c.output.items
	if len(truth) == 0 {
		return
	}
	pairs := matched(len(truth), len(output), func(i int) string { return truth[i].text }, func(j int) string { return output[j].text })
	c.figures[ItemF1] = f1(float64(len(pairs)), len(truth), len(output))
	sum := 0.0
	for _, p := range pairs {
		sum += itemItself
		if truth[p.i].depth == output[p.j].depth {
			sum += itemDepth
		}
		if truth[p.i].ordered == output[p.j].ordered {
			sum += itemKind
		}
	}
	c.figures[ItemNest] = f1(sum, len(truth), len(output))
}

func (c *comparison) paragraphs() {
	var both, truth, output float64
	for k := 1; k < len(c.pairs); k++ {
		a, b := c.pairs[k-1], c.pairs[k]
		ta, tb := c.truth.words[a.i].block, c.truth.words[b.i].block
		oa, ob := c.output.words[a.j].block, c.output.words[b.j].block
		if c.truth.Blocks[ta].Role == Cell && c.truth.Blocks[tb].Role == Cell {
			continue
		}
		if ta != tb {
			truth++
		}
		if oa != ob {
			output++
		}
		if ta != tb && oa != ob {
			both++
		}
	}
	share := func(of float64) float64 {
		if of == 0 {
			return 1
		}
		return both / of
	}
	if len(c.pairs) == 0 {
		c.figures[ParaP], c.figures[ParaR], c.figures[ParaF1] = 0, 0, 0
		return
	}
	c.figures[ParaP], c.figures[ParaR] = share(output), share(truth)
	c.figures[ParaF1] = 1
	if truth+output > 0 {
		c.figures[ParaF1] = 2 * both / (truth + output)
	}
}

func (c *comparison) roles() {
	if len(c.pairs) == 0 {
		c.figures[Roles] = 0
		return
	}
	same := 0
	for _, p := range c.pairs {
		if c.truth.roleOf(p.i) == c.output.roleOf(p.j) {
			same++
		}
	}
	c.figures[Roles] = float64(same) / float64(len(c.pairs))
}

func (doc *Document) roleOf(word int) Role { return doc.Blocks[doc.words[word].block].Role }

// linkItself is the value of a link that leads to the right place, but has another text.
const linkItself = 0.5

func (c *comparison) links() {
	truth, output := c.truth.links, c.output.links
	if len(truth) == 0 {
		return
	}
	weight := func(i, j int) float64 {
		a, b := truth[i], output[j]
		id, internal := strings.CutPrefix(b.target, "#")
		same := likeness(a.text, b.text)
		switch {
		case strings.HasPrefix(a.target, "#") != internal, !internal && a.target != b.target:
			return 0
		case internal && (!c.output.ids[id] || same < sameText):
			return 0
		}
		return linkItself + (1-linkItself)*same
	}
	sum := 0.0
	for _, p := range inOrder(len(truth), len(output), weight) {
		sum += weight(p.i, p.j)
	}
	c.figures[LinkF1] = f1(sum, len(truth), len(output))
}

// looks compares program text, and bold and italic words.
func (c *comparison) looks() {
	code := func(doc *Document) func(int) bool { return func(w int) bool { return doc.roleOf(w) == Code } }
	if f, n := c.share(code); n >= fewestCode {
		c.figures[CodeF1] = f
	}
	bold := func(doc *Document) func(int) bool { return doc.inPart(func(w word) bool { return w.bold }) }
	italic := func(doc *Document) func(int) bool { return doc.inPart(func(w word) bool { return w.italic }) }
	sum, kinds := 0.0, 0.0
	for _, of := range []func(*Document) func(int) bool{bold, italic} {
		if f, n := c.share(of); n >= fewestEmph {
			sum += f
			kinds++
		}
	}
	if kinds > 0 {
		c.figures[EmphF1] = sum / kinds
	}
}

// inPart returns whether a word has a look that its block does not have as a whole. If all words of a block of
// running text have a look, the look belongs to the style and is no emphasis.
func (doc *Document) inPart(is func(word) bool) func(int) bool {
	plain := make([]bool, len(doc.Blocks))
	for _, w := range doc.words {
		plain[w.block] = plain[w.block] || !is(w)
	}
	return func(i int) bool {
		w := doc.words[i]
		return is(w) && plain[w.block] && (doc.roleOf(i) == Text || doc.roleOf(i) == Item)
	}
}

// share returns the F1 of the words of one kind, and how many the truth has.
func (c *comparison) share(of func(*Document) func(word int) bool) (float64, int) {
	truth, output := of(c.truth), of(c.output)
	n, m, both := 0, 0, 0
	for i := range c.truth.words {
		if truth(i) {
			n++
		}
	}
	for j := range c.output.words {
		if output(j) {
			m++
		}
	}
	for _, p := range c.pairs {
		if truth(p.i) && output(p.j) {
			both++
		}
	}
	return f1(float64(both), n, m), n
}

func (c *comparison) others() {
	truth, output := c.truth, c.output
	if n, m := truth.figures, output.figures; n > 0 {
		c.figures[Figures] = 1 - math.Abs(float64(n-m))/float64(max(n, m))
	} else {
		c.figures[FigureNone] = none(m)
	}
	if a, b := truth.captions, output.captions; len(a) > 0 {
		pairs := matched(len(a), len(b), func(i int) string { return a[i] }, func(j int) string { return b[j] })
		c.figures[CaptionF1] = f1(float64(len(pairs)), len(a), len(b))
	}
	c.notes()
	c.furniture()
	if truth.Lang != "" {
		c.figures[Lang] = 0
		if language(truth.Lang) == language(output.Lang) {
			c.figures[Lang] = 1
		}
	}
	if truth.Title != "" {
		c.figures[Title] = alike([]rune(truth.Title), []rune(output.Title))
	}
}

// noteItself is the value of a note without a mark that leads to it, or with another mark.
const noteItself = 0.5

func (c *comparison) notes() {
	truth, output := c.truth.notes, c.output.notes
	if len(truth) == 0 {
		return
	}
	sum := 0.0
	for _, p := range matched(len(truth), len(output), func(i int) string { return truth[i].text }, func(j int) string { return output[j].text }) {
		a, b := c.truth.marks[truth[p.i].id], c.output.marks[output[p.j].id]
		sum += noteItself + (1-noteItself)*bagF1(a, b)
	}
	c.figures[NoteF1] = f1(sum, len(truth), len(output))
}

// mark matches the number or sign that a note begins with.
var mark = regexp.MustCompile(`^(?:\[?[0-9]{1,3}[\]).]?|[*†‡§¶]+|[a-z][.)]) ?`)

// withoutMark returns a note's folded text without its mark.
func withoutMark(s string) string { return s[len(mark.FindString(s)):] }

func (c *comparison) furniture() {
	if len(c.truth.Furniture) == 0 || c.truth.Pages < 2 {
		return
	}
	sum := 0.0
	for _, text := range c.truth.Furniture {
		needle := words(text)
		left := float64(count(c.outputWords, needle)-count(c.truthWords, needle)) / float64(c.truth.Pages-1)
		sum += min(max(left, 0), 1)
	}
	c.figures[Furniture] = 1 - sum/float64(len(c.truth.Furniture))
	if float64(len(c.outputWords)) < lostText*float64(len(c.truthWords)) {
		c.figures[Furniture] = 0
	}
}

// language returns the first subtag of a tag: en for en-GB.
func language(tag string) string {
	first, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return first
}
