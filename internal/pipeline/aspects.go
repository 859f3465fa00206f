package pipeline

import (
	"strings"

	"github.com/pagelift/pagelift/a11y"
)

// aspects are the seven criteria by which experts judge a document, with the rules that decide each:
// those of package quality whose ids begin with its name, and a few of PDF/UA.
var aspects = [...]struct {
	name string
	also []string
}{
	{name: "alternatives"},
	{name: "contrast"},
	{name: "fonts", also: []string{"7.21.4.1-t01", "7.21.7-t01"}},
	{name: "links"},
	{name: "order"},
	{name: "tables", also: []string{"7.5-t01"}},
	{name: "tagging", also: []string{"7.1-t05"}},
}

// aspectsOf is the verdict on each aspect.
func aspectsOf(r *a11y.Report) []a11y.Aspect {
	list := make([]a11y.Aspect, len(aspects))
	for i, a := range aspects {
		decides := func(results []a11y.Result) (ids []string) {
			for _, v := range results {
				named := strings.HasPrefix(v.ID, a.name+"-")
				for _, id := range a.also {
					named = named || id == v.ID
				}
				if named {
					ids = append(ids, v.ID)
				}
			}
			return ids
		}
		out := &list[i]
		out.Name = a.name
		broken, doubtful, held := decides(r.Violations), decides(r.Incomplete), decides(r.Passes)
		switch {
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
