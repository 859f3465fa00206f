package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// counts are the right and wrong decisions of a classifier.
type counts struct{ hit, wrong, missed int }

func (c *counts) add(says, is bool) {
	switch {
	case says && is:
		c.hit++
	case says:
		c.wrong++
	case is:
		c.missed++
	}
}

func (c counts) precision() float64 { return share(c.hit, c.hit+c.wrong) }
func (c counts) recall() float64    { return share(c.hit, c.hit+c.missed) }
func (c counts) f1() float64        { return share(2*c.hit, 2*c.hit+c.wrong+c.missed) }

// share returns n/of, or 1 if of is zero: then nothing could be missed.
func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// A comparison compares the weights of a rule with fitted ones.
type comparison struct {
	design  *design
	by      string
	held    [][]string // the sources that are held out together
	now     *tally
	fitted  *tally // each source by weights that were fitted on the others
	all     sum    // fitted on all sources
	between [][2]float64
	alone   []*tally // with the current weights, but one that is fitted
}

// A tally counts over all documents, and for each set and document.
type tally struct {
	all       counts
	sets      map[string]*counts
	documents map[string]*counts
}

func newTally() *tally {
	return &tally{sets: map[string]*counts{}, documents: map[string]*counts{}}
}

func (t *tally) add(c *candidate, says bool) {
	is := c.truth == yes
	t.all.add(says, is)
	for _, in := range []struct {
		list map[string]*counts
		key  string
	}{{t.sets, c.set}, {t.documents, c.set + "/" + c.document}} {
		if in.list[in.key] == nil {
			in.list[in.key] = &counts{}
		}
		in.list[in.key].add(says, is)
	}
}

// mean returns the mean F1 of the documents that have what the rule looks for.
func (t *tally) mean() float64 {
	total, n := 0.0, 0
	for _, name := range sortedKeys(t.documents) {
		if c := t.documents[name]; c.hit+c.missed > 0 {
			total += c.f1()
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return total / float64(n)
}

// compare holds out one part of the sources after the other.
func (d *design) compare(by string, folds int, cost price) (*comparison, error) {
	c := &comparison{design: d, by: by, now: newTally(), fitted: newTally()}
	c.held = d.parts(by, folds)
	if len(c.held) < 2 {
		return nil, fmt.Errorf("%w: one %s alone", errNothing, by)
	}
	today := sum{d.now, d.bar}
	for range d.signs {
		c.alone = append(c.alone, newTally())
		c.between = append(c.between, [2]float64{math.Inf(1), math.Inf(-1)})
	}
	for _, part := range c.held {
		var on []example
		for i, e := range d.examples {
			if !slices.Contains(part, d.of[i].heldBy(by)) {
				on = append(on, e)
			}
		}
		s, err := d.fit(on, cost)
		if err != nil {
			return nil, fmt.Errorf("without %s: %w", strings.Join(part, ", "), err)
		}
		for i, v := range s.weights {
			c.between[i][0], c.between[i][1] = min(c.between[i][0], v), max(c.between[i][1], v)
		}
		for i, e := range d.examples {
			if of := &d.of[i]; slices.Contains(part, of.heldBy(by)) {
				c.now.add(of, of.given)
				c.fitted.add(of, s.reaches(e.signs))
				c.addAlone(of, e.signs, today, s)
			}
		}
	}
	var err error
	c.all, err = d.fit(d.examples, cost)
	return c, err
}

// addAlone counts the decisions by the current weights with one of them replaced by the fitted one, for each
// weight in turn.
func (c *comparison) addAlone(of *candidate, signs []int, today, fitted sum) {
	total := today.of(signs)
	for i, t := range c.alone {
		with := total
		if slices.Contains(signs, i) {
			with += fitted.weights[i] - today.weights[i]
		}
		t.add(of, with > today.bar-sumSlack)
	}
}

// heldBy returns the group with which a candidate is held out.
func (c *candidate) heldBy(by string) string {
	if by == "set" {
		return c.set
	}
	return c.set + "/" + c.source
}

// parts divides the sources into n parts. The source with the most candidates comes first. Each source goes into
// the part with the fewest candidates so far.
func (d *design) parts(by string, n int) [][]string {
	size := map[string]int{}
	for i := range d.of {
		size[d.of[i].heldBy(by)]++
	}
	names := sortedKeys(size)
	slices.SortStableFunc(names, func(a, b string) int { return size[b] - size[a] })
	parts, full := make([][]string, min(n, len(names))), make([]int, min(n, len(names)))
	for _, name := range names {
		least := 0
		for k := range full {
			if full[k] < full[least] {
				least = k
			}
		}
		parts[least] = append(parts[least], name)
		full[least] += size[name]
	}
	return parts
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// table prints the comparison.
func (c *comparison) table() string {
	var b strings.Builder
	row := func(name string, t counts, mean string) {
		fmt.Fprintf(&b, "%-34s %9.3f %9.3f %9.3f %9s %6d %6d %6d\n", name, t.precision(), t.recall(), t.f1(), mean, t.hit, t.wrong, t.missed)
	}
	fmt.Fprintf(&b, "\n%-34s %9s %9s %9s %9s %6s %6s %6s\n", fmt.Sprintf("%d parts, held out by %s", len(c.held), c.by), "precision", "recall", "F1", "documents", "hit", "wrong", "missed")
	row("weights of today", c.now.all, fmt.Sprintf("%.3f", c.now.mean()))
	row("fitted on other sources", c.fitted.all, fmt.Sprintf("%.3f", c.fitted.mean()))
	on := newTally()
	for i, e := range c.design.examples {
		on.add(&c.design.of[i], c.all.reaches(e.signs))
	}
	row("fitted on the same", on.all, fmt.Sprintf("%.3f", on.mean()))
	for _, set := range sortedKeys(c.now.sets) {
		row(set+": today", *c.now.sets[set], "")
		row(set+": fitted", *c.fitted.sets[set], "")
	}
	fmt.Fprintf(&b, "\n%-46s %6s %6s %7s %15s %9s\n", fmt.Sprintf("sign (bar %.2f)", c.design.bar), "have", "today", "fitted", "parts", "alone")
	for i, name := range c.design.signs {
		fmt.Fprintf(&b, "%-46s %6d %+6.2f %+7.2f %+7.2f..%+6.2f %+9.4f%s\n", name, c.design.often[i], c.design.now[i], c.all.weights[i],
			c.between[i][0], c.between[i][1], c.alone[i].all.f1()-c.now.all.f1(), c.contradicts(i))
	}
	b.WriteString("\nalone: what F1 gains where this weight alone is the fitted one\n")
	return b.String()
}

// contradicts says if all parts contradict a weight: the fitted weight has the other sign, or differs by more than
// half.
func (c *comparison) contradicts(i int) string {
	now, low, high := c.design.now[i], c.between[i][0], c.between[i][1]
	switch {
	case now > 0 && high < 0, now < 0 && low > 0:
		return " OTHER SIGN"
	case now > 0 && (high < now/2 || low > now*3/2), now < 0 && (low > now/2 || high < now*3/2):
		return " off by half"
	}
	return ""
}
