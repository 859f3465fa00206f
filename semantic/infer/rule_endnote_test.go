package infer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

// tied writes the references in the text and where they lead, the anchors of the
// entries, and the lists of notes or sources.
func tied(doc *semantic.Document) []string {
	var list []string
	for n := range doc.Root.All() {
		switch {
		case n.Role == semantic.Reference:
			var b strings.Builder
			dumpInline(&b, n.Children)
			list = append(list, strings.TrimSpace(b.String())+" -> "+n.Attr.Href+" "+n.Attr.Subtype)
		case n.Role == semantic.L && n.Attr != nil && n.Attr.Subtype != "":
			list = append(list, n.Attr.Subtype+" "+n.Attr.Title+" "+n.Attr.Numbering)
		case n.Attr != nil && (n.Role == semantic.LI || n.Role == semantic.FENote):
			list = append(list, n.Role.String()+" "+n.Attr.ID)
		}
	}
	return list
}

func TestNotesAtTheEndAreTiedToTheirMarks(t *testing.T) {
	t.Parallel()
	words := "Some words of the text that go on"
	for name, c := range map[string]struct {
		pages []*pageBuilder
		want  []string
	}{
		"numbered notes keep their labels, which lead back": {
			[]*pageBuilder{
				page(1).text().block(body, words+".^1^", "More.^2^"),
				page(2).text().block(large, "Notes").block(body, "1. The first note.").block(body, "2. The second note."),
			},
			[]string{"1 -> #fn-1 Note", "2 -> #fn-2 Note", "Endnotes Notes ", "LI fn-1", "1. -> #fnref-1 Back", "LI fn-2", "2. -> #fnref-2 Back"},
		},
		"notes with raised labels in the size of the text": {
			[]*pageBuilder{
				page(1).text().block(body, words+".^1^", "More.^2^"),
				page(2).text().block(large, "Endnotes").block(body, "^1^ The first note.").block(body, "^2^ The second note.").text(),
			},
			[]string{"1 -> #fn-1 Note", "2 -> #fn-2 Note", "FENote fn-1", "1 -> #fnref-1 Back", "FENote fn-2", "2 -> #fnref-2 Back"},
		},
		"the notes of two chapters": {
			[]*pageBuilder{
				page(1).text().block(body, words+".^1^", "More.^2^").block(body, words+" again.^1^", "More of it.^2^"),
				page(2).text().block(large, "Notes").block(body, "1. The first note.").block(body, "2. The second note.").
					block(body, "The notes of the second chapter follow here.").block(body, "1. The third note.").block(body, "2. The fourth note."),
			},
			[]string{"1 -> #fn-1 Note", "2 -> #fn-2 Note", "1 -> #fn-3 Note", "2 -> #fn-4 Note",
				"Endnotes Notes ", "LI fn-1", "1. -> #fnref-1 Back", "LI fn-2", "2. -> #fnref-2 Back",
				"Endnotes Notes ", "LI fn-3", "1. -> #fnref-3 Back", "LI fn-4", "2. -> #fnref-4 Back"},
		},
		"numbers in brackets lead to sources, which lead nowhere": {
			[]*pageBuilder{
				page(1).text().block(body, words+" [1, 2].", "More [2] and a[1]."),
				page(2).text().block(large, "References").block(body, "[1] A. Author, A title.").block(body, "[2] B. Author, Another."),
			},
			[]string{"1 -> #fn-1 Source", "2 -> #fn-2 Source", "2 -> #fn-2 Source", "Bibliography References [1]", "LI fn-1", "LI fn-2"},
		},
		"sources that nothing leads to": {
			[]*pageBuilder{
				page(1).text().block(body, words+"."),
				page(2).text().block(large, "References").block(body, "[1] A. Author, A title.").block(body, "[2] B. Author, Another."),
			},
			[]string{"Bibliography References [1]"},
		},
		"a list under another heading": {
			[]*pageBuilder{
				page(1).text().block(body, words+".^1^", "More.^2^"),
				page(2).text().block(large, "Rules").block(body, "1. The first rule.").block(body, "2. The second rule."),
			},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, tied(build(t, c.pages...)))
		})
	}
}
