package a11y

import "context"

// page is a document while it is checked: its tree and what is computed of it
// once for all rules.
type page struct {
	*accessTree
	max int // findings kept of a rule and outcome

	// inactiveNames are ids that disabled elements are labelled by, inactiveLabels the
	// labels looked at and whether their control is disabled; built on demand.
	inactiveNames  map[string]bool
	inactiveLabels map[node]bool
	// lastLevel is the level of the last heading seen, 0 before the first.
	lastLevel  int
	regions    []landmarkNode    // built on demand by landmarks
	table      grid              // of the last table looked at
	textBlocks map[node]bool     // whether blocks around links are running text, by block
	refresh    node              // the meta element that makes the browser reload; none before it is seen
	ownersByID map[string][]node // elements with aria-owns; built on demand
	popups     map[string]bool   // ids that comboboxes control; built on demand

	scriptsRead, focusScripts bool // a script listens to the focus; see scriptsFocus
}

// newPage is the document of a tree. stylesheet is Options.Stylesheet; of each rule and
// outcome max findings are kept.
func newPage(t *tree, stylesheet func(href string) (text string, ok bool), max int) *page {
	return &page{accessTree: newAccessTree(newStyledTree(t, stylesheet)), max: max, refresh: none}
}

// tally is what one rule found.
type tally struct {
	rule     *rule
	counts   [failed + 1]int
	findings [failed + 1][]finding // of cantTell and failed
}

// finding is a node that is reported.
type finding struct {
	node node
	verdict
}

// note counts a verdict and keeps it when there is something to say. Once the work on names is
// used up, what seems to be a violation may be none.
func (p *page) note(t *tally, n node, v verdict) {
	if v.outcome == failed && p.exhausted() {
		v = unsure("the document refers to itself too often to be sure: " + v.message)
	}
	if t.counts[v.outcome]++; v.outcome >= cantTell && len(t.findings[v.outcome]) < p.max {
		t.findings[v.outcome] = append(t.findings[v.outcome], finding{n, v})
	}
}

// contextEvery is how many elements are checked between looks at the context.
const contextEvery = 1 << 14

// run walks the document once and gives each element to the rules that look at it.
func (p *page) run(ctx context.Context, selected []*rule) ([]tally, error) {
	tallies := make([]tally, len(selected))
	var d dispatch
	for i, r := range selected {
		tallies[i].rule = r
		if r.each != nil {
			d.add(&tallies[i])
		}
	}
	for n := range p.count() {
		if n%contextEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e := p.at(n)
		if e.flags&inTemplate != 0 {
			continue
		}
		for _, t := range d.byTag[e.tag] {
			p.note(t, n, t.rule.each(p, n))
		}
		if e.flags&d.flags == 0 {
			continue
		}
		for _, t := range d.byFlag {
			if e.flags&t.rule.on.flags != 0 && !listens(t.rule, e.tag) {
				p.note(t, n, t.rule.each(p, n))
			}
		}
	}
	for i := range tallies {
		if t := &tallies[i]; t.rule.whole != nil {
			t.rule.whole(p, func(n node, v verdict) { p.note(t, n, v) })
		}
	}
	return tallies, ctx.Err()
}

// dispatch finds the rules for an element.
type dispatch struct {
	byTag  [tagCount][]*tally
	byFlag []*tally
	flags  flags
}

func (d *dispatch) add(t *tally) {
	for i := range d.byTag {
		if listens(t.rule, tag(i)) {
			d.byTag[i] = append(d.byTag[i], t)
		}
	}
	if t.rule.on.flags != 0 {
		d.byFlag = append(d.byFlag, t)
		d.flags |= t.rule.on.flags
	}
}

// listens reports whether a rule looks at all elements of a tag.
func listens(r *rule, t tag) bool {
	if r.on.all {
		return true
	}
	for _, on := range r.on.tags {
		if on == t {
			return true
		}
	}
	return false
}
