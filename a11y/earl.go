package a11y

import (
	"encoding/json"
	"io"
)

// WriteEARL writes the report as JSON-LD in the Evaluation and Report Language of W3C. It has one assertion for
// each rule, and one for each judgement that a person has made earlier. Their subject is the address of the
// document. W3C accepts results of ACT rules in this form.
func (r *Report) WriteEARL(w io.Writer, address string) error {
	doc := earlDocument{Context: earlContext}
	tool := earlTool{Type: "earl:Software", Title: r.Tool, Revision: r.Version}
	subject := earlSubject{Type: []string{"earl:TestSubject", "sch:WebPage"}, Source: address}
	assert := func(outcome string, list []Result) {
		for _, v := range list {
			doc.Graph = append(doc.Graph, earlAssertion{
				Type: "earl:Assertion", Mode: "earl:automatic", AssertedBy: tool, Subject: subject, Test: newEARLTest(v.Rule),
				Result: newEARLResult(outcome, v),
			})
		}
	}
	violated := make(map[string]bool, len(r.Violations))
	for _, v := range r.Violations {
		violated[v.ID] = true
	}
	var undecided []Result
	for _, v := range r.Incomplete {
		if !violated[v.ID] {
			undecided = append(undecided, v)
		}
	}
	assert("earl:failed", r.Violations)
	assert("earl:cantTell", undecided)
	assert("earl:passed", r.Passes)
	assert("earl:inapplicable", r.Inapplicable)
	for i := range r.Judged {
		doc.Graph = append(doc.Graph, newEARLJudgement(&r.Judged[i], subject))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(doc)
}

// earlContext defines the words of the document.
var earlContext = map[string]any{
	"earl": "http://www.w3.org/ns/earl#", "dct": "http://purl.org/dc/terms/", "doap": "http://usefulinc.com/ns/doap#",
	"sch": "https://schema.org/", "ptr": "http://www.w3.org/2009/pointers#", "act": "https://www.w3.org/WAI/standards-guidelines/act/rules/",
	"assertedBy": "earl:assertedBy", "subject": "earl:subject", "test": "earl:test", "result": "earl:result", "pointer": "earl:pointer",
	"foaf": "http://xmlns.com/foaf/0.1/", "name": "foaf:name", "date": "dct:date",
	"mode": iri("earl:mode"), "outcome": iri("earl:outcome"), "source": iri("dct:source"), "isPartOf": iri("dct:isPartOf"),
	"title": "dct:title", "description": "dct:description", "revision": "doap:revision", "expression": "ptr:expression",
}

// iri returns the definition of a word whose values are addresses.
func iri(id string) map[string]string { return map[string]string{"@id": id, "@type": "@id"} }

type earlDocument struct {
	Context map[string]any  `json:"@context"`
	Graph   []earlAssertion `json:"@graph"`
}

type earlAssertion struct {
	Type       string      `json:"@type"`
	Mode       string      `json:"mode"`
	AssertedBy any         `json:"assertedBy"` // an earlTool or earlPerson
	Date       string      `json:"date,omitempty"`
	Subject    earlSubject `json:"subject"`
	Test       earlTest    `json:"test"`
	Result     earlResult  `json:"result"`
}

type earlTool struct {
	Type     string `json:"@type"`
	Title    string `json:"title"`
	Revision string `json:"revision"`
}

type earlPerson struct {
	Type []string `json:"@type"`
	Name string   `json:"name"`
}

type earlSubject struct {
	Type   []string `json:"@type"`
	Source string   `json:"source"`
}

// earlTest is one of our rules, as part of the ACT rules that it implements.
type earlTest struct {
	Type        string   `json:"@type"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	IsPartOf    []string `json:"isPartOf,omitempty"`
}

type earlResult struct {
	Type        string        `json:"@type"`
	Outcome     string        `json:"outcome"`
	Description string        `json:"description,omitempty"`
	Pointer     []earlPointer `json:"pointer,omitempty"`
}

type earlPointer struct {
	Type       string `json:"@type"`
	Expression string `json:"expression"`
}

// newEARLTest returns a rule in the form of EARL.
func newEARLTest(r Rule) earlTest {
	t := earlTest{Type: "earl:TestCase", Title: r.ID, Description: r.Help}
	for _, id := range r.ACT {
		t.IsPartOf = append(t.IsPartOf, "act:"+id+"/")
	}
	return t
}

// newEARLJudgement returns a person's judgement in the form of EARL: by the person's word, the elements meet a
// success criterion.
func newEARLJudgement(j *Judged, subject earlSubject) earlAssertion {
	test := earlTest{Type: "earl:TestRequirement", Title: j.WCAG, Description: "WCAG 2.2, success criterion " + j.WCAG}
	for i := range successCriteria {
		if c := &successCriteria[i]; c.number == j.WCAG {
			test.Description += " " + c.name
		}
	}
	return earlAssertion{
		Type: "earl:Assertion", Mode: "earl:manual", AssertedBy: earlPerson{[]string{"earl:Assertor", "foaf:Person"}, j.By}, Date: j.At, Subject: subject, Test: test,
		Result: newEARLResult("earl:passed", Result{Nodes: j.Nodes}),
	}
}

// newEARLResult returns a result in the form of EARL. Its description is the message of the first node.
func newEARLResult(outcome string, v Result) earlResult {
	r := earlResult{Type: "earl:TestResult", Outcome: outcome}
	for i, n := range v.Nodes {
		if i == 0 {
			r.Description = n.Message
		}
		r.Pointer = append(r.Pointer, earlPointer{Type: "ptr:CSSSelectorPointer", Expression: n.Target})
	}
	return r
}
