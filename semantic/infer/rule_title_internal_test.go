package infer

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTitlesThatProgramsMadeAreNone(t *testing.T) {
	t.Parallel()
	for _, title := range []string{
		"report.docx", "Annual report 2026.DOC", "a.b.PDF", `C:\texts\letter`, "/home/someone/draft",
		"untitled", "Untitled 3", "Document2", "Slide (12)", "New Document", "sheet_1", "PowerPoint Presentation",
		"Microsoft Word - minutes of May", "Microsoft Office PowerPoint - Talk",
		"ab", "a\uFFFDbcdef", "",
	} {
		require.Empty(t, saneTitle(title), title)
	}
}

func TestTitlesThatPeopleWroteStay(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Minutes of the council":        "Minutes of the council",
		"  Two\n lines ":                "Two lines",
		"Input/output in small systems": "Input/output in small systems",
		"Document management":           "Document management",
		"Untitled landscapes":           "Untitled landscapes",
		"Microsoft Word for beginners":  "Microsoft Word for beginners",
		"About Node.js":                 "About Node.js",
		"Scan statistics":               "Scan statistics",
	} {
		require.Equal(t, want, saneTitle(title))
	}
}
