package a11y

// Aspect is one of the criteria by which experts judge a document: "alternatives", "contrast",
// "fonts", "links", "order", "tables", "tagging".
type Aspect struct {
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	// Rules are the ids of the rules that decided the aspect. Their results have the places.
	Rules []string `json:"rules,omitempty"`
}

// Verdict is the outcome of an Aspect.
type Verdict string

// The verdicts. CannotTell: a person has to decide. Passed: no rule found anything wrong. NotPresent: there is
// nothing to judge. NotPresent with Rules says that something is missing, such as an alternative of every picture
// or the tags of tables. NotPresent without Rules says that the document has nothing that needs it.
const (
	Passed     Verdict = "passed"
	Failed     Verdict = "failed"
	NotPresent Verdict = "not_present"
	CannotTell Verdict = "cannot_tell"
)
