package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/regress/score"
)

// many returns n examples of one kind.
func many(n int, is bool, signs ...int) []example {
	var list []example
	for range n {
		list = append(list, example{signs, is})
	}
	return list
}

// One sign: its weight is the logarithm of the ratio of the odds with it and without it.
func TestWeightsOfOneSignAreItsOdds(t *testing.T) {
	t.Parallel()
	var list []example
	for _, part := range [][]example{many(30, true, 0), many(10, false, 0), many(5, true), many(55, false)} {
		list = append(list, part...)
	}
	w, err := fitWeights(list, 1, 1e-9)
	require.NoError(t, err)
	require.InDelta(t, math.Log(30.0/10)-math.Log(5.0/55), w[0], 1e-5)
	require.InDelta(t, math.Log(5.0/55), w[1], 1e-5)

	held, err := fitWeights(list, 1, 10)
	require.NoError(t, err)
	require.Less(t, held[0], 0.8*w[0], "a ridge costs")
	require.Positive(t, held[0])

	_, err = fitWeights(many(9, true, 0), 1, 1)
	require.NoError(t, err, "all of one kind")
}

// drawn returns random examples whose signs have known weights.
func drawn(n int, known []float64, intercept float64) []example {
	rnd := rand.New(rand.NewPCG(5, 6))
	var list []example
	for range n {
		e, z := example{}, intercept
		for i, v := range known {
			if rnd.Float64() < 0.3 {
				e.signs, z = append(e.signs, i), z+v
			}
		}
		e.is = rnd.Float64() < 1/(1+math.Exp(-z))
		list = append(list, e)
	}
	return list
}

func TestKnownWeightsAreFound(t *testing.T) {
	t.Parallel()
	known := []float64{2, -1.5, 0.5, 0}
	list := drawn(40_000, known, -1)
	w, err := fitWeights(list, len(known), 1)
	require.NoError(t, err)
	for i, v := range append(known, -1) {
		require.InDelta(t, v, w[i], 0.1, "weight %d", i)
	}
	again, err := fitWeights(list, len(known), 1)
	require.NoError(t, err)
	require.Equal(t, w, again)
}

func TestSolve(t *testing.T) {
	t.Parallel()
	require.InDeltaSlice(t, []float64{1, -2, 3}, solve([][]float64{{4, 2, 0}, {2, 5, 1}, {0, 1, 3}}, []float64{0, -5, 7}), 1e-12)
	require.Nil(t, solve([][]float64{{1, 2}, {2, 1}}, []float64{1, 1}), "not positive definite")
}

func TestAccountsAreRead(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]account{
		"0.20 of 0.50 (headingWeight): bold +0.35, set apart +0.20, ends as a sentence -0.35": {0.2, 0.5, []sign{{"bold", 0.35}, {"set apart", 0.2}, {"ends as a sentence", -0.35}}},
		"1.15 of 0.50 (headingWeight): size 1.60 of the body's +0.80, bold +0.35":             {1.15, 0.5, []sign{{"size worth +0.80", 0.8}, {"bold", 0.35}}},
		"0.20 of 0.50 (headingWeight): size 1.05 of the body's +0.00, bold +0.20":             {0.2, 0.5, []sign{{"bold", 0.2}}},
		"0.00 of 0.50 (headingWeight): size 1.05 of the body's +0.00":                         {0, 0.5, nil},
		"0.00 of 0.50 (headingWeight): nothing speaks for it":                                 {0, 0.5, nil},
		"-0.35 of 0.50 (headingWeight): ends as a sentence -0.35":                             {-0.35, 0.5, []sign{{"ends as a sentence", -0.35}}},
		"stands like a running head or foot: 1.20 of 1.00 (aloneWeight): bold -0.10":          {1.2, 1, []sign{{"bold", -0.1}}},
		"0.70 of 0.75 (noteWeight): its sign *, ** stands in the text +0.35, at the foot +0.20": {0.7, 0.75,
			[]sign{{"its sign stands in the text", 0.35}, {"at the foot", 0.2}}},
	} {
		got, err := parseAccount(reason)
		require.NoError(t, err, reason)
		require.Equal(t, want, got, reason)
	}
	for _, reason := range []string{"more than 5 lines (headingLines) or 300 bytes (headingBytes)", "0.20 of 0.50 (headingWeight): bold", ""} {
		_, err := parseAccount(reason)
		require.ErrorIs(t, err, errNoAccount, reason)
	}
}

// labelled returns candidates that have only texts.
func labelled(texts ...string) []candidate {
	var list []candidate
	for _, text := range texts {
		list = append(list, candidate{text: text})
	}
	return list
}

func labels(list []candidate) string {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, "%s: %s\n", c.text, c.truth)
	}
	return b.String()
}

