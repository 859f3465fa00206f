package pdf_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

// TestHybridFile has two objects. The table says that the first is free, and only the cross-reference
// stream has its place. Both have a place for the second, and that of the table counts.
func TestHybridFile(t *testing.T) {
	t.Parallel()
	f := newFile()
	onePage(f)
	f.object(5, "(from the table)")
	f.stream(7, "/Type /ObjStm /N 2 /First 9", "6 0 5 22 (from the stream) (from the stream)")
	stream := f.Len()
	f.stream(8, "/Type /XRef /Size 9 /Index [5 2] /W [1 2 1] /Root 1 0 R", "\x02\x00\x07\x01\x02\x00\x07\x00")
	table := f.Len()
	fmt.Fprintf(f, "xref\n6 1\n0000000000 00000 f \n")
	for _, num := range f.numbers() {
		fmt.Fprintf(f, "%d 1\n%010d 00000 n \n", num, f.offsets[num])
	}
	fmt.Fprintf(f, "trailer\n<< /Root 1 0 R /XRefStm %d >>\n", stream)
	d := open(t, f.end(table))
	require.Equal(t, pdf.String("from the table"), d.Resolve(pdf.Ref{Num: 5}))
	require.Equal(t, pdf.String("from the stream"), d.Resolve(pdf.Ref{Num: 6}))
	require.Equal(t, []string{"(page 1) Tj"}, contents(d))
}

// TestGenerations has an update that deletes objects and uses one of their numbers again.
func TestGenerations(t *testing.T) {
	t.Parallel()
	f := newFile()
	onePage(f)
	f.object(5, "(deleted)")
	f.object(6, "(replaced)")
	first := f.table("/Root 1 0 R")
	at := f.Len()
	f.WriteString("6 1 obj (again) endobj\n")
	update := f.Len()
	fmt.Fprintf(f, "xref\n5 2\n0000000000 00001 f \n%010d 00001 n \ntrailer << /Root 1 0 R /Prev %d >>\n", at, first)
	d := open(t, f.end(update))
	require.Nil(t, d.Resolve(pdf.Ref{Num: 5}), "deleted")
	require.Equal(t, pdf.String("again"), d.Resolve(pdf.Ref{Num: 6, Gen: 1}))
	require.Nil(t, d.Resolve(pdf.Ref{Num: 6}), "the number was used again")
	require.NotNil(t, d.Resolve(pdf.Ref{Num: 4, Gen: 7}), "a generation too high is a mistake of the writer")
}
