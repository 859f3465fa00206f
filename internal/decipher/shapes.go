package decipher

import (
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/internal/limits"
)

// shapes finds the characters of outlines in fonts whose codes are known.
type shapes struct {
	speaking []*font.Font
	left     int                              // how many outlines may still be examined
	known    map[*font.Font]map[uint64]string // made on first use
}

func newShapes(speaking []*font.Font) *shapes {
	return &shapes{speaking: speaking, left: limits.DecipherShapes, known: map[*font.Font]map[uint64]string{}}
}

// plainSteps is the least number of steps of an outline that identifies a character in a font of
// another name. Outlines with fewer steps are bars, which are an l in one face and an I in another.
const plainSteps = 8

// sharedGlyphs returns the codes of f whose glyph another font has, with their texts, and the codes
// whose glyph is empty. It searches fonts of the same name first, since they are subsets of one font.
func (s *shapes) sharedGlyphs(f *Font) (found map[uint32]string, blank map[uint32]bool) {
	found, blank = map[uint32]string{}, map[uint32]bool{}
	codes := map[uint32]bool{}
	for _, code := range f.Codes {
		if code == Gap || codes[code] || s.left <= 0 {
			continue
		}
		codes[code] = true
		s.left--
		sum, steps := f.Shape(code)
		if steps == 0 {
			blank[code] = f.Advance(code) > 0
			continue
		}
		for _, sibling := range []bool{true, false} {
			if text := s.find(f, sum, steps, sibling); text != "" {
				found[code] = text
				break
			}
		}
	}
	return found, blank
}

// find searches a shape among the fonts with the name of f, or among the others.
func (s *shapes) find(f *Font, sum uint64, steps int, siblings bool) string {
	if !siblings && steps < plainSteps {
		return ""
	}
	for _, other := range s.speaking {
		if (other.Name == f.Name && f.Name != "") == siblings {
			if text := s.in(other)[sum]; text != "" {
				return text
			}
		}
	}
	return ""
}

// in returns the shapes of one font with their texts. A shape with several meanings has none.
func (s *shapes) in(f *font.Font) map[uint64]string {
	if known, ok := s.known[f]; ok {
		return known
	}
	known := map[uint64]string{}
	f.EachMeaning(limits.DecipherCodes, func(code uint32, text string) {
		if s.left <= 0 {
			return
		}
		s.left--
		sum, steps := f.Shape(code)
		if steps == 0 {
			return
		}
		if old, ok := known[sum]; ok && old != text {
			text = ""
		}
		known[sum] = text
	})
	s.known[f] = known
	return known
}
