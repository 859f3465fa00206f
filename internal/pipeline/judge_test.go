package pipeline

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/pdfua"
	"github.com/pagelift/pagelift/internal/quality"
	"github.com/pagelift/pagelift/internal/source"
	"github.com/pagelift/pagelift/layout"
)

// TestPagesThatNobodyCanLookAt has a file that cannot be read a second time.
func TestPagesThatNobodyCanLookAt(t *testing.T) {
	t.Parallel()
	file, err := source.Open(t.Context(), strings.NewReader("no PDF"), 1<<20)
	require.NoError(t, err)
	defer file.Close()
	judged, err := judge(t.Context(), file, &Config{Workers: 1})
	require.NoError(t, err)
	require.Len(t, judged, len(quality.Rules()))
	report := sourceReport(&pdfua.Report{}, judged)
	require.Len(t, report.Incomplete, len(judged))
	require.Contains(t, report.Incomplete[0].Nodes[0].Message, "not judged")
	require.Len(t, report.Aspects, len(aspects))
	for _, a := range report.Aspects {
		require.Equal(t, a11y.CannotTell, a.Verdict, a.Name)
	}
}

// TestPagesThatFailAloneAreForAPerson: what holds on the others is not said of the whole.
func TestPagesThatFailAloneAreForAPerson(t *testing.T) {
	t.Parallel()
	judged := make([]quality.Result, 0, len(quality.Rules()))
	for _, rule := range quality.Rules() {
		judged = append(judged, quality.Result{Rule: rule, Held: 3, Doubts: []quality.Finding{{Page: 1}}, Doubtful: 1})
	}
	judged[0].Broken, judged[0].Findings = 1, []quality.Finding{{Page: 3, Message: "wrong"}}
	require.Equal(t, judged, withUnread(slices.Clone(judged), nil))
	judged = withUnread(judged, []layout.Warning{{Code: pageFailed, Page: 2, Detail: "a defect"}, {Code: pageFailed, Page: 4, Detail: "a\ndefect"}})

	found := &pdfua.Report{Unread: pdfua.Places{Count: 1, Findings: []pdfua.Finding{{Page: 2, Detail: "not judged"}}}}
	for _, id := range []string{"7.1-t03", "7.21.7-t01", "7.1-t08"} {
		found.Results = append(found.Results, pdfua.Result{Rule: pdfua.RuleByID(id), Checked: 1})
	}
	report := sourceReport(found, judged)
	node := func(id string, page int) string {
		for _, v := range report.Incomplete {
			for _, n := range v.Nodes {
				if v.ID == id && n.Page == page {
					return n.Message
				}
			}
		}
		return ""
	}
	for _, rule := range quality.Rules() {
		require.Equal(t, "not judged, because the page could not be read: a defect", node(rule.ID, 2), rule.ID)
		require.Equal(t, "not judged, because the page could not be read: a defect", node(rule.ID, 4), rule.ID)
	}
	require.Equal(t, "not judged", node("7.1-t03", 2))
	require.Equal(t, "not judged", node("7.21.7-t01", 2))
	require.Len(t, report.Passes, 1)
	require.Equal(t, "7.1-t08", report.Passes[0].ID, "it is not about pages")
	for _, a := range report.Aspects {
		want := a11y.CannotTell
		if strings.HasPrefix(judged[0].Rule.ID, a.Name) {
			want = a11y.Failed
		}
		require.Equal(t, want, a.Verdict, a.Name)
	}
}
