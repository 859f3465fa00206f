package a11y

// Aspect is one of the criteria by which experts judge a document: "alternatives", "contrast",
// "fonts", "links", "order", "tables", "tagging".
type Aspect struct {
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	// Rules are the ids of the rules that decided it; their results have the places.
	Rules []string `json:"rules,omitempty"`
}

// Verdict is what is said of an Aspect.
type Verdict string

// The verdicts. CannotTell is for a person to decide; Passed, that no rule found anything wrong. NotPresent is
// that there is nothing to judge: with Rules because it is missing, as where no picture has an alternative or
// tables are not tagged, without Rules because the document has nothing that needs it.
const (
	Passed     Verdict = "passed"
	Failed     Verdict = "failed"
	NotPresent Verdict = "not_present"
	CannotTell Verdict = "cannot_tell"
)
