package score

import "math/bits"

// common returns the length of the longest common subsequence of two texts.
// Each row of the matrix is a number of many words, one bit a character, so that
// a page of text costs microseconds (Crochemore and others, 2001; Hyyrö, 2004).
func common(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	blocks := (len(a) + 63) / 64
	where := positions(a, blocks)
	row := make([]uint64, blocks)
	for i := range row {
		row[i] = ^uint64(0)
	}
	for _, r := range b {
		match, ok := where[r]
		if !ok {
			continue
		}
		var carry uint64
		for i, v := range row {
			u := v & match[i]
			sum, c := bits.Add64(v, u, carry)
			row[i], carry = sum|(v&^u), c
		}
	}
	n := 0
	for i, v := range row {
		if last := len(a) - 64*i; last < 64 {
			v |= ^uint64(0) << last
		}
		n += bits.OnesCount64(^v)
	}
	return n
}

// positions returns for each character of a text the bits of its places.
func positions(a []rune, blocks int) map[rune][]uint64 {
	where := map[rune][]uint64{}
	for i, r := range a {
		if where[r] == nil {
			where[r] = make([]uint64, blocks)
		}
		where[r][i/64] |= 1 << (i % 64)
	}
	return where
}

// ratio returns 2·common/(n+m), 1 for two empty texts.
func ratio(a, b []rune) float64 { return f1(float64(common(a, b)), len(a), len(b)) }

// distance returns Levenshtein's distance of two texts, with the columns of the
// matrix as differences in bits (Myers, 1999, in blocks as Hyyrö has it, 2003).
func distance(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	blocks := (len(a) + 63) / 64
	where := positions(a, blocks)
	plus, minus := make([]uint64, blocks), make([]uint64, blocks)
	for i := range plus {
		plus[i] = ^uint64(0)
	}
	none := make([]uint64, blocks)
	last := uint64(1) << ((len(a) - 1) % 64)
	score := len(a)
	for _, r := range b {
		match := where[r]
		if match == nil {
			match = none
		}
		// The row above the first one rises by one with every character.
		carryPlus, carryMinus := uint64(1), uint64(0)
		for i := range blocks {
			p, m, eq := plus[i], minus[i], match[i]
			x := eq | m
			eq |= carryMinus
			d := ((eq & p) + p) ^ p | eq
			hp, hm := m|^(d|p), p&d
			if i == blocks-1 {
				if hp&last != 0 {
					score++
				} else if hm&last != 0 {
					score--
				}
			}
			nextPlus, nextMinus := hp>>63, hm>>63
			hp, hm = hp<<1|carryPlus, hm<<1|carryMinus
			plus[i], minus[i] = hm|^(x|hp), hp&x
			carryPlus, carryMinus = nextPlus, nextMinus
		}
	}
	return score
}

// alike returns 1 − distance/length of the longer text, or 1 for two empty texts.
func alike(a, b []rune) float64 {
	longer := max(len(a), len(b))
	if longer == 0 {
		return 1
	}
	return 1 - float64(distance(a, b))/float64(longer)
}

// Alike returns how similar two texts are: 1 − Levenshtein distance/length of the longer text.
func Alike(a, b string) float64 { return alike([]rune(a), []rune(b)) }

// pair says that thing i of the truth is thing j of the output.
type pair struct{ i, j int }

// inOrder returns pairs of n and m things, rising in both, with the greatest sum of weights. A weight of 0 makes
// no pair.
func inOrder(n, m int, weight func(i, j int) float64) []pair {
	best := make([][]float64, n+1)
	for i := range best {
		best[i] = make([]float64, m+1)
	}
	of := make([]float64, n*m)
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			w := weight(i, j)
			of[i*m+j] = w
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if w > 0 {
				best[i][j] = max(best[i][j], best[i+1][j+1]+w)
			}
		}
	}
	var pairs []pair
	for i, j := 0, 0; i < n && j < m; {
		switch w := of[i*m+j]; {
		case w > 0 && best[i][j] == best[i+1][j+1]+w:
			pairs = append(pairs, pair{i, j})
			i++
			j++
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// aligned returns the pairs of equal words on a longest common subsequence.
//
// Equal beginnings and ends are paired first. The rest needs a matrix of bytes, one for each two words: documents
// of this corpus have some thousand words.
func aligned(a, b []string) []pair {
	var pairs []pair
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		pairs = append(pairs, pair{from, from})
		from++
	}
	endA, endB := len(a), len(b)
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	x, y := numbered(a[from:endA], b[from:endB])
	for _, p := range middle(x, y) {
		pairs = append(pairs, pair{from + p.i, from + p.j})
	}
	for k := range len(a) - endA {
		pairs = append(pairs, pair{endA + k, endB + k})
	}
	return pairs
}

// numbered gives equal words equal numbers, which are quicker to compare.
func numbered(a, b []string) (x, y []int32) {
	ids := map[string]int32{}
	number := func(list []string) []int32 {
		out := make([]int32, len(list))
		for i, w := range list {
			id, ok := ids[w]
			if !ok {
				id = int32(len(ids))
				ids[w] = id
			}
			out[i] = id
		}
		return out
	}
	return number(a), number(b)
}

// Steps on the way through the matrix of two texts.
const (
	stepPair = iota
	stepTruth
	stepOutput
)

// middle returns the pairs of a longest common subsequence.
func middle(a, b []int32) []pair {
	m := len(b)
	way := make([]byte, len(a)*m)
	below, row := make([]int32, m+1), make([]int32, m+1)
	for i := len(a) - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			switch {
			case a[i] == b[j]:
				row[j] = below[j+1] + 1
			case below[j] >= row[j+1]:
				row[j], way[i*m+j] = below[j], stepTruth
			default:
				row[j], way[i*m+j] = row[j+1], stepOutput
			}
		}
		below, row = row, below
		row[m] = 0
	}
	var pairs []pair
	for i, j := 0, 0; i < len(a) && j < m; {
		switch way[i*m+j] {
		case stepPair:
			pairs = append(pairs, pair{i, j})
			i++
			j++
		case stepTruth:
			i++
		default:
			j++
		}
	}
	return pairs
}
