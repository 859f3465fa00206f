package a11y

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// Judged are elements that a person has judged. The converter was given the judgement, and wrote into
// data-judged-by and data-judged-at who made it and when.
type Judged struct {
	By string `json:"by"`
	At string `json:"at,omitempty"` // as it was given, such as a date
	// WCAG is the success criterion that the judgement is about.
	WCAG string `json:"wcag"`
	// Count is how many elements there are. Nodes are the first of them.
	Count int    `json:"count"`
	Nodes []Node `json:"nodes"`
}

// judgedBy and judgedAt are the attributes of elements that a person has judged.
const (
	judgedBy = "data-judged-by"
	judgedAt = "data-judged-at"
)

// judgersMost bounds the people and times that are distinguished: one document has one file of corrections.
const judgersMost = 100

// judgedCriteria has the criterion that a judgement is about, by the name of the element. Judgements on other
// elements are about judgedStructure.
var judgedCriteria = map[string]string{
	"figure": "1.1.1", "img": "1.1.1", "svg": "1.1.1", "a": "2.4.4", "input": "4.1.2", "select": "4.1.2", "textarea": "4.1.2", "button": "4.1.2",
}

// judgedStructure is the criterion about what is a heading, a list, a table.
const judgedStructure = "1.3.1"

// judgements returns what a person has judged in the document, in the order of the criteria.
func (p *page) judgements() []Judged {
	var list []Judged
	where := p.Places()
	for n := range p.Count() {
		e := p.At(n)
		if e.Flags&dom.HasAttributes == 0 || e.Flags&dom.InTemplate != 0 {
			continue
		}
		by, ok := p.Attr(n, judgedBy)
		if by = strings.TrimSpace(by); !ok || by == "" {
			continue
		}
		j := Judged{By: by, At: strings.TrimSpace(p.Value(n, judgedAt)), WCAG: judgedStructure}
		if criterion := judgedCriteria[p.Name(n)]; criterion != "" {
			j.WCAG = criterion
		}
		at := slices.IndexFunc(list, func(k Judged) bool { return k.By == j.By && k.At == j.At && k.WCAG == j.WCAG })
		switch {
		case at < 0 && len(list) == judgersMost:
			continue
		case at < 0:
			at = len(list)
			list = append(list, j)
		}
		if list[at].Count++; len(list[at].Nodes) < p.max {
			list[at].Nodes = append(list[at].Nodes, nodes([]finding{{n, verdict{message: "judged by " + j.Who()}}}, where)...)
		}
	}
	slices.SortStableFunc(list, func(a, b Judged) int { return strings.Compare(a.WCAG, b.WCAG) })
	return list
}

// Who returns who has judged, and when, as reports say it.
func (j *Judged) Who() string {
	if j.At == "" {
		return j.By
	}
	return j.By + ", " + j.At
}
