package tesseract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/ocr"
)

func TestWhatIsSeenInDrawingsIsDropped(t *testing.T) {
	t.Parallel()
	doubtful := func(text string) string {
		return strings.ReplaceAll(line("ocr_line", text), "x_wconf 90", "x_wconf 29")
	}
	page := parseHOCR([]byte(line("ocr_line", "Ly")+doubtful("“Ly,")+doubtful("•")+doubtful("port")+doubtful("7")+doubtful("港")), 100, 60)
	dropInventions(page)

	var texts []string
	for i := range page.Lines {
		require.EqualValues(t, i, page.Lines[i].First)
		require.EqualValues(t, i, page.Words[i].Line)
		texts = append(texts, page.Words[i].Text)
	}
	require.Equal(t, []string{"Ly", "•", "port", "港"}, texts, "uncertain short words are removed, signs and longer words stay")

	empty := &ocr.Page{}
	dropInventions(empty)
	require.Empty(t, empty.Words)
}
