package infer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// A numbered part is a line that begins with the number of a section: a heading, or one that lacks no more than
// sequenceWeight to be one.
type numberedPart struct {
	p      *part
	number []int // 3.2.1: 3, 2, 1
	sure   bool  // it is a heading
	leads  bool  // other text follows it before the next numbered part
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// sequenceWeight is what a numbered line may lack to be a heading where the numbers of sequenceLeast such lines, and of
	// sequenceShare of all, follow one another.
	sequenceWeight = 0.2
	sequenceLeast  = 4
	sequenceShare  = 0.75
)

// claimSequence makes headings of numbered lines that the type does not tell from the text, as in scans whose headings are
// in italics, where their numbers follow one another over the document:
//
//	3.1 Introduction                 follows 3
//	It is a paradox that ...
//	3.1.1 Discrete units             follows 3.1
//	3.2 The particulate principle    follows 3.1.1, since 2 follows 1
//	5.7 percent of the children      follows nothing
//
// Lists count one by one, and so do numbered paragraphs: a number of one part is taken only where its first part follows, and
// nothing is taken where most lines are followed by the next at once, as the questions of a form are.
func (d *draft) claimSequence(found map[*part]numberedPart) {
	var list []numberedPart
	for p := range d.all() {
		if n, ok := found[p]; ok {
			list = append(list, n)
		} else if len(list) > 0 && p.count > 0 && p.role != semantic.Artifact {
			list[len(list)-1].leads = true
		}
	}
	var headings []numberedPart
	candidates, leading := 0, 0
	for i, n := range list {
		if n.sure {
			continue
		}
		behind := i+1 < len(list) && numberFollows(n.number, list[i+1].number)
		counts := behind || i > 0 && numberFollows(list[i-1].number, n.number)
		if len(n.number) == 1 {
			if counts = behind && len(list[i+1].number) == 2; !counts {
				continue
			}
		}
		candidates++
		if counts {
			headings = append(headings, n)
		}
		if counts && n.leads {
			leading++
		}
	}
	if len(headings) < sequenceLeast || 2*leading < len(headings) || float64(len(headings)) < sequenceShare*float64(candidates) {
		return
	}
	for _, n := range headings {
		d.claim(n.p, semantic.H, because("heading", headingWeight, fmt.Sprintf("its number follows, as those of %d lines do", len(headings))))
	}
}

// numberOfSection is the number that text begins with; nil without one of digits alone.
func numberOfSection(text string, n words.Number) []int {
	if n.Kind != '1' || n.Word || n.Open || n.Suffix != 0 && n.Suffix != '.' {
		return nil
	}
	var number []int
	for s := range strings.SplitSeq(strings.TrimRight(text[:n.Bytes], ". \u00a0\t"), ".") {
		v, err := strconv.Atoi(s)
		if err != nil {
			return nil
		}
		number = append(number, v)
	}
	return number
}

// numberFollows reports whether section b may come right behind section a: it is its first part, or the one behind it or
// behind what it is a part of.
func numberFollows(a, b []int) bool {
	last := len(b) - 1
	if last < 0 || last > len(a) || !slices.Equal(a[:last], b[:last]) {
		return false
	}
	if last == len(a) {
		return b[last] <= 1
	}
	return b[last] == a[last]+1
}
