package webfont

import (
	"cmp"
	"context"
	"slices"
)

// Face is a font of the document and its usage.
type Face struct {
	Source Source
	Usage  *Usage
}

// Set holds the fonts that Build made of some faces. Several goroutines may use it.
type Set struct {
	Families []*Family
	places   []map[Use]*Place // places of the uses of each face
	whole    []bool           // each use of a face has a place
}

// Place is where a Set has a use.
type Place struct {
	Family int    // index into Set.Families
	Text   string // the characters to write; "" if nothing is visible. A space is as wide as Family.Space
	// Private says that Text is a character of a private use area. It means nothing and must be
	// hidden from readers who do not see the page.
	Private bool

	glyph glyph
	gid   int
}

// Place returns the place of a use of a face. ok is false when no font of the set can show it: too
// many glyphs need its characters, browsers separate its characters, or its face has no glyph for
// it. The caller must draw such a glyph.
func (s *Set) Place(face int, use Use) (p *Place, ok bool) {
	if use.Width != use.Width {
		use.Width = 0
	}
	if p, ok = s.places[face][use]; !ok {
		p = nowhere
	}
	return p, ok
}

// nowhere is the place of a use without a place.
var nowhere = new(Place)

// ShowsAll reports whether each use that the usage of a face counted has a place.
func (s *Set) ShowsAll(face int) bool { return s.whole[face] }

// Kern returns by how many ems the fonts move right away from left if it follows left in a line.
func (s *Set) Kern(left, right *Place) float32 {
	if left.Family != right.Family || left.Text == "" || right.Text == "" {
		return 0
	}
	f := s.Families[left.Family]
	return float32(f.kerns[[2]int{left.gid, right.gid}]) / float32(f.em)
}

// Build writes the fonts that show what the usages of faces counted. Writers make parts of one font
// for each page. Build joins such faces: those of one document with the same font.Font.Name are
// nearly always parts of one font.
func Build(ctx context.Context, faces []Face) (*Set, error) {
	shapes, err := newShapes(faces)
	if err != nil {
		return nil, err
	}
	c := &cast{shapes: shapes}
	set := &Set{places: make([]map[Use]*Place, len(faces)), whole: make([]bool, len(faces))}
	for i := range faces {
		set.places[i] = make(map[Use]*Place, len(faces[i].Usage.uses))
	}
	candidates := c.candidates(ctx, faces)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, p := range candidates {
		if place, ok := c.place(p); ok {
			set.places[p.face][p.use] = &place
		}
	}
	for i, f := range faces {
		set.whole[i] = len(set.places[i]) == len(f.Usage.uses) && !f.Usage.refused
	}
	if len(c.drafts) == 0 {
		return nil, &Error{Code: NothingShown, Face: -1}
	}
	space := spaceOf(faces)
	for _, d := range c.drafts {
		set.Families = append(set.Families, d.number(shapes, space))
	}
	set.settle(c.drafts)
	set.kern(faces)
	for i, f := range set.Families {
		if err := f.write(c.drafts[i], shapes); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// usualSpace is the advance of a space in ems if nothing gives it.
const usualSpace = .25

// spaceOf returns the advance in ems of spaces that the document does not show.
func spaceOf(faces []Face) float32 {
	for _, f := range faces {
		if f.Usage.Space > 0 {
			return f.Usage.Space
		}
	}
	return usualSpace
}

// settle sets the glyph numbers of the places.
func (s *Set) settle(drafts []*draft) {
	for _, places := range s.places {
		for _, p := range places {
			if p.Text != "" {
				p.gid = drafts[p.Family].gidOf(p.Text, p.glyph)
			}
		}
	}
}

// kern counts the gaps between glyphs over all faces, and gives each pair its most frequent gap.
func (s *Set) kern(faces []Face) {
	counts := make([]map[[2]int]gaps, len(s.Families))
	for i := range counts {
		counts[i] = make(map[[2]int]gaps)
	}
	for i, f := range faces {
		uses := f.Usage.uses
		for m, n := range f.Usage.moves {
			left, ok := s.places[i][uses[m.before].use]
			right, also := s.places[i][uses[m.after].use]
			if !ok || !also || !kernable(left, right) {
				continue
			}
			key := [2]int{left.gid, right.gid}
			g := counts[left.Family][key]
			if g == nil {
				g = make(gaps, 1)
				counts[left.Family][key] = g
			}
			g[m.gap] += n
		}
	}
	for i, f := range s.Families {
		f.kern(counts[i])
	}
}

// kernable reports whether a font can set the distance of two glyphs. It cannot for spaces, which have the
// width that the line needs, and for lines from right to left, which have their gaps on the other side.
func kernable(left, right *Place) bool {
	return left.Family == right.Family && left.Text != "" && right.Text != "" && left.Text != " " && right.Text != " " &&
		!isRightToLeft(left.Text) && !isRightToLeft(right.Text)
}

// gaps counts, by gap in thousandths of an em, how often a pair of glyphs was moved apart.
type gaps map[int16]int

// usual returns the most frequent gap. Of equally frequent gaps it returns the one nearest to 0.
func (g gaps) usual() int16 {
	best, most := int16(0), 0
	for gap, n := range g {
		if n > most || n == most && cmp.Or(cmp.Compare(abs(gap), abs(best)), cmp.Compare(gap, best)) < 0 {
			best, most = gap, n
		}
	}
	return best
}

func abs(v int16) int16 { return max(v, -v) }

// kern stores the gaps that are not 0 in units of f.
func (f *Family) kern(counts map[[2]int]gaps) {
	type counted struct {
		kern
		count int
	}
	var list []counted
	for pair, g := range counts {
		gap := g.usual()
		if units := int(gap) * f.em / perMille; units != 0 {
			list = append(list, counted{kern{pair[0], pair[1], units}, g[gap]})
		}
	}
	slices.SortFunc(list, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.left, b.left), cmp.Compare(a.right, b.right))
	})
	list = list[:min(len(list), maxKerns)]
	f.kerns = make(map[[2]int]int, len(list))
	for _, k := range list {
		f.kerns[[2]int{k.left, k.right}] = k.units
	}
}
