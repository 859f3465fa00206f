package pdf_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// ref writes a reference to an object of testkit.
func ref(n int) string { return fmt.Sprintf("%d 0 R", n) }

// opened opens the file that a test has built, with so many empty pages added.
func opened(t testing.TB, file *testkit.PDF, pages int) *pdf.Document {
	t.Helper()
	for range pages {
		file.AddPage(testkit.Page{})
	}
	d, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
	require.NoError(t, err)
	return d
}

// outlineText returns an outline as text: a line an item, indented by its level.
func outlineText(items []pdf.OutlineItem) string {
	var b strings.Builder
	var write func([]pdf.OutlineItem, int)
	write = func(items []pdf.OutlineItem, level int) {
		for _, item := range items {
			fmt.Fprintf(&b, "%s%s -> %d %s\n", strings.Repeat(" ", level), item.Title, item.Dest.Page, item.URI)
			write(item.Children, level+1)
		}
	}
	write(items, 0)
	return b.String()
}

// TestWalkersTogether is for the race detector. Pages are read in parallel, and the first that asks
// for something of the catalog reads it.
func TestWalkersTogether(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{Catalog: `/Names << /Dests << /Names [(a) [0 /Fit]] >> >> /PageLabels << /Nums [0 << /S /D >>] >>
		/OCProperties << /D << /OFF [3 0 R] >> >> /StructTreeRoot << /K << /S /P /K 0 >> >> /AcroForm << /Fields [<< /T (f) >>] >>`}
	file.Add("<< /Type /OCG >>")
	for range 8 {
		file.AddPage(testkit.Page{Extra: "/Annots [<< /Subtype /Link /Dest (a) /OC 3 0 R >>]"})
	}
	d := opened(t, file, 0)
	var wait sync.WaitGroup
	for n := 1; n <= d.PageCount(); n++ {
		wait.Go(func() {
			a := d.Annotations(d.Page(n))[0]
			if a.Dest.Page != 1 || !a.Hidden || d.PageLabel(n) != strconv.Itoa(n) || len(d.StructTree().Kids) != 1 ||
				len(d.Form().Fields) != 1 || len(d.Attachments()) != 0 || d.Outline() != nil {
				t.Errorf("page %d reads differently", n)
			}
		})
	}
	wait.Wait()
}
