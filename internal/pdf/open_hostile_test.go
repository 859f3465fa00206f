package pdf_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// TestHostileFiles opens files that are made to take quadratic time or much memory. The time would
// show; the memory is measured, so this test must run alone.
func TestHostileFiles(t *testing.T) {
	const many = 50_000
	repeat := func(format string) string {
		var b strings.Builder
		b.WriteString("%PDF-1.7\n")
		for i := range many {
			fmt.Fprintf(&b, format, i+10)
		}
		return b.String()
	}
	for name, src := range map[string]string{
		"dictionaries without end": repeat("%d 0 obj << /Type /Page /A [\n"),
		"strings without end":      repeat("%d 0 obj << /Type /Page /A (\n"),
		"streams without end":      repeat("%d 0 obj << /Type /ObjStm /N 9 /First 9 >> stream\n"),
		"many trailers":            repeat("trailer << /Prev %d /Root 1 0 R >>\n"),
		"object numbers far apart": repeat("%d00000 0 obj null endobj\n"),
		"a chain of Kids":          strings.ReplaceAll(repeat("%[1]d 0 obj << /Type /Pages /Kids [%[1]d1 0 R] >> endobj\n"), "%!", ""),
		"one object many times":    strings.Repeat("1 0 obj<</Type/Pages/Kids[1 0 R 1 0 R]>>endobj ", many),
		"digits":                   strings.Repeat("1", 1<<20) + " 0 obj",
		"trailers without end":     endlessTrailers(many / 2),
		"a long page many times":   longPages(2000, false),
		"pages in each other":      longPages(2000, true),
		"a huge table":             "%PDF-1.4\nxref\n0 9999999999\ntrailer << /Root 1 0 R /Size 9999999999 >>\nstartxref\n9\n%%EOF",
		"a table far away":         "%PDF-1.4\nxref\n9999999990 1\n0000000009 00000 n \ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF",
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _ = pdf.Open(t.Context(), []byte(src), pdf.Options{})
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20+100*len(src)))
		})
	}
}

// endlessTrailers returns a chain of n sections. The trailer of each has a string that never ends.
func endlessTrailers(n int) string {
	const section = "xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev %08d /A (\n"
	var b strings.Builder
	b.WriteString("%PDF-1.7\n")
	for range n {
		fmt.Fprintf(&b, section, b.Len()-len("xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev 00000000 /A (\n"))
	}
	fmt.Fprintf(&b, "startxref\n%d\n%%%%EOF", strings.LastIndex(b.String(), "xref"))
	return b.String()
}

// longPages returns a document with n kids in an object stream. Either all are one long page, or they
// are n pages that overlap.
func longPages(n int, overlap bool) string {
	var head, kids strings.Builder
	page := "<< /Type /Page /A (" + strings.Repeat("x", 64<<10) + ") >> "
	for i := range n {
		fmt.Fprintf(&kids, "%d 0 R ", 3+i)
		if overlap {
			fmt.Fprintf(&head, "%d 0 ", 3+i)
		}
	}
	fmt.Fprintf(&head, "3 0 1 %d 2 %d ", len(page), len(page)+len("<< /Pages 2 0 R >> "))
	list := kids.String()
	if !overlap {
		list = strings.Repeat("3 0 R ", n)
	}
	data := deflate(head.String() + page + "<< /Pages 2 0 R >> << /Kids [" + list + "] >>")
	f := newFile()
	f.stream(200_000, fmt.Sprintf("/Type /ObjStm /N %d /First %d /Filter /FlateDecode", n+3, head.Len()), data)
	f.WriteString("trailer << /Root 1 0 R >>")
	return f.String()
}

// TestContentOfOneStreamManyTimes has a page whose contents name one long stream again and again. It
// decodes to nothing.
func TestContentOfOneStreamManyTimes(t *testing.T) {
	t.Parallel()
	const each = 64 << 10
	f := newFile()
	onePage(f)
	f.object(3, "<< /Type /Page /Contents ["+strings.Repeat("4 0 R ", 2*limits.PageContentBytes/each)+"] >>")
	f.stream(4, "/Filter /RunLengthDecode", "\x80"+strings.Repeat(" ", each-1)) // ends at once
	var codes []string
	d, err := pdf.Open(t.Context(), f.end(f.table("/Root 1 0 R")), pdf.Options{Warn: func(damage pdf.Damage) {
		codes = append(codes, damage.Code)
	}})
	require.NoError(t, err)
	require.LessOrEqual(t, len(d.Content(t.Context(), nil, d.Page(1))), limits.PageContentBytes/each, "a line end each")
	require.Equal(t, []string{pdf.DamageContent}, codes)
}
