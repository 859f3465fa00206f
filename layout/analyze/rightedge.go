package analyze

import "github.com/pagelift/pagelift/layout"

// What stands beside text ends its lines before the edge of its column. A line that runs up to a picture
// or a float is full:
//
//	a full line of the column, up to its edge
//	a full line, up to     +----------------+
//	the picture beside     |    picture     |
//	it                     +----------------+

// findObstacles lists the boxes that lines may run up to: floats and pictures.
func (s *blockStage) findObstacles() {
	s.blocked = s.blocked[:0]
	for i := range s.panels {
		if s.panels[i].float {
			s.addObstacle(s.panels[i].box)
		}
	}
	for i := range s.c.Images {
		if m := &s.c.Images[i]; m.Flags&layout.Unseen == 0 {
			s.addObstacle(m.Box)
		}
	}
}

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// obstaclesKept is how many pictures and floats are looked for beside each line.
	obstaclesKept = 16
)

func (s *blockStage) addObstacle(box layout.Rect) {
	if len(s.blocked) < obstaclesKept && box.Width() >= panelWide && box.Height() >= panelHigh {
		s.blocked = append(s.blocked, box)
	}
}

// setEnds finds where each line of the leaf might have ended: at the right edge of the leaf, or at the
// obstacle beside the line.
func (bf *blockFinder) setEnds() {
	f := &bf.s.frames[bf.lines[0].frame]
	beside := len(bf.s.blocked) > 0 && f.cos == 1 && f.sin == 0 && !f.vertical
	for i := range bf.lines {
		l := &bf.lines[i]
		l.end = bf.right
		if !beside {
			continue
		}
		_, end := bf.edges(l)
		for k := range bf.s.blocked {
			b := &bf.s.blocked[k]
			edge := b.X0
			if bf.rtl {
				edge = -b.X1
			}
			if b.Y0 < l.v && b.Y1 > l.v-l.size && edge > end-l.em && edge < l.end {
				l.end = edge
			}
		}
	}
}
