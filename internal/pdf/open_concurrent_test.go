package pdf_test

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/pagelift/pagelift/internal/pdf"
)

func TestOpenIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	misplaced := newFile() // which is noticed only while the document is in use
	onePage(misplaced)
	misplaced.object(5, "<< /Title (found) >>")
	misplaced.offsets[5] -= 3
	for _, src := range [][]byte{
		three(), packed(), misplaced.end(misplaced.table("/Root 1 0 R /Info 5 0 R")),
		bytes.Replace(three(), []byte("(page 3)"), []byte("(page three)"), 1),
	} {
		d := open(t, src)
		want := everything(open(t, src))
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 20 {
					if got := everything(d); !slices.Equal(want, got) {
						t.Errorf("got %q, want %q", got, want)
					}
				}
			})
		}
		wg.Wait()
	}
}

// everything returns all that d can tell, as text.
func everything(d *pdf.Document) []string {
	out := contents(d)
	for n := range d.PageCount() {
		page := d.Page(n + 1)
		out = append(out, fmt.Sprint(d.Annotations(page)), d.PageLabel(n+1))
	}
	for num := range 12 {
		out = append(out, fmt.Sprintf("%T", d.Resolve(pdf.Ref{Num: num})))
	}
	return append(out, fmt.Sprint(d.Info(), d.Outline(), d.Attachments(), d.StructTree() == nil, d.Form() == nil, d.Visible(pdf.Ref{Num: 3})))
}
