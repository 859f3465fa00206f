package analyze

import (
	"slices"

	"github.com/pagelift/pagelift/layout"
)

// evenRecognised gives recognised text that is nearly as large as most of it on the
// page that size: programs for text recognition fit the size of each word to its
// picture, and its letters with and without tails make it another one each time.
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
	s.widenFitted(sizes, all)
	em := usualOf(sizes, all, func(w *weighedSize) float32 { return w.em })
	height := usualOf(sizes, all, func(w *weighedSize) float32 { return w.height })
	for i := range s.runs {
		info := &s.runs[i]
		if s.sizeGuessed(i) && info.height < recognisedEven*height && height < recognisedEven*info.height {
			info.em, info.height = em, height
		}
	}
}

// widenFitted gives recognised text of fixed width the size of the letters in the picture,
// where the words have widths of their own: some programs set each in Courier, as large
// as makes it as wide as in the picture, and the letters of other fonts are narrower in
// their size. Words of a typewriter come out alike.
func (s *runStage) widenFitted(sizes []weighedSize, all int32) {
	wide := s.fixedWidth(all)
	if wide <= proportional {
		return
	}
	em := usualOf(sizes, all, func(w *weighedSize) float32 { return w.em })
	alike := int32(0)
	for i := range sizes {
		if abs(sizes[i].em-em) <= typewriter*em {
			alike += sizes[i].count
		}
	}
	if 2*alike > all {
		return
	}
	for i := range s.runs {
		if s.sizeGuessed(i) {
			s.runs[i].em, s.runs[i].height = s.runs[i].em*wide/proportional, s.runs[i].height*wide/proportional
		}
	}
	for i := range sizes {
		sizes[i].em, sizes[i].height = sizes[i].em*wide/proportional, sizes[i].height*wide/proportional
	}
}

// fixedWidth is the advance in ems of the fonts of fixed width in which most recognised text
// is set, all its glyphs being so many; 0: there is none.
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

// sizeGuessed reports whether the size of run i was fitted to its picture. Runs with the
// origin FromOCR have one that was measured on their line.
func (s *runStage) sizeGuessed(i int) bool {
	return s.runs[i].recognised && s.c.Runs[i].Origin != layout.FromOCR
}

// weighedSize is the size of a run and how many glyphs have it.
type weighedSize struct {
	em, height float32
	count      int32
}

// usualOf is the size that half of all glyphs do not exceed.
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
