package infer

import "slices"

// furnitureTypes are the subtypes of pagination artifacts (ISO 32000-2 clause
// 14.8.2.2.2).
var furnitureTypes = []string{"Header", "Footer", "PageNum", "Watermark", "LineNum", "Bates", "Redaction"}

// marked returns for each marked-content sequence of the page whether it is page
// furniture, or nil when none is. An artifact that does not name its kind counts here; its
// lines must also stand at the edge of the page, since some producers mark text that they
// could not place. If the marks cover the body of a page, none of them is believed.
func (s *sheet) marked() []bool {
	var marked []bool
	for i := range s.Marks {
		m := &s.Marks[i]
		inherited := marked != nil && m.Parent >= 0 && int(m.Parent) < i && marked[m.Parent]
		if !inherited && !s.isArtifactElement(i) && !(m.Artifact && (m.Subtype == "" || slices.Contains(furnitureTypes, m.Subtype))) {
			continue
		}
		if marked == nil {
			marked = make([]bool, len(s.Marks))
		}
		marked[i] = true
	}
	if s.mismarked = marked != nil && s.marksBody(marked); s.mismarked {
		return nil
	}
	return marked
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// markedBody is the length in bytes from which marked text in sentences, away from the edges
	// of its page, is the body of the page: two lines.
	markedBody = 160
)

// marksBody reports whether the document marks running text away from the edges of the page
// as page furniture.
func (s *sheet) marksBody(marked []bool) bool {
	bytes, stops := 0, 0
	for i := range s.Lines {
		l := &s.Lines[i]
		if l.Rotation != 0 || s.atEdge(l) {
			continue
		}
		if all, _ := s.markedLine(int32(i), marked); all {
			text := s.LineText(i)
			bytes, stops = bytes+len(text), stops+stopsIn(text)
		}
	}
	return bytes >= markedBody && stops >= clauseSentences
}

// markedLine reports whether all spans of a line lie in marked sequences, and
// whether these name the kind of furniture.
func (s *sheet) markedLine(line int32, marked []bool) (all, typed bool) {
	spans := s.LineSpans(int(line))
	typed = true
	for i := range spans {
		m := spans[i].Mark
		if m < 0 || int(m) >= len(marked) || !marked[m] {
			return false, false
		}
		if s.isArtifactElement(int(m)) {
			continue
		}
		for m >= 0 && s.Marks[m].Subtype == "" && s.Marks[m].Parent < m {
			m = s.Marks[m].Parent
		}
		typed = typed && m >= 0 && s.Marks[m].Subtype != ""
	}
	return len(spans) > 0, typed
}

// isArtifactElement reports whether mark belongs to an element of the structure tree
// that says it is no content.
func (s *sheet) isArtifactElement(mark int) bool {
	return mark < len(s.content) && s.content[mark] == artifactElement
}
