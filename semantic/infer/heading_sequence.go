package infer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/semantic"
	"github.com/pagelift/pagelift/semantic/infer/internal/words"
)

// numberedPart is a line that begins with the number of a section. It is a heading, or lacks at most
// sequenceWeight to be one.
type numberedPart struct {
	p      *part
	number []int // 3, 2, 1 for 3.2.1
	sure   bool  // it is a heading
	leads  bool  // other text follows it before the next numbered part
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// sequenceWeight is the most that a numbered line may lack to be a heading if its number follows that of
	// another. There must be sequenceLeast such lines, and sequenceShare of all numbered lines must follow.
	sequenceWeight = 0.2
	sequenceLeast  = 4
	sequenceShare  = 0.75
)

// claimSequence makes headings of numbered lines that the type does not show to be headings, if their numbers
// follow one another over the document. In some scans headings are in italics only:
//
//	3.1 Introduction                 follows 3
//	It is a paradox that ...
//	3.1.1 Discrete units             follows 3.1
//	3.2 The particulate principle    follows 3.1.1, since 2 follows 1
//	5.7 percent of the children      follows nothing
//
// Lists and numbered paragraphs count one by one. So a number such as 3 counts only if 3.1 follows. If most
// of the lines are followed by the next one at once, as the questions of a form are, none is a heading.
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

// numberOfSection returns the number at the start of text if it has only digits and points, else nil.
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

// numberFollows reports whether section b may come right behind section a: 3.1 behind 3, 3.2 behind 3.1 or
// 3.1.1.
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
