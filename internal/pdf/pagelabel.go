package pdf

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/roman"
)

// labelRange is a page label dictionary (clause 12.4.2) together with the index of the first page of its range.
type labelRange struct {
	start  int
	style  Name
	prefix string
	first  int
}

const (
	// maxAlphabetic is the largest number that is written in letters: Z, 100 times.
	maxAlphabetic = 26 * 100

	// maxLabelPrefix is the most bytes of a prefix, which every page repeats.
	maxLabelPrefix = 256

	// maxFirstLabel is the largest first number. It leaves room to count on.
	maxFirstLabel = 1 << 30
)

// PageLabel returns the label of page n (clause 12.4.2), or "" when the document gives none.
func (d *Document) PageLabel(n int) string {
	d.trees.labels.Do(func() { d.trees.labelRanges = d.readPageLabels() })
	ranges := d.trees.labelRanges
	i, found := slices.BinarySearchFunc(ranges, n-1, func(r labelRange, page int) int {
		return cmp.Compare(r.start, page)
	})
	if !found {
		i--
	}
	if i < 0 || n > d.PageCount() {
		return ""
	}
	return ranges[i].label(n - 1)
}

func (d *Document) readPageLabels() []labelRange {
	var ranges []labelRange
	d.leaves(d.Catalog().Raw("PageLabels"), "Nums", func(key, value Object) bool {
		start := d.Int(key, -1)
		if start < 0 || start >= d.PageCount() {
			return true
		}
		dict := d.Dict(value)
		left := allowance(maxLabelPrefix)
		ranges = append(ranges, labelRange{
			start:  start,
			style:  d.Name(dict.Raw("S")),
			prefix: left.text(d, dict.Raw("P")),
			first:  min(max(1, d.Int(dict.Raw("St"), 1)), maxFirstLabel),
		})
		return len(ranges) < limits.Pages
	})
	slices.SortStableFunc(ranges, func(a, b labelRange) int { return cmp.Compare(a.start, b.start) })
	return slices.CompactFunc(ranges, func(a, b labelRange) bool { return a.start == b.start })
}

// label returns the label of the page with index page, which is in the range.
func (r labelRange) label(page int) string {
	return r.prefix + numeral(r.style, r.first+page-r.start)
}

// numeral writes n, at least 1, in a numbering style of Table 161. It returns "" for none.
func numeral(style Name, n int) string {
	switch {
	case style == "":
		return ""
	case style == "R" && n <= roman.Most:
		return strings.ToUpper(roman.Format(n))
	case style == "r" && n <= roman.Most:
		return roman.Format(n)
	case style == "A" && n <= maxAlphabetic:
		return alphabetic('A', n)
	case style == "a" && n <= maxAlphabetic:
		return alphabetic('a', n)
	}
	return strconv.Itoa(n) // D, and numbers that the style cannot write
}

// alphabetic returns A to Z, then AA to ZZ, AAA to ZZZ and so on.
func alphabetic(a byte, n int) string {
	return strings.Repeat(string(rune(int(a)+(n-1)%26)), (n-1)/26+1)
}
