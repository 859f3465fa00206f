package infer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnActualTextIsDisputed(t *testing.T) {
	t.Parallel()
	words := "the words of this sentence are to be seen"
	cases := map[string]struct {
		actual, glyphs string
		want           string
	}{
		"the same words":                {words, words, ""},
		"without the soft hyphens":      {"sentences", "sen-tences", ""},
		"a ligature spelled out":        {"fi", "ﬁ", ""},
		"empty over a bullet":           {"", "•", ""},
		"empty over words":              {"", words, "is empty"},
		"blank over words":              {"  ", words, "is empty"},
		"a hyphen over words":           {"-", words, "has other words"},
		"a soft hyphen over words":      {"\u00ad", words, "is a soft hyphen"},
		"a soft hyphen over a word":     {" \u00ad", "is", "is a soft hyphen"},
		"a soft hyphen over a hyphen":   {"\u00ad", "- ", ""},
		"joiners over words":            {"\u200b\u200d", words, "is empty"},
		"a joiner over a bullet":        {"\u200b", "•", ""},
		"no text over words":            {"\ufffd\ufffd\ufffd", words, "is no text"},
		"glyphs that cannot be read":    {"a formula", "\uf041\uf042\uf043\uf044\uf045\uf046\uf047\uf048", ""},
		"a short word for a short word": {"two", "2", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := disputeActual(c.actual, c.glyphs)
			require.True(t, strings.HasPrefix(got, c.want) && (got == "") == (c.want == ""), got)
		})
	}
}

func TestHeadingsAreContradicted(t *testing.T) {
	t.Parallel()
	clause := "The Supplier shall deliver all of the goods to the store of the Buyer in good order. The Buyer shall look at them."
	cases := map[string]struct {
		text string
		size float32
		bold bool
		want string
	}{
		"a clause":                     {clause, 11, false, "it looks like the text and holds sentences"},
		"a clause in bold type":        {clause, 11, true, ""},
		"a clause in large type":       {clause, 16, false, ""},
		"one sentence":                 {strings.SplitAfter(clause, ". ")[0], 11, false, "it looks like the text and is a whole sentence"},
		"a long paragraph whatever":    {strings.Repeat(clause+" ", 4), 16, true, "it is a long paragraph"},
		"a title in the type of text":  {"Deliveries and what they cost", 11, false, ""},
		"a long title without a stop":  {"On the Deliveries of the Supplier to the Stores of the Buyer and on what they cost in each of the years", 11, false, ""},
		"a number and an abbreviation": {"4.2 Deliveries by Smith and Co.", 11, false, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := tagHeading{size: c.size, bold: c.bold}
			h.text.WriteString(c.text)
			require.Equal(t, c.want, h.contradicts(11, false))
		})
	}
}

func TestPartsJumpBack(t *testing.T) {
	t.Parallel()
	at := func(pages ...int32) []tagStand {
		seen, out := map[int32]bool{}, []tagStand{}
		for _, p := range pages {
			out = append(out, tagStand{p, p > 0 && !seen[p]})
			seen[p] = true
		}
		return out
	}
	require.Zero(t, jumpsBack(at(1, 1, 2, 0, 3, 3)), "in order")
	require.Zero(t, jumpsBack(at(1, 2, 2, 1)), "a leaflet")
	require.Equal(t, 1, jumpsBack(at(2, 3, 4, 1)), "the cover at the end")
	require.Equal(t, 3, jumpsBack(at(1, 2, 3, 4, 1, 2, 3)), "what a repair found")
	list := []string{"b", "note", "c", "a"}
	sortByPage(list, []tagStand{{2, true}, {}, {3, true}, {1, true}})
	require.Equal(t, []string{"a", "b", "note", "c"}, list)
}
