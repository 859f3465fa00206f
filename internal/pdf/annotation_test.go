package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// annotated returns page 1 with annots as its annotations.
func annotated(t testing.TB, file *testkit.PDF, annots string) []pdf.Annotation {
	t.Helper()
	file.AddPage(testkit.Page{Extra: "/Annots [" + annots + "]"})
	d := opened(t, file, 0)
	return d.Annotations(d.Page(1))
}

func TestAnnotations(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	link := file.Add(`<< /Subtype /Link /Rect [200 100 10 20] /Contents (to the \344ther)
		/QuadPoints [10 40 50 40 10 20 50 20  10 80 50 80 50 60 10 60  1 2 3] /A << /S /URI /URI (https://example.com/a) >> >>`)
	annots := annotated(t, file, strings.Join([]string{ref(link), "null", "99 0 R", "42", "<< /Subtype /Text /Rect [0 0 (x)] >>", ref(link)}, " "))

	require.Len(t, annots, 2)
	a := annots[0]
	require.Equal(t, pdf.Ref{Num: link}, a.Ref)
	require.Equal(t, pdf.Name("Link"), a.Subtype)
	require.Equal(t, pdf.Box{X0: 10, Y0: 20, X1: 200, Y1: 100}, a.Rect)
	require.Equal(t, "to the äther", a.Contents)
	require.Equal(t, "https://example.com/a", a.URI)
	require.False(t, a.Hidden)
	require.Equal(t, [][8]float64{
		{10, 40, 50, 40, 50, 20, 10, 20}, // the corners were written row by row
		{10, 80, 50, 80, 50, 60, 10, 60}, // the corners were written around the area
	}, a.Quads)
	require.Equal(t, pdf.Name("Text"), annots[1].Subtype)
	require.Equal(t, pdf.Box{}, annots[1].Rect)
}

func TestAnnotationsOfSeveralGenerationsAreOne(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	first, second := file.Add("<< /Subtype /Text >>"), file.Add("<< /Subtype /Stamp >>")
	for _, order := range [][2]int{{first, second}, {second, first}} {
		annots := fmt.Sprintf("%d 0 R %d 1 R %d 1 R %d 0 R", order[0], order[0], order[1], order[1])
		require.Len(t, annotated(t, file, annots), 2, annots)
	}
}

func TestAnnotationsHidden(t *testing.T) {
	t.Parallel()
	for entries, want := range map[string]bool{
		"":                            false,
		"/F 4":                        false, // to be printed
		"/F 2":                        true,
		"/F 36":                       true,
		"/OC 3 0 R":                   true,
		"/OC << /Type /OCG >>":        false,
		"/F (nonsense) /OC (as well)": false,
	} {
		t.Run(entries, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{Catalog: "/OCProperties << /OCGs [3 0 R] /D << /OFF [3 0 R] >> >>"}
			file.Add("<< /Type /OCG /Name (off) >>")
			require.Equal(t, want, annotated(t, file, "<< /Subtype /Stamp "+entries+" >>")[0].Hidden)
		})
	}
}

func TestAnnotationAppearance(t *testing.T) {
	t.Parallel()
	for entries, want := range map[string]string{
		"":                   "",
		"/AP << /N 3 0 R >>": "one",
		"/AP << /N << /On 3 0 R /Off 4 0 R >> >> /AS /On":  "one",
		"/AP << /N << /On 3 0 R /Off 4 0 R >> >> /AS /Off": "two",
		"/AP << /N << /On 3 0 R /Off 4 0 R >> >>":          "two",
		"/AP << /N << /On 3 0 R >> >>":                     "",
		"/AP << /N << /On 3 0 R >> >> /AS /Other":          "",
		"/AP << /N (nonsense) >>":                          "",
	} {
		t.Run(entries, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{}
			file.AddStream("", "one")
			file.AddStream("", "two")
			got := annotated(t, file, "<< /Subtype /Widget "+entries+" >>")[0].Appearance
			if want == "" {
				require.Nil(t, got)
				return
			}
			require.Equal(t, want, string(got.Raw))
		})
	}
}

func TestAnnotationURI(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ base, uri, want string }{
		"absolute":                    {"", "(https://example.com/?a=b#c)", "https://example.com/?a=b#c"},
		"a mail address":              {"(https://example.com/)", "(mailto:a@example.com)", "mailto:a@example.com"},
		"relative to the base":        {"(https://example.com/docs/)", "(../x.html)", "https://example.com/x.html"},
		"relative to nothing":         {"", "(x.html)", "x.html"},
		"a fragment":                  {"(https://example.com/docs/)", "(#part)", "https://example.com/docs/#part"},
		"without scheme":              {"(https://example.com/docs/)", "(WWW.example.org/x)", "http://WWW.example.org/x"},
		"broken by line ends":         {"", "( https://example.com/long\r\n/path )", "https://example.com/long/path"},
		"letters that are not ASCII":  {"", "(https://example.com/gr\\303\\274n)", "https://example.com/grün"},
		"no string":                   {"", "42", ""},
		"a base that is no address":   {"(:::)", "(x.html)", "x.html"},
		"an address that is too long": {"", "(https://" + strings.Repeat("x", 70<<10) + ")", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{}
			if c.base != "" {
				file.Catalog = "/URI << /Base " + c.base + " >>"
			}
			require.Equal(t, c.want, annotated(t, file, "<< /Subtype /Link /A << /S /URI /URI "+c.uri+" >> >>")[0].URI)
		})
	}
}

func TestSharedQuadPointsAreBounded(t *testing.T) {
	t.Parallel()
	const quads = 1000
	file := &testkit.PDF{}
	shared := file.Add("[" + strings.Repeat("0 1 1 1 0 0 1 0 ", quads) + "]")
	annots := annotated(t, file, strings.Repeat(fmt.Sprintf("<< /Subtype /Highlight /QuadPoints %s >> ", ref(shared)), 200))
	total := 0
	for _, a := range annots {
		total += len(a.Quads)
	}
	require.Len(t, annots, 200)
	require.Equal(t, limits.PageAnnotations, total)
}

func BenchmarkAnnotations(b *testing.B) {
	file := &testkit.PDF{}
	var annots strings.Builder
	for i := range 100 {
		n := file.Add(fmt.Sprintf("<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [72 %d 200 %d] /A << /S /GoTo /D [0 /XYZ 0 0 null] >> >>", i, i+10))
		annots.WriteString(ref(n) + " ")
	}
	file.AddPage(testkit.Page{Extra: "/Annots [" + annots.String() + "]"})
	d := opened(b, file, 0)
	p := d.Page(1)
	b.ReportAllocs()
	for b.Loop() {
		if len(d.Annotations(p)) != 100 {
			b.Fatal("annotations are missing")
		}
	}
}
