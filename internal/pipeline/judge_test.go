package pipeline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/internal/pdfua"
	"github.com/pagelift/pagelift/internal/quality"
	"github.com/pagelift/pagelift/internal/source"
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
