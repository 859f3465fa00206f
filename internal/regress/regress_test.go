package regress

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/regress/score"
)

// TestNothingFell is make regress. What is meant to fall, and what rose, is accepted by
// make regress-accept.
func TestNothingFell(t *testing.T) {
	t.Parallel()
	results, err := Run(t.Context(), "corpus", "")
	require.NoError(t, err)
	for _, r := range results {
		require.NoError(t, r.Err, r.Name)
	}
	was, err := ReadBaseline("baseline.tsv")
	require.NoError(t, err)
	is := Of(results)
	c := Compare(was, is)
	require.Empty(t, c.Unknown, "without baseline; run: make regress-accept")
	require.Empty(t, c.Missing, "in the baseline only; run: make regress-accept")
	if len(c.Failures) > 0 {
		t.Errorf("%s\n%s\nlook at it: make regress; if it is meant to be: make regress-accept", strings.Join(c.Failures, "\n"), c.Table(is))
	}
}

// TestTruthsAreWhole reads every truth as the scorer does: each has a language, text,
// and marks that lead to its notes.
func TestTruthsAreWhole(t *testing.T) {
	t.Parallel()
	truths, err := filepath.Glob(filepath.Join("corpus", "*.html"))
	require.NoError(t, err)
	pdfs, err := filepath.Glob(filepath.Join("corpus", "*.pdf"))
	require.NoError(t, err)
	require.Len(t, truths, len(pdfs), "a truth for each PDF")
	var size int64
	for i, path := range truths {
		require.Equal(t, path, truthOf(pdfs[i]))
		doc, err := parse(path)
		require.NoError(t, err)
		require.NotEmpty(t, doc.Lang, path)
		require.NotEmpty(t, doc.Blocks, path)
		for m, v := range score.Compare(doc, doc) {
			require.InDelta(t, 1, v, 1e-9, "%s of %s against itself", m, path)
		}
		info, err := os.Stat(pdfs[i])
		require.NoError(t, err)
		size += info.Size()
	}
	require.Less(t, size, int64(10<<20), "the corpus is for the repository")
}

func TestBaselineComesBackAsItWasWritten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "b.tsv")
	none, err := ReadBaseline(path)
	require.NoError(t, err)
	require.Empty(t, none)
	b := Baseline{"two": {score.NID: .5, score.TEDS: 0}, "one": {score.NID: 1}}
	require.NoError(t, WriteBaseline(path, b))
	again, err := ReadBaseline(path)
	require.NoError(t, err)
	require.Equal(t, b, again)
}

func TestCompareSaysWhatFell(t *testing.T) {
	t.Parallel()
	was := Baseline{"a": {score.NID: 1, score.TEDS: .9}, "b": {score.NID: 1}, "gone": {score.NID: 1}}
	is := Baseline{"a": {score.NID: .998, score.TEDS: .95}, "b": {score.NID: .98}, "new": {score.NID: 0}, "other": {score.TEDS: 1}}
	was["other"] = map[score.Metric]float64{score.NID: 1}
	c := Compare(was, is)
	require.Equal(t, []string{"new", "other"}, c.Unknown)
	require.Equal(t, []string{"gone"}, c.Missing)
	require.Equal(t, []string{"the mean of nid fell from 1.0000 to 0.9890", "nid of b fell from 1.0000 to 0.9800"}, c.Failures)
	require.Len(t, c.MovedDocuments(), 2)
	require.Contains(t, c.Table(is), "b -0.020, a -0.002")

	few := Compare(Baseline{"a": {score.NID: 1}}, Baseline{"a": {score.NID: .9985}})
	require.Empty(t, few.Failures, "less than what may fall")
}

func TestPageShowsBothSides(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.html"), []byte("<h1>A head</h1><p>one two</p><p>three & four</p>"), 0o644))
	results := []Result{{Name: "a", HTML: []byte("<p>A head</p><p>one</p><p>three & four five</p>"), Figures: map[score.Metric]float64{score.NID: .5}}}
	page := filepath.Join(dir, "page.html")
	c := Compare(Baseline{"a": {score.NID: 1}}, Of(results))
	require.NoError(t, WritePage(page, dir, results, c, false))
	src, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(src), `<div class="b heading"><b>h1</b><span class="role">A</span> <span class="role">head</span></div>`)
	require.Contains(t, string(src), `<div class="b text"><b>p</b>one <span class="alone">two</span></div>`)
	require.Contains(t, string(src), `<div class="b text"><b>p</b>three &amp; four <span class="alone">five</span></div>`)
}
