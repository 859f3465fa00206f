package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// tree returns a document whose page tree is made of objects: the first is the
// root, number 2.
func tree(objects ...string) []byte {
	f := newFile()
	f.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
	for i, body := range objects {
		f.object(i+2, body)
	}
	return f.end(f.table("/Root 1 0 R"))
}

func TestPageTree(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		objects []string
		want    []int // numbers of the pages' objects
	}{
		"nested nodes": {[]string{
			"<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] >>", "<< /Type /Page >>",
			"<< /Type /Pages /Kids [6 0 R 7 0 R] >>", "<< /Type /Page >>", "<< /Type /Page >>", "<< /Type /Page >>",
		}, []int{3, 6, 7, 5}},
		"no Type at all":            {[]string{"<< /Kids [3 0 R 4 0 R] >>", "<< /Contents 9 0 R >>", "<< /Kids [5 0 R] >>", "<< >>"}, []int{3, 5}},
		"wrong Types":               {[]string{"<< /Type /Page /Kids [3 0 R] >>", "<< /Type /Template >>"}, []int{3}},
		"a Count that lies":         {[]string{"<< /Type /Pages /Count 9999999999 /Kids [3 0 R] >>", "<< /Type /Page >>"}, []int{3}},
		"a node among its own":      {[]string{"<< /Type /Pages /Kids [3 0 R 2 0 R 4 0 R] >>", "<< /Type /Page >>", "<< /Type /Pages /Kids [2 0 R 5 0 R] >>", "<< /Type /Page >>"}, []int{3, 5}},
		"a page that stands twice":  {[]string{"<< /Type /Pages /Kids [3 0 R 3 0 R] >>", "<< /Type /Page >>"}, []int{3, 3}},
		"kids that are no pages":    {[]string{"<< /Type /Pages /Kids [3 0 R 99 0 R null 7 (x) 4 0 R 5 0 R] >>", "<< /Type /Page >>", "[1 2]", "<< /Type /Pages >>"}, []int{3}},
		"pages in the Kids itself":  {[]string{"<< /Type /Pages /Kids [<< /Type /Page >> 3 0 R << /Type /Pages /Kids [3 0 R] >>] >>", "<< /Type /Page >>"}, []int{0, 3, 3}},
		"Kids in an object":         {[]string{"<< /Type /Pages /Kids 3 0 R >>", "[4 0 R]", "<< /Type /Page >>"}, []int{4}},
		"a single page for a tree":  {[]string{"<< /Type /Page >>"}, []int{2}},
		"pages outside a bare tree": {[]string{"<< /Type /Pages /Kids [] >>", "<< /Type /Page >>", "<< /Type /Page >>"}, []int{3, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := open(t, tree(test.objects...))
			var got []int
			for n := range d.PageCount() {
				p := d.Page(n + 1)
				require.Equal(t, n+1, p.Number)
				got = append(got, p.Ref.Num)
			}
			require.Equal(t, test.want, got)
			require.Nil(t, d.Page(0))
			require.Nil(t, d.Page(d.PageCount()+1))
		})
	}
}

func TestPageTreeOfGreatDepth(t *testing.T) {
	t.Parallel()
	var objects []string
	for i := range 10_000 {
		objects = append(objects, fmt.Sprintf("<< /Type /Pages /Kids [%d 0 R] >>", i+3))
	}
	_, err := pdf.Open(t.Context(), tree(append(objects, "<< /Type /Page >>")...), pdf.Options{})
	require.NoError(t, err, "the page is found, if not by way of the tree")
}

func TestMissingPageIsReported(t *testing.T) {
	t.Parallel()
	var got []pdf.Damage
	_, err := pdf.Open(t.Context(), tree("<< /Type /Pages /Kids [3 0 R 9 0 R] >>", "<< /Type /Page >>"), pdf.Options{
		Warn: func(d pdf.Damage) { got = append(got, d) },
	})
	require.NoError(t, err)
	require.Len(t, got, 1)
	require.Equal(t, pdf.DamagePageMissing, got[0].Code)
	require.Equal(t, 9, got[0].Object)
}

