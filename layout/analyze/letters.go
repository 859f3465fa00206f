package analyze

import (
	"cmp"
	"slices"
)

// joinLetters joins letters that stand near each other into one picture: text of a bitmap font without
// Unicode becomes one picture, not one for each letter:
//
//	+-+ +-+ +-+   +-+ +-+      ...   +-+
//	|T| |h| |e|   |o| |l|            |d|   apart
//	+-+ +-+ +-+   +-+ +-+            +-+
//	+-+ +-+ ...   one picture
func joinLetters(letters []placed) []placed {
	if len(letters) < 2 {
		return letters
	}
	slices.SortFunc(letters, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.box.Y0, b.box.Y0), cmp.Compare(a.box.X0, b.box.X0), cmp.Compare(a.parts[0], b.parts[0]))
	})
	leader := make([]int, len(letters)) // by letter: the first of the letters that it is joined with
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	for i := range letters {
		leader[i] = i
		for k := i - 1; k >= max(i-lettersSought, 0); k-- {
			if nearLetters(&letters[i], &letters[k]) {
				a, b := find(i), find(k)
				leader[max(a, b)] = min(a, b)
			}
		}
	}
	var joined []placed
	at := make(map[int]int, 1)
	for i := range letters {
		first := find(i)
		k, known := at[first]
		if !known {
			at[first] = len(joined)
			joined = append(joined, placed{letters[i].box, letters[i].mark, slices.Clone(letters[i].parts)})
			continue
		}
		p := &joined[k]
		p.box = p.box.Union(letters[i].box)
		p.parts = append(p.parts, letters[i].parts...)
	}
	for i := range joined {
		slices.Sort(joined[i].parts)
	}
	return joined
}

const (
	// letterReach is how far apart letters of one text are at most, in heights of the taller one: two
	// lines, or two words in columns of a table.
	letterReach = 2.5
	// lettersSought is how many letters before it a letter is compared with: those of two lines.
	lettersSought = 400
)

// nearLetters reports whether two letters are of one text.
func nearLetters(a, b *placed) bool {
	reach := letterReach * max(a.box.Height(), b.box.Height())
	return a.mark == b.mark &&
		a.box.X0-b.box.X1 <= reach && b.box.X0-a.box.X1 <= reach &&
		a.box.Y0-b.box.Y1 <= reach && b.box.Y0-a.box.Y1 <= reach
}
