package pipeline

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y"
)

// aspects are the seven criteria by which experts judge a document, and the rules that decide each: the rules of
// package quality whose ids begin with its name, and those of PDF/UA in also. missing are rules that are broken
// because what the criterion judges does not exist.
var aspects = [...]struct {
	name    string
	also    []string
	missing []string
}{
	{name: "alternatives", missing: []string{"7.3-t01"}},
	{name: "contrast"},
	{name: "fonts", also: []string{"7.21.4.1-t01", "7.21.7-t01"}},
	{name: "links"},
	{name: "order"},
	{name: "tables", also: []string{"7.5-t01"}},
	{name: "tagging"},
}

// aspectsOf returns the verdict on each aspect. If every rule that is broken or in doubt is so only because
// something does not exist (absent), and no rule passes, then the aspect is not present, as experts say.
func aspectsOf(r *a11y.Report, absent map[string]bool) []a11y.Aspect {
	list := make([]a11y.Aspect, len(aspects))
	for i, a := range aspects {
		decides := func(results []a11y.Result) (ids []string) {
			for _, v := range results {
				if strings.HasPrefix(v.ID, a.name+"-") || slices.Contains(a.also, v.ID) || slices.Contains(a.missing, v.ID) {
					ids = append(ids, v.ID)
				}
			}
			return ids
		}
		out := &list[i]
		out.Name = a.name
		broken, doubtful, held := decides(r.Violations), decides(r.Incomplete), decides(r.Passes)
		lacks := func(id string) bool {
			return absent[id] && (strings.HasPrefix(id, a.name+"-") || slices.Contains(a.missing, id))
		}
		switch {
		case len(broken) > 0 && len(held) == 0 && all(broken, lacks) && all(doubtful, lacks):
			out.Verdict, out.Rules = a11y.NotPresent, broken
		case len(broken) > 0:
			out.Verdict, out.Rules = a11y.Failed, broken
		case len(doubtful) > 0:
			out.Verdict, out.Rules = a11y.CannotTell, doubtful
		case len(held) > 0:
			out.Verdict, out.Rules = a11y.Passed, held
		default:
			out.Verdict = a11y.NotPresent
		}
	}
	return list
}

// all reports whether all ids pass.
func all(ids []string, passes func(string) bool) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !passes(id) })
}
