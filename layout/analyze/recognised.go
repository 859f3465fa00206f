package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// recognisedEven is how far apart the sizes of recognised words of one text lie, as a factor: those of
	// a scanned journal have 7.9 to 12.8 points, around 9.8.
	recognisedEven = 1.3
	// sameFitted is how far apart the baselines of neighbouring words of one row lie whose sizes were
	// fitted, in ems.
	sameFitted = 0.15
	// fittedGap is the white in ems from which a gap may be that between columns.
	fittedGap = 2
	// proportional is the mean advance in ems of letters of text fonts (Times 0.43, Helvetica 0.48).
	// typewriter is how far apart the sizes of words of fixed width lie if the picture shows such a font
	// too: in a picture of a book half of the words were off by 6 %.
	proportional = 0.45
	typewriter   = 0.03
	centred      = 0.6
)

// evenRecognised gives recognised text the size that most of it on the page has, if its own size is near
// that. Programs for text recognition fit the size of each word to its picture, and letters with or
// without tails make it differ each time.
func (s *runStage) evenRecognised() {
	var sizes []weighedSize
	all := int32(0)
	for i := range s.runs {
		if info := &s.runs[i]; s.sizeGuessed(i) && info.frame >= 0 {
			n := s.c.Runs[i].Count
			sizes = append(sizes, weighedSize{info.em, info.height, n})
			all += n
		}
	}
	if all == 0 {
		return
	}
	if s.widenFitted(sizes, all) {
		s.evenRows(&sizes)
	}
	em := usualOf(sizes, all, func(w *weighedSize) float32 { return w.em })
	height := usualOf(sizes, all, func(w *weighedSize) float32 { return w.height })
	for i := range s.runs {
		info := &s.runs[i]
		if s.sizeGuessed(i) && info.height < recognisedEven*height && height < recognisedEven*info.height {
			info.em, info.height = em, height
		}
	}
}

// widenFitted corrects the size of recognised text in a font of fixed width. Some programs set each word
// in Courier, in the size that makes it as wide as in the picture; letters of other fonts are narrower at
// their size. The words then have different sizes, while the words of a typewriter come out alike. It
// reports whether there are such words.
func (s *runStage) widenFitted(sizes []weighedSize, all int32) bool {
	wide := s.fixedWidth(all)
	if wide <= proportional {
		return false
	}
	em := usualOf(sizes, all, func(w *weighedSize) float32 { return w.em })
	alike := int32(0)
	for i := range sizes {
		if abs(sizes[i].em-em) <= typewriter*em {
			alike += sizes[i].count
		}
	}
	if 2*alike > all {
		return false
	}
	for i := range s.runs {
		if s.sizeGuessed(i) {
			s.runs[i].em, s.runs[i].height = s.runs[i].em*wide/proportional, s.runs[i].height*wide/proportional
		}
	}
	for i := range sizes {
		sizes[i].em, sizes[i].height = sizes[i].em*wide/proportional, sizes[i].height*wide/proportional
	}
	return true
}

// evenRows gives the words of a row, up to a wide gap, the size that most of it has. Fitted to their
// widths, a word of narrow letters comes out small and a dash large:
//
//	On   peat  soils,  if           4.1, 3.0, 2.2 and 2.2 points in a page of 3.8
func (s *runStage) evenRows(sizes *[]weighedSize) {
	var guessed []int
	for i := range s.runs {
		if s.sizeGuessed(i) && s.runs[i].frame >= 0 && s.c.Runs[i].Count > 0 {
			guessed = append(guessed, i)
		}
	}
	baseline := func(i int) float32 { return s.c.Glyphs[s.c.Runs[i].First].Y }
	slices.SortStableFunc(guessed, func(a, b int) int { return compare(baseline(a), baseline(b)) })
	*sizes = (*sizes)[:0]
	for at := 0; at < len(guessed); {
		end := at + 1
		for end < len(guessed) && baseline(guessed[end])-baseline(guessed[end-1]) <= sameFitted*s.runs[guessed[end-1]].em {
			end++
		}
		row := guessed[at:end]
		slices.SortStableFunc(row, func(a, b int) int { return compare(s.startOf(a), s.startOf(b)) })
		for len(row) > 0 {
			n := 1 // words up to a gap that may be one between columns
			for n < len(row) && s.startOf(row[n])-s.endOf(row[n-1]) <= fittedGap*s.runs[row[n-1]].em {
				n++
			}
			*sizes = append(*sizes, s.evenWords(row[:n]))
			row = row[n:]
		}
		at = end
	}
}

// startOf and endOf return where the glyphs of run i begin and end.
func (s *runStage) startOf(i int) float32 { return s.c.Glyphs[s.c.Runs[i].First].X }

func (s *runStage) endOf(i int) float32 {
	last := &s.c.Glyphs[s.c.Runs[i].First+s.c.Runs[i].Count-1]
	return last.X + last.Advance
}

// evenWords gives runs the size that half of their glyphs do not exceed, and returns that size.
func (s *runStage) evenWords(runs []int) weighedSize {
	list, all := make([]weighedSize, 0, len(runs)), int32(0)
	for _, i := range runs {
		list = append(list, weighedSize{s.runs[i].em, s.runs[i].height, s.c.Runs[i].Count})
		all += s.c.Runs[i].Count
	}
	size := weighedSize{count: all}
	size.em = usualOf(list, all, func(w *weighedSize) float32 { return w.em })
	size.height = usualOf(list, all, func(w *weighedSize) float32 { return w.height })
	for _, i := range runs {
		s.runs[i].em, s.runs[i].height = size.em, size.height
	}
	return size
}

// fixedWidth returns the advance in ems of the fonts of fixed width in which most recognised text is set;
// 0: most is not. all is the number of its glyphs.
func (s *runStage) fixedWidth(all int32) float32 {
	count, width := int32(0), float32(0)
	for i := range s.runs {
		r := &s.c.Runs[i]
		if f := r.Font; s.sizeGuessed(i) && s.runs[i].frame >= 0 && f >= 0 && int(f) < len(s.c.Fonts) && s.c.Fonts[f].Mono {
			count, width = count+r.Count, max(width, s.c.Fonts[f].Space)
		}
	}
	if 2*count <= all {
		return 0
	}
	return width
}

// sizeGuessed reports whether the size of run i was fitted to its picture. The sizes of runs with the
// origin FromOCR were measured on their line.
func (s *runStage) sizeGuessed(i int) bool {
	return s.runs[i].recognised && s.c.Runs[i].Origin != layout.FromOCR
}

// weighedSize is the size of a run and how many glyphs have it.
type weighedSize struct {
	em, height float32
	count      int32
}

// usualOf returns the size that half of all glyphs do not exceed.
func usualOf(sizes []weighedSize, all int32, of func(*weighedSize) float32) float32 {
	slices.SortFunc(sizes, func(a, b weighedSize) int {
		switch x, y := of(&a), of(&b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	n := int32(0)
	for i := range sizes {
		if n += sizes[i].count; 2*n >= all {
			return of(&sizes[i])
		}
	}
	return of(&sizes[len(sizes)-1])
}
