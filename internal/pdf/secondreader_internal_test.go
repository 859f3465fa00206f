package pdf

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// TestSecondReaderAgrees reads files with pdfcpu and with our reader. Both must read the same, so the
// conversion of pdfcpu's objects to ours is tested, too.
func TestSecondReaderAgrees(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	p.Catalog = `/Lang (de\055CH) /PageLabels << /Nums [0 << /S /r >>] >>`
	p.Trailer = `/Info << /Title <FEFF00e4> >> /ID [<00> (\001)]`
	for n := range 3 {
		p.AddPage(testkit.Page{Content: fmt.Sprintf("BT (page %d) Tj ET", n), Extra: "/Rotate -90 /Tabs /A#20B"})
	}
	p.Add(`[1 -2 3.5 true (a\(b\)\\c) <48656c6c6f> /Name [[]] << /K << /L 1 0 R >> >>]`)
	p.AddStream("/Filter /ASCIIHexDecode", "4142>")
	src := p.Bytes()

	first, err := Open(context.Background(), src, Options{})
	require.NoError(t, err)
	second := secondDocument(t, src)
	require.Equal(t, first.PageCount(), second.PageCount())
	compared := 0
	for num := range first.xref.numbers {
		require.Equal(t, sorted(first.Resolve(Ref{Num: num})), sorted(second.Resolve(Ref{Num: num})), "object %d", num)
		compared++
	}
	require.Equal(t, 10, compared)
	for n := range first.PageCount() {
		a, b := first.Page(n+1), second.Page(n+1)
		require.Equal(t, first.Content(t.Context(), nil, a), second.Content(t.Context(), nil, b))
		require.Equal(t, a.Rotate, b.Rotate)
	}
}

func secondDocument(t *testing.T, src []byte) *Document {
	d := newDocument(t.Context(), src, nil)
	o := opener{d, "", 10}
	require.NoError(t, o.readSecond())
	return d
}

func TestSecondReaderSurvivesRubbish(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"", "%PDF-1.7", "%PDF-1.7\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF"} {
		o := opener{newDocument(t.Context(), []byte(src), nil), "", 10}
		require.ErrorIs(t, o.readSecond(), ErrInvalid)
	}
	large := opener{newDocument(t.Context(), bytes.Repeat([]byte(" "), 1<<20), nil), "", 10}
	require.ErrorContains(t, large.readSecond(), "too large")
}

// sorted returns o with the keys of its dictionaries in alphabetical order, as pdfcpu
// has them.
func sorted(o Object) Object {
	switch o := o.(type) {
	case Array:
		out := make(Array, len(o))
		for i, e := range o {
			out[i] = sorted(e)
		}
		return out
	case *Stream:
		return &Stream{Dict: sorted(o.Dict).(Dict), Raw: o.Raw, Ref: o.Ref}
	case Dict:
		var keys []Name
		for key := range o.All() {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		var out Dict
		for _, key := range keys {
			out.set(key, sorted(o.Raw(key)))
		}
		return out
	}
	return o
}
