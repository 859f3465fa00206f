package infer

import "github.com/pagelift/pagelift/semantic"

// findStrays gives pictures outside of the tree to figures without content. Some
// producers write a Figure with alternative text, and paint its picture as an artifact:
//
//	<Figure Alt="A fox"/>     the tree has no content for it
//	an image of the page      marked as an artifact: it becomes the picture of the Figure
//
// findStrays does so only if there are as many such pictures as figures, so that there is
// little doubt which belongs to which.
func (w *deriver) findStrays() {
	var empty []int32
	for i := range w.t.tags {
		if g := &w.t.tags[i]; g.kind == figureTag && !g.hidden && g.from == g.to && len(w.t.kidsOf(int32(i))) == 0 && w.t.alternative(int32(i)) != "" {
			empty = append(empty, int32(i))
		}
	}
	if len(empty) == 0 {
		return
	}
	var pictures []*part
	for p := range w.d.all() {
		s := w.d.sheetOf(p)
		f := s.Blocks[p.block].Figure
		if p.count == 0 && f >= 0 && p.role == semantic.Artifact && len(s.Figures[f].Images) > 0 && w.d.ornament(s, p) == "" {
			pictures = append(pictures, p)
		}
	}
	if len(pictures) != len(empty) {
		return
	}
	w.strays = make(map[int32]*part, len(empty))
	for k, i := range empty {
		w.strays[i] = pictures[k]
	}
}
