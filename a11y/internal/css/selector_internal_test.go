package css

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// FuzzSelectors compares which elements a selector finds with what cascadia finds, on
// documents and selectors made from a seed.
func FuzzSelectors(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed)
	}
	f.Add(uint64(2895)) // asks for :empty before the body
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		doc, count := randomDocument(r)
		selector := randomSelector(r)
		doc = strings.Replace(doc, "</head>", "<style>"+selector+"{opacity:.5}</style></head>", 1) // for both: a head without is :empty
		want := idsByCascadia(t, doc, selector)
		p := styledPage(t, doc)
		var got []string
		for i := range count {
			if id := strconv.Itoa(i); p.Style(p.ByID(id)).opacity == 0.5 {
				got = append(got, id)
			}
		}
		require.Equal(t, want, got, "%s in %s", selector, doc)
	})
}

func idsByCascadia(t *testing.T, doc, selector string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(doc))
	require.NoError(t, err)
	s, err := cascadia.ParseGroup(selector)
	require.NoError(t, err, selector)
	var ids []string
	for _, n := range cascadia.QueryAll(root, s) {
		for _, a := range n.Attr {
			if a.Key == "id" {
				ids = append(ids, a.Val)
			}
		}
	}
	return ids
}

// randomDocument has elements with the ids 0, 1, ... in document order.
func randomDocument(r *rand.Rand) (doc string, count int) {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><html><head></head><body>")
	var open []string
	for range 3 + r.IntN(20) {
		for len(open) > 0 && r.IntN(3) == 0 {
			b.WriteString("</" + open[len(open)-1] + ">")
			open = open[:len(open)-1]
		}
		tag := "div"
		if r.IntN(2) == 0 {
			tag = "section"
		}
		b.WriteString("<" + tag + ` id="` + strconv.Itoa(count) + `" class="` + randomClass(r) + " " + randomClass(r) + `" title="` + randomClass(r) + `">`)
		open = append(open, tag)
		count++
	}
	for len(open) > 0 {
		b.WriteString("</" + open[len(open)-1] + ">")
		open = open[:len(open)-1]
	}
	b.WriteString("</body></html>")
	return b.String(), count
}

func randomClass(r *rand.Rand) string { return string(rune('a' + r.IntN(3))) }

// randomSelector returns a list of chains of up to four compounds.
func randomSelector(r *rand.Rand) string {
	var list []string
	for range 1 + r.IntN(2) {
		chain := "[id]" + randomCompound(r)
		for range r.IntN(4) {
			chain = randomCompound(r) + []string{" ", " > ", " + ", " ~ "}[r.IntN(4)] + chain
		}
		list = append(list, chain)
	}
	return strings.Join(list, ", ")
}

func randomCompound(r *rand.Rand) string {
	switch r.IntN(9) {
	case 0:
		return ":nth-child(" + strconv.Itoa(r.IntN(5)-2) + "n+" + strconv.Itoa(r.IntN(3)) + ")"
	case 1:
		return ":nth-last-child(" + strconv.Itoa(1+r.IntN(3)) + ")"
	case 2:
		return []string{":first-child", ":last-child", ":only-child", ":empty"}[r.IntN(4)]
	case 3:
		return []string{":first-of-type", ":last-of-type", ":only-of-type", ":nth-of-type(2)", ":nth-last-of-type(2)"}[r.IntN(5)]
	case 4:
		return ":not(." + randomClass(r) + ")"
	case 5:
		return "[title" + []string{"=", "^=", "~=", "|=", "$=", "*="}[r.IntN(6)] + randomClass(r) + "]"
	case 6:
		return "#" + "\\3" + strconv.Itoa(r.IntN(10)) + " "
	default:
		return "." + randomClass(r)
	}
}
