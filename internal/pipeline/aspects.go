package pipeline

import (
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y"
)

// aspects are the seven criteria by which experts judge a document, with the rules that decide each:
// those of package quality whose ids begin with its name, and some of PDF/UA; missing are such as are
// broken because what the criterion judges is not there.
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
	{name: "tagging", also: []string{"7.1-t05"}},
}

// aspectsOf is the verdict on each aspect. Where all that is broken or in doubt is so because
// nothing is there, absent, and nothing holds, what the aspect judges is not present, as experts say.
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
