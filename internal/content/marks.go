package content

import (
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/mathfont"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// openMark is the state that is restored at the end of a marked-content sequence (ISO 32000-2 clause 14.6).
type openMark struct {
	mark   int32
	flags  layout.RunFlags
	hidden bool // the sequence is optional content that is off
}

// beginMarkProps is the operator BDC. It opens a marked-content sequence with properties.
func (in *interp) beginMarkProps() {
	lx := in.frame.lex
	if lx.n < 2 || !lx.ops[lx.n-2].isName() {
		lx.damage++
		in.beginMark(nil, operand{}) // so that its EMC has a partner
		return
	}
	in.beginMark(lx.bytes(lx.ops[lx.n-2]), lx.ops[lx.n-1])
}

// beginMark opens a marked-content sequence. props is its property list, the name of one, or an operand of kind 0.
func (in *interp) beginMark(tag []byte, props operand) {
	if len(in.marks)-in.frame.marks >= limits.MarkDepth || !in.b.item() {
		in.frame.unmarked++
		return
	}
	open := openMark{mark: in.mark, flags: in.markFlags}
	m := layout.Mark{Parent: in.mark, Tag: in.tag(tag), MCID: -1, Owner: int32(in.owner)}
	var list pdf.Object
	switch {
	case props.kind == kindMCID:
		m.MCID = mcid(props.num)
	case props.kind == kindDict:
		list = in.frame.lex.dicts[props.start]
	case props.isName():
		list = in.propertyList(in.frame.lex.bytes(props))
	}
	if m.Tag == "OC" {
		open.hidden = list != nil && !in.r.doc.Visible(list)
	} else if list != nil {
		in.readProperties(&m, in.r.doc.Dict(list))
	}
	if m.Tag == "Artifact" {
		m.Artifact = true
		in.markFlags |= layout.ArtifactRun
	}
	if open.hidden {
		in.hidden++
		in.markFlags |= layout.OptionalOff
	}
	in.marks = append(in.marks, open)
	in.mark = int32(len(in.c.Marks))
	in.c.Marks = append(in.c.Marks, m)
}

// endMark closes the innermost open sequence.
func (in *interp) endMark() {
	if in.frame.unmarked > 0 {
		in.frame.unmarked--
		return
	}
	open := in.marks[len(in.marks)-1]
	in.marks = in.marks[:len(in.marks)-1]
	in.mark, in.markFlags = open.mark, open.flags
	if open.hidden {
		in.hidden--
	}
}

// propertyList returns the property list with a name, unresolved: optional content groups are known by their
// reference.
func (in *interp) propertyList(name []byte) pdf.Object {
	s := in.frame.scope
	o, ok := s.lists.get(name)
	if !ok {
		o = in.resource(s, "Properties", name)
		s.lists.put(name, o)
	}
	return o
}

func (in *interp) readProperties(m *layout.Mark, d pdf.Dict) {
	doc := in.r.doc
	if v, ok := doc.Number(d.Raw("MCID")); ok {
		m.MCID = mcid(v)
	}
	if _, ok := doc.Bytes(d.Raw("ActualText")); ok {
		m.HasActual = true
		m.ActualText = doc.Text(d.Raw("ActualText"))
		m.Sign = mathfont.Sign(m.ActualText)
	}
	m.Alt = doc.Text(d.Raw("Alt"))
	m.Expansion = doc.Text(d.Raw("E"))
	m.Lang = doc.Text(d.Raw("Lang"))
	if m.Tag == "Artifact" {
		m.Subtype = string(doc.Name(d.Raw("Subtype")))
		if m.Subtype == "" {
			m.Subtype = string(doc.Name(d.Raw("Type")))
		}
	}
}

// mcid converts v to a marked-content identifier. It returns -1 if v cannot be one.
func mcid(v float64) int32 {
	if v >= 0 && v <= limits.Objects {
		return int32(v)
	}
	return -1
}

// maxTags bounds the table of tags. Documents use some dozens.
const maxTags = 512

// tag returns name as a string, which all marks with this tag share.
func (in *interp) tag(name []byte) string {
	if s, ok := in.tags[string(name)]; ok {
		return s
	}
	if len(in.tags) >= maxTags {
		clear(in.tags)
	}
	s := string(name)
	in.tags[s] = s
	return s
}