func TestPageAttributes(t *testing.T) {
	t.Parallel()
	letter := pdf.Box{X0: 0, Y0: 0, X1: 612, Y1: 792}
	for name, test := range map[string]struct {
		parent, page string
		media, crop  pdf.Box
		rotate       int
		unit         float64
	}{
		"nothing given":                    {"", "", letter, letter, 0, 1},
		"inherited boxes":                  {"/MediaBox [0 0 100 200] /CropBox [10 10 90 190] /Rotate 90", "", pdf.Box{X1: 100, Y1: 200}, pdf.Box{X0: 10, Y0: 10, X1: 90, Y1: 190}, 90, 1},
		"own boxes":                        {"/MediaBox [0 0 100 200] /Rotate 90", "/MediaBox [0 0 50 60] /Rotate 0", pdf.Box{X1: 50, Y1: 60}, pdf.Box{X1: 50, Y1: 60}, 0, 1},
		"corners in another order":         {"", "/MediaBox [100 200 0 0]", pdf.Box{X1: 100, Y1: 200}, pdf.Box{X1: 100, Y1: 200}, 0, 1},
		"a crop box beyond the media box":  {"", "/MediaBox [0 0 100 100] /CropBox [-50 50 500 500]", pdf.Box{X1: 100, Y1: 100}, pdf.Box{Y0: 50, X1: 100, Y1: 100}, 0, 1},
		"a crop box outside the media box": {"", "/MediaBox [0 0 100 100] /CropBox [200 200 300 300]", pdf.Box{X1: 100, Y1: 100}, pdf.Box{X1: 100, Y1: 100}, 0, 1},
		"an empty media box":               {"", "/MediaBox [5 5 5 5]", letter, letter, 0, 1},
		"a media box of three numbers":     {"", "/MediaBox [0 0 100]", letter, letter, 0, 1},
		"boxes that are not there":         {"/MediaBox [0 0 100 200] /Rotate 90", "/MediaBox 99 0 R /Rotate 99 0 R", pdf.Box{X1: 100, Y1: 200}, pdf.Box{X1: 100, Y1: 200}, 90, 1},
		"a media box with a name":          {"", "/MediaBox [0 0 /X 100]", letter, letter, 0, 1},
		"a media box of absurd size":       {"", "/MediaBox [0 0 1e30 100]", letter, letter, 0, 1},
		"a negative rotation":              {"", "/Rotate -90", letter, letter, 270, 1},
		"a rotation by more than a turn":   {"", "/Rotate 450", letter, letter, 90, 1},
		"a rotation that is none":          {"", "/Rotate 45", letter, letter, 0, 1},
		"a user unit":                      {"", "/UserUnit 2.5", letter, letter, 0, 2.5},
		"a user unit of nothing":           {"", "/UserUnit 0", letter, letter, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := open(t, tree("<< /Type /Pages /Kids [3 0 R] "+test.parent+" >>", "<< /Type /Page "+test.page+" >>"))
			p := d.Page(1)
			require.Equal(t, test.media, p.MediaBox)
			require.Equal(t, test.crop, p.CropBox)
			require.Equal(t, test.rotate, p.Rotate)
			require.InDelta(t, test.unit, p.UserUnit, 0)
		})
	}
}

func TestResourcesAreInherited(t *testing.T) {
	t.Parallel()
	d := open(t, tree("<< /Kids [3 0 R 4 0 R] /Resources << /A 1 >> >>", "<< /Kids [5 0 R] /Resources 6 0 R >>", "<< /Type /Page >>", "<< /Type /Page >>", "<< /B 2 >>"))
	require.Equal(t, pdf.Integer(2), d.Page(1).Resources.Raw("B"))
	require.Equal(t, pdf.Integer(1), d.Page(2).Resources.Raw("A"))
}

func TestContentReportsDamage(t *testing.T) {
	t.Parallel()
	var p testkit.PDF
	p.AddPage(testkit.Page{Content: "first"})
	p.AddPage(testkit.Page{Content: "second"})
	src := strings.Replace(string(p.Bytes()), "<< /Length 6  >>", "<</Length 6/F/X>>", 1)
	src = strings.Replace(src, "<< /Length 5  >>", "<</Length 5/Filter/X>>", 1)
	var got []pdf.Damage
	d, err := pdf.Open(t.Context(), []byte(src), pdf.Options{Warn: func(d pdf.Damage) { got = append(got, d) }})
	require.NoError(t, err)
	got = nil // the replacement moved objects
	require.Equal(t, []string{"first", "second"}, contents(d))
	require.Len(t, got, 1)
	require.Equal(t, pdf.DamageContent, got[0].Code)
	require.Equal(t, 1, got[0].Page)
	require.Equal(t, 3, got[0].Object)
}

func TestPagePlaceIsThatOfThePage(t *testing.T) {
	t.Parallel()
	for name, entries := range map[string]string{
		"nothing of its own":    "",
		"boxes of its own":      "/MediaBox [0 0 300 400] /CropBox [10 20 1000 30]",
		"turned":                "/Rotate -90 /UserUnit 2.5",
		"a reference":           "/Rotate 6 0 R",
		"references to nothing": "/Rotate 99 0 R /CropBox 99 0 R",
		"an escaped key":        "/R#6ftate 90",
		"values of no use":      "/MediaBox (x) /UserUnit 0 /Rotate 45 /CropBox null",
		"what stands in other":  "/Group << /Rotate 90 /CropBox [0 0 1 1] >>",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{}
			file.AddPage(testkit.Page{Extra: entries})
			file.Add("180")
			d := opened(t, file, 0)
			want := *d.Page(1)
			want.Dict, want.Resources = pdf.Dict{}, pdf.Dict{}
			require.Equal(t, &want, d.PagePlace(1))
			require.Nil(t, d.PagePlace(0))
			require.Nil(t, d.PagePlace(2))
		})
	}
}
