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

// Level is the conformance level of a rule, or another source of the rule.
type Level string

const (
	// A, AA and AAA are the conformance levels of WCAG 2.2.
	A   Level = "A"
	AA  Level = "AA"
	AAA Level = "AAA"
	// BestPractice rules belong to no success criterion.
	BestPractice Level = "best-practice"
	// PDFUA rules belong to ISO 14289-1 and to no success criterion.
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
	// ACT are the ids of the W3C ACT rules that the rule implements; often none.
	ACT []string `json:"act,omitempty"`
	// WCAG are the success criteria of WCAG 2.2, such as "1.1.1".
	WCAG []string `json:"wcag,omitempty"`
	// Matterhorn is the failure condition of the Matterhorn Protocol that a rule of
	// PDF/UA decides, such as "06-003".
	Matterhorn string `json:"matterhorn,omitempty"`
	// Help says in one sentence what has to hold.
	Help string `json:"help"`
	// HelpURL is the address of a page about the rule. The page is one of W3C, but for rules of PDF/UA.
	HelpURL string `json:"helpUrl"`
}

// rule is a Rule with the code that decides it. Either each or whole is set.
type rule struct {
	Rule
	weight int // in the score; 0 for rules that Lighthouse does not count
	// on selects the elements that each decides.
	on trigger
	// each decides one element.
	each func(*page, dom.Node) verdict
	// whole decides what depends on more than one element. It is called once, and reports each finding with its
	// element. It does not walk the document itself if on can select elements.
	whole func(*page, func(dom.Node, verdict))
}

// trigger selects elements: those with one of the tags (in the HTML namespace, and svg and math themselves), and
// those with one of the flags, whatever their tag. It never selects elements in a template.
type trigger struct {
	tags  []dom.Tag
	flags dom.Flags
	all   bool
}

// verdict is the decision of a rule on one element. The zero verdict says that the rule does not apply to the
// element.
type verdict struct {
	outcome outcome
	message string
	data    Data
}

// outcome is one of the four outcomes of EARL. The worst is last.
type outcome uint8

const (
	inapplicable outcome = iota
	passed
	cantTell
	failed
)

var pass = verdict{outcome: passed}

// fail returns a violation. message says in a few words what is wrong.
func fail(message string) verdict { return verdict{outcome: failed, message: message} }

// unsure returns that a person has to look. message says why.
func unsure(message string) verdict { return verdict{outcome: cantTell, message: message} }

// passIf returns pass or a violation.
func passIf(ok bool, message string) verdict {
	if ok {
		return pass
	}
	return fail(message)
}

// with returns v with a fact for programs, such as the name of an attribute. A verdict that passes has no facts.
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
