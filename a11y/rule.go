package a11y

import "github.com/pagelift/pagelift/a11y/internal/dom"

// Impact is how much a violation stands in the way of people, in axe-core's words.
type Impact string

// The impacts, with their weights in the score: 10, 7, 3 and 1.
const (
	Critical Impact = "critical"
	Serious  Impact = "serious"
	Moderate Impact = "moderate"
	Minor    Impact = "minor"
)

// Level is what a rule belongs to.
type Level string

const (
	// A, AA and AAA are the conformance levels of WCAG 2.2.
	A   Level = "A"
	AA  Level = "AA"
	AAA Level = "AAA"
	// BestPractice rules are demanded by no success criterion.
	BestPractice Level = "best-practice"
	// PDFUA rules are those of ISO 14289-1 that no success criterion demands.
	PDFUA Level = "PDF/UA-1"
)

// Rule describes one rule of the package.
type Rule struct {
	// ID is axe-core's id where axe has the rule, else one of our own.
	ID string `json:"id"`
	// Impact of a violation.
	Impact Impact `json:"impact"`
	// Level is the lowest level of the criteria of WCAG, or BestPractice.
	Level Level `json:"level"`
	// ACT are the ids of the W3C ACT rules it implements; often none.
	ACT []string `json:"act,omitempty"`
	// WCAG are the success criteria of WCAG 2.2, such as "1.1.1".
	WCAG []string `json:"wcag,omitempty"`
	// Matterhorn is the failure condition of the Matterhorn Protocol that a rule of
	// PDF/UA decides, such as "06-003".
	Matterhorn string `json:"matterhorn,omitempty"`
	// Help says in one sentence what has to hold.
	Help string `json:"help"`
	// HelpURL is a page about it, of W3C for all but rules of PDF/UA.
	HelpURL string `json:"helpUrl"`
}

// rule is a Rule with the code that decides it. One of each and whole is set.
type rule struct {
	Rule
	weight int // in the score; 0 for rules that Lighthouse does not count
	// on are the elements that each looks at.
	on trigger
	// each decides one element.
	each func(*page, dom.Node) verdict
	// whole decides what more than one element tells. It is called once and reports each
	// finding with its element; it never walks the document when on can select.
	whole func(*page, func(dom.Node, verdict))
}

// trigger selects elements: those of one of the tags (in the HTML namespace, and
// svg and math themselves), and those of any tag with one of the flags. Elements in a
// template are never selected.
type trigger struct {
	tags  []dom.Tag
	flags dom.Flags
	all   bool
}

// verdict is what a rule says of one element. The zero verdict is that the rule
// does not apply to it.
type verdict struct {
	outcome outcome
	message string
	data    Data
}

// outcome is one of the four of EARL, the worst last.
type outcome uint8

const (
	inapplicable outcome = iota
	passed
	cantTell
	failed
)

var pass = verdict{outcome: passed}

// fail returns a violation, with what is wrong in a few words.
func fail(message string) verdict { return verdict{outcome: failed, message: message} }

// unsure returns what a person has to look at, and why.
func unsure(message string) verdict { return verdict{outcome: cantTell, message: message} }

// passIf is pass or a violation.
func passIf(ok bool, message string) verdict {
	if ok {
		return pass
	}
	return fail(message)
}

// with returns v with a fact for programs, such as the attribute it is about. What passes has none.
func (v verdict) with(key, value string) verdict {
	if v.outcome < cantTell {
		return v
	}
	data := Data{key: value}
	for k, old := range v.data {
		data[k] = old
	}
	v.data = data
	return v
}

// Data are facts by name, such as the colours of a text.
type Data map[string]string
