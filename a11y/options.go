package a11y

import "slices"

// Options selects what Check examines. The zero value is valid: it selects the rules of level A and AA and best
// practices, for a document of type text/html without linked style sheets.
type Options struct {
	// Rules are the ids of the only rules to run, whatever their level. Empty selects rules by the fields below.
	Rules []string

	// AAA adds the rules of level AAA.
	AAA bool

	// NoBestPractices leaves out the rules of the level BestPractice.
	NoBestPractices bool

	// Stylesheet returns the text of a linked style sheet by the href of its link element, or false. Nil returns
	// none. What depends on a style sheet that is not available is reported as incomplete.
	Stylesheet func(href string) (css string, ok bool)

	// ContentType is the media type of the document. With an XML type, a document whose root is not html is no
	// page, and the rules on pages do not apply to it. Empty means text/html.
	ContentType string

	// MaxBytes bounds the document. Defaults to 256 MiB.
	MaxBytes int

	// MaxElements bounds the elements of the document. Defaults to 8,388,608.
	MaxElements int

	// MaxFindings is how many nodes are listed for each rule and outcome; counts stay
	// exact. Defaults to 50.
	MaxFindings int

	_ struct{} // callers must name the fields, so that fields can be added
}

// selected returns the rules to run.
func (o Options) selected() ([]*rule, error) {
	var list []*rule
	for i := range rules {
		if r := &rules[i]; o.wants(r) {
			list = append(list, r)
		}
	}
	for _, id := range o.Rules {
		if !slices.ContainsFunc(list, func(r *rule) bool { return r.ID == id }) {
			return nil, &Error{Code: UnknownRule, Detail: id}
		}
	}
	return list, nil
}

// wants reports whether the options select a rule.
func (o Options) wants(r *rule) bool {
	switch {
	case len(o.Rules) > 0:
		return slices.Contains(o.Rules, r.ID)
	case r.Level == AAA:
		return o.AAA
	case r.Level == BestPractice:
		return !o.NoBestPractices
	}
	return true
}

// orDefault returns n, or the standard value if n is not set.
func orDefault(n, standard int) int {
	if n <= 0 {
		return standard
	}
	return n
}
