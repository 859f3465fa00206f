package infer

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// marginShare is the share of the page's width, left and right, in which stamps
	// stand. The stamp of arXiv ends at .06. Labels of axes stand further inwards.
	marginShare = 0.08
	// mostStamps is the most turned lines that may be stamps, on a page of at least
	// stampedLines upright ones. Turned tables and charts have more.
	mostStamps   = 3
	stampedLines = 5
)

// stamps calls set for each line that stands turned in the margin, outside of all upright
// text: what archives, publishers and printers put on pages, and thumb marks.
//
//	a | On foxes
//	r | Foxes are animals that live in
//	X | the wood and come to town at ...
func (s *sheet) stamps(set func(line int32, reason string)) {
	left, right := s.Width, float32(0) // of upright text
	upright, turned := 0, 0
	for i := range s.Lines {
		if l := s.line(int32(i)); l.Rotation == 0 {
			upright++
			left, right = min(left, l.Box.X0), max(right, l.Box.X1)
		} else {
			turned++
		}
	}
	if turned == 0 || turned > mostStamps || upright < stampedLines {
		return
	}
	left, right = min(left, marginShare*s.Width), max(right, (1-marginShare)*s.Width)
	for i := range s.Lines {
		if l := s.line(int32(i)); l.Rotation != 0 && (l.Box.X1 <= left || l.Box.X0 >= right) {
			set(int32(i), "turned, in the margin beside all text")
		}
	}
}
