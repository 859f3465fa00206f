package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// A design is the data for a fit: the candidates that are not in doubt, and their signs.
type design struct {
	bar      float64
	signs    []string  // in the order of their names
	now      []float64 // what each sign adds today
	often    []int     // how many candidates have the sign
	examples []example
	of       []candidate // the candidate of each example
}

var (
	errNothing  = errors.New("nothing to fit: candidates of both kinds are needed")
	errTwoBars  = errors.New("one rule, two thresholds")
	errTwoAdds  = errors.New("one sign, two weights")
	errOtherSum = errors.New("the signs do not give the verdict of the rule")
)

// newDesign collects the signs, and what they add.
func newDesign(all []candidate) (*design, error) {
	d := &design{}
	adds := map[string]float64{}
	is := 0
	for _, c := range all {
		if c.truth == unsure {
			continue
		}
		d.of = append(d.of, c)
		if c.truth == yes {
			is++
		}
		if d.bar == 0 {
			d.bar = c.bar
		}
		if c.bar != d.bar {
			return nil, fmt.Errorf("%w: %g and %g", errTwoBars, d.bar, c.bar)
		}
		for _, s := range c.signs {
			was, known := adds[s.name]
			switch {
			case !known:
				d.signs = append(d.signs, s.name)
				adds[s.name] = s.add
			case was == 0:
				adds[s.name] = s.add // a rule adds nothing if a sign could not matter
			case s.add != 0 && s.add != was:
				return nil, fmt.Errorf("%w: %s %+.2f and %+.2f", errTwoAdds, s.name, was, s.add)
			}
		}
	}
	if is == 0 || is == len(d.of) {
		return nil, errNothing
	}
	slices.Sort(d.signs)
	d.now, d.often = make([]float64, len(d.signs)), make([]int, len(d.signs))
	for i, name := range d.signs {
		d.now[i] = adds[name]
	}
	return d, d.read()
}

// read makes examples of the candidates.
func (d *design) read() error {
	for i := range d.of {
		c := &d.of[i]
		e := example{is: c.truth == yes}
		for _, s := range c.signs {
			at, _ := slices.BinarySearch(d.signs, s.name)
			if slices.Contains(e.signs, at) {
				continue
			}
			e.signs = append(e.signs, at)
			d.often[at]++
		}
		slices.Sort(e.signs)
		d.examples = append(d.examples, e)
		// A sum at the bar may fall on either side of it by the rounding of its terms.
		if over := (sum{d.now, d.bar}).of(e.signs) - d.bar; math.Abs(over) > sumSlack && over > 0 != c.given {
			return fmt.Errorf("%w: %q of %s", errOtherSum, c.text, c.document)
		}
	}
	return nil
}

// A sum decides as a rule does: it compares the sum of weights with a bar.
type sum struct {
	weights []float64
	bar     float64
}

// sumSlack is less than the smallest difference of two sums of weights with two decimals.
const sumSlack = 0.001

// of a miss, if a false positive costs 1; F1 has 1
func (s sum) of(signs []int) float64 {
	total := 0.0
	for _, i := range signs {
		total += s.weights[i]
	}
	return total
}

func (s sum) reaches(signs []int) bool { return s.of(signs) > s.bar-sumSlack }

// A price is the cost of weights and mistakes.
type price struct {
	ridge float64 // of a weight
	beta  float64 // of a miss, where a candidate that is wrongly taken costs 1: F1 has 1
}

// fit returns weights for a bar, with two decimals. It uses logistic regression. The cut is where F is best on the
// examples. The weights are scaled so that this cut is the bar.
func (d *design) fit(examples []example, p price) (sum, error) {
	w, err := fitWeights(examples, len(d.signs), p.ridge)
	if err != nil {
		return sum{}, err
	}
	intercept := w[len(w)-1]
	cut := bestCut(examples, w, p.beta) - intercept
	if !(cut > 0) {
		return sum{}, fmt.Errorf("%w: without any sign a candidate is one", errNothing)
	}
	s := sum{weights: make([]float64, len(d.signs)), bar: d.bar}
	for i := range s.weights {
		s.weights[i] = math.Round(w[i]/cut*d.bar*100) / 100
	}
	return s, nil
}

// bestCut returns the log odds of the cut with the best F, in which recall counts beta times as much as precision.
// The cut is in the middle between two values that occur.
func bestCut(examples []example, w []float64, beta float64) float64 {
	type scored struct {
		score float64
		is    bool
	}
	list, all := make([]scored, len(examples)), 0
	for i, e := range examples {
		list[i] = scored{logOdds(w, e.signs), e.is}
		if e.is {
			all++
		}
	}
	slices.SortStableFunc(list, func(a, b scored) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	cut, best, hits := math.Inf(1), 0.0, 0
	for i := range list {
		if list[i].is {
			hits++
		}
		if i+1 < len(list) && list[i+1].score > list[i].score-sameScore {
			continue
		}
		if f := (1 + beta*beta) * float64(hits) / (float64(i+1) + beta*beta*float64(all)); f > best {
			best = f
			cut = list[i].score - 1
			if i+1 < len(list) {
				cut = (list[i].score + list[i+1].score) / 2
			}
		}
	}
	return cut
}

// sameScore is the greatest difference of scores of candidates with the same signs.
const sameScore = 1e-9
