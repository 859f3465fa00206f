package infer

import "github.com/pagelift/pagelift/semantic"

// finishForms names the controls of a page, and adds those that have no place in
// its text, so that nothing that can be filled in is lost.
func (b *builder) finishForms(s *sheet) {
	forms := s.formsOf()
	if forms == nil {
		return
	}
	labelled := make([]bool, len(forms.nodes))
	for i := range forms.labels {
		l := &forms.labels[i]
		labelled[l.field] = labelled[l.field] || l.used
	}
	for i, n := range forms.nodes {
		if n == nil {
			p := b.node(semantic.P, nil)
			p.Page = int32(s.Number)
			p.Children = b.children([]*semantic.Node{s.control(i)})
			b.block(p)
		}
		s.name(i, labelled[i])
	}
}