func TestHeadingsAreJudgedByTheTruth(t *testing.T) {
	t.Parallel()
	truth, err := score.Parse([]byte(`<h1>Foxes of the world</h1><p>Foxes</p><h2>1 Habits</h2><p>Text.</p><h2>Conclusion</h2>`))
	require.NoError(t, err)
	list := labelled("FOXES OF THE WORLD", "3.1 Habits", "Foxes", "Conc1usion", "")
	require.Equal(t, 3, judgeHeadings(truth, list))
	require.Equal(t, "FOXES OF THE WORLD: yes\n3.1 Habits: yes\nFoxes: no\nConc1usion: yes\n: no\n", labels(list))

	list = labelled("Habits", "Habits", "Conclusion", "Conclusions")
	judgeHeadings(truth, list)
	require.Equal(t, "Habits: unsure\nHabits: unsure\nConclusion: yes\nConclusions: no\n", labels(list), "one heading, two candidates; a found heading has no other likeness")
}

func TestFurnitureIsJudgedByItsRows(t *testing.T) {
	t.Parallel()
	truth, err := score.Parse([]byte(`<head><meta name="furniture" content="12 The Fox Book"><meta name="furniture" content="www.fox.example"></head><p>Foxes</p>`))
	require.NoError(t, err)
	list := labelled("12", "The Fox Book", "12 The Fox Book www.fox.example", "The Fox Book is read by many foxes", "Fox", "—")
	require.Equal(t, 2, judgeFurniture(truth, list))
	require.Equal(t, "12: yes\nThe Fox Book: yes\n12 The Fox Book www.fox.example: yes\nThe Fox Book is read by many foxes: no\nFox: no\n—: no\n", labels(list))
}

// A rule in which one weight has the wrong sign, and one is twice what it should be.
func TestWrongWeightsAreFound(t *testing.T) {
	t.Parallel()
	today := map[string]float64{"good": 0.6, "bad": 0.2, "loud": 0.6, "idle": 0.1}
	names := []string{"good", "bad", "loud", "idle"}
	var list []candidate
	for i, e := range drawn(8000, []float64{5, -4, 0.8, 0}, -2.5) {
		c := candidate{set: "s", source: fmt.Sprint(i % 7), document: "d", account: account{bar: 0.5}, truth: no}
		if e.is {
			c.truth = yes
		}
		for _, s := range e.signs {
			c.signs = append(c.signs, sign{names[s], today[names[s]]})
			c.sum += today[names[s]]
		}
		c.given = c.sum >= 0.5
		list = append(list, c)
	}
	list = append(list, candidate{truth: unsure, account: account{signs: []sign{{"nowhere else", 1}}}})
	d, err := newDesign(list)
	require.NoError(t, err)
	require.Equal(t, []string{"bad", "good", "idle", "loud"}, d.signs)
	c, err := d.compare("source", 3, price{1, 1})
	require.NoError(t, err)
	require.Len(t, c.held, 3)
	require.Greater(t, c.fitted.all.f1(), c.now.all.f1()+0.1)
	require.GreaterOrEqual(t, c.all.weights[1], 0.5, "what decides alone reaches the bar, which is where it was")
	require.Less(t, c.all.weights[0]+c.all.weights[1], 0.5)
	require.Equal(t, " OTHER SIGN", c.contradicts(0))
	require.Equal(t, " off by half", c.contradicts(3))
	require.Contains(t, c.table(), "bad")
	for _, w := range c.all.weights {
		require.InDelta(t, math.Round(w*100), w*100, 1e-9, "two decimals")
	}
	_, err = d.compare("set", 3, price{1, 1})
	require.ErrorIs(t, err, errNothing, "one set")

	list[0].given = !list[0].given
	_, err = newDesign(list)
	require.ErrorIs(t, err, errOtherSum)
}

func TestWhatIsHeldOutIsNotFittedOn(t *testing.T) {
	t.Parallel()
	var d design
	for i, n := range []int{12, 5, 4, 1} {
		for range n {
			d.of = append(d.of, candidate{set: "s", source: string(rune('a' + i))})
		}
	}
	require.Equal(t, [][]string{{"s/a"}, {"s/b", "s/c", "s/d"}}, d.parts("source", 2))
	require.Equal(t, [][]string{{"s"}}, d.parts("set", 2))
}

// The candidates of true documents, whose signs give the rule's own decisions.
func TestCandidatesOfDocuments(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"report-serif.pdf", "report-serif.html", "essay-tex.pdf", "essay-tex.html", "squares-two.pdf", "squares-two.html"} {
		src, err := os.ReadFile(filepath.Join("..", "corpus", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), src, 0o644))
	}
	out := filepath.Join(t.TempDir(), "fit.tsv")
	s := settings{kind: "heading", by: "source", folds: 10, cost: price{1, 1}, sets: []string{dir}, out: out}
	require.NoError(t, s.run(t.Context()))
	tsv, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, string(tsv), "\tyes\ttrue\t")
	require.Contains(t, string(tsv), "\tno\tfalse\t")

	s.kind = "nothing"
	require.ErrorContains(t, s.run(t.Context()), "heading, furniture")
	s.kind, s.sets = "heading", []string{t.TempDir()}
	require.ErrorContains(t, s.run(t.Context()), "no PDF")
}
