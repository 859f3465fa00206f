package pdf_test

import (
	"bytes"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

func TestOpenRepairs(t *testing.T) {
	t.Parallel()
	all := []string{"(page 1) Tj", "(page 2) Tj", "(page 3) Tj"}
	for name, test := range map[string]struct {
		src  []byte
		want []string
	}{
		"no startxref":                              {bytes.Replace(three(), []byte("startxref"), []byte("startxxxx"), 1), all},
		"startxref to nowhere":                      {bytes.Replace(three(), []byte("startxref\n"), []byte("startxref\n9"), 1), all},
		"a file cut short":                          {three()[:bytes.Index(three(), []byte("xref"))], all},
		"offsets that are off":                      {bytes.Replace(three(), []byte("1 0 obj"), []byte("         1 0 obj"), 1), all},
		"a table cut short":                         {bytes.Replace(three(), []byte("00000 n \n"), []byte("0"), 3), all},
		"an object stream without cross-references": {bytes.Replace(packed(), []byte("startxref"), []byte("startxxxx"), 1), []string{"(page 1) Tj"}},
		"no catalog":                                {bytes.Replace(bytes.Replace(three(), []byte("/Catalog"), []byte("/Katalog"), 1), []byte("/Root 1"), []byte("/Boot 1"), 1), all},
		"no page tree":                              {bytes.Replace(three(), []byte("/Kids"), []byte("/Xids"), 1), all},
		"the last definition counts":                {append(bytes.Replace(three(), []byte("startxref"), []byte("startxxxx"), 1), "4 0 obj << /Type /Page /Contents 99 0 R >> endobj 99 0 obj <</Length 3>> stream\nnew\nendstream endobj"...), []string{"new", "(page 2) Tj", "(page 3) Tj"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			codes := map[string]int{}
			d, err := pdf.Open(t.Context(), test.src, pdf.Options{Warn: func(damage pdf.Damage) {
				mu.Lock()
				defer mu.Unlock()
				codes[damage.Code]++
			}})
			require.NoError(t, err)
			require.Equal(t, test.want, contents(d))
			require.Equal(t, 1, codes[pdf.DamageXref], "%v", codes)
		})
	}
}

func TestRepairAfterOpen(t *testing.T) {
	t.Parallel()
	f := newFile()
	onePage(f)
	f.object(5, "(wanted)")
	f.object(6, "(other)")
	f.offsets[5] = f.offsets[6] // stands elsewhere
	f.offsets[7] = 0            // and 7 nowhere
	var warned []string
	d, err := pdf.Open(t.Context(), f.end(f.table("/Root 1 0 R")), pdf.Options{Warn: func(damage pdf.Damage) {
		warned = append(warned, damage.Code)
	}})
	require.NoError(t, err)
	require.Nil(t, d.Resolve(pdf.Ref{Num: 7}), "a free object is null")
	require.Nil(t, d.Resolve(pdf.Ref{Num: 77}), "an absent object is null")
	require.Empty(t, warned)
	require.Equal(t, pdf.String("wanted"), d.Resolve(pdf.Ref{Num: 5}))
	require.Equal(t, pdf.String("other"), d.Resolve(pdf.Ref{Num: 6}))
	require.Equal(t, []string{pdf.DamageXref}, warned)
}

// TestImpossibleNumbersOfObjects has an object stream that lies about its numbers. The document is
// read nevertheless.
func TestImpossibleNumbersOfObjects(t *testing.T) {
	t.Parallel()
	for _, entry := range []string{"/N -3", "/N 99999999999", "/N (x)", "/N null", "/N 5 0 R"} {
		f := newFile()
		onePage(f)
		f.stream(5, "/Type /ObjStm /First 4 "+entry, "6 0 << /Type /Page /A 1 >>")
		src := bytes.Replace(f.end(f.table("/Root 1 0 R")), []byte("startxref"), []byte("startxxxx"), 1)
		require.Equal(t, []string{"(page 1) Tj"}, contents(open(t, src)), entry)
	}
}
