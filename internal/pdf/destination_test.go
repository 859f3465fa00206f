package pdf_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestDestinations reads each destination by a link to it. Page 2 is object 6.
func TestDestinations(t *testing.T) {
	t.Parallel()
	const element = 11 // a structure element on page 2
	cases := map[string]struct {
		link string
		want pdf.Destination
	}{
		"left and top":                    {"/Dest [6 0 R /XYZ 10 20.5 0]", pdf.Destination{Page: 2, Fit: "XYZ", X: 10, Y: 20.5, HasX: true, HasY: true}},
		"only the top":                    {"/Dest [6 0 R /XYZ null 20 null]", pdf.Destination{Page: 2, Fit: "XYZ", Y: 20, HasY: true}},
		"coordinates that are missing":    {"/Dest [6 0 R /XYZ]", pdf.Destination{Page: 2, Fit: "XYZ"}},
		"the page":                        {"/Dest [6 0 R /Fit]", pdf.Destination{Page: 2, Fit: "Fit"}},
		"the page, without saying how":    {"/Dest [6 0 R]", pdf.Destination{Page: 2, Fit: "Fit"}},
		"the width":                       {"/Dest [6 0 R /FitH 700]", pdf.Destination{Page: 2, Fit: "FitH", Y: 700, HasY: true}},
		"the height":                      {"/Dest [6 0 R /FitBV 70]", pdf.Destination{Page: 2, Fit: "FitBV", X: 70, HasX: true}},
		"a rectangle":                     {"/Dest [6 0 R /FitR 1 2 3 4]", pdf.Destination{Page: 2, Fit: "FitR", X: 1, Y: 4, HasX: true, HasY: true}},
		"a page number":                   {"/Dest [1 /Fit]", pdf.Destination{Page: 2, Fit: "Fit"}},
		"a page number that is too large": {"/Dest [2 /Fit]", pdf.Destination{}},
		"a page that is none":             {"/Dest [1 0 R /Fit]", pdf.Destination{}},
		"an empty array":                  {"/Dest []", pdf.Destination{}},
		"an action":                       {"/A << /S /GoTo /D [6 0 R /Fit] >>", pdf.Destination{Page: 2, Fit: "Fit"}},
		"a name":                          {"/Dest /old", pdf.Destination{Page: 2, Fit: "Fit", Name: "old"}},
		"a string":                        {"/Dest (new)", pdf.Destination{Page: 1, Fit: "FitH", Y: 5, HasY: true, Name: "new"}},
		"a name meant as a string":        {"/Dest /new", pdf.Destination{Page: 1, Fit: "FitH", Y: 5, HasY: true, Name: "new"}},
		"a name of a dictionary":          {"/A << /S /GoTo /D (dict) >>", pdf.Destination{Page: 2, Fit: "Fit", Name: "dict"}},
		"a name for a name":               {"/Dest (alias)", pdf.Destination{Page: 1, Fit: "FitH", Y: 5, HasY: true, Name: "alias"}},
		"a name for itself":               {"/Dest (loop)", pdf.Destination{Name: "loop"}},
		"a name that nobody knows":        {"/Dest (unknown)", pdf.Destination{Name: "unknown"}},
		"a structure element":             {"/A << /S /GoTo /SD [11 0 R /Fit] >>", pdf.Destination{Page: 2, Fit: "Fit", Element: pdf.Ref{Num: element}}},
		"an element that is none":         {"/A << /S /GoTo /SD [1 0 R /Fit] /D [6 0 R /Fit] >>", pdf.Destination{Page: 2, Fit: "Fit"}},
		"a broken Dest and a sound A":     {"/Dest [99 0 R] /A << /S /GoTo /D [6 0 R /Fit] >>", pdf.Destination{Page: 2, Fit: "Fit"}},
		"the next page":                   {"/A << /S /Named /N /NextPage >>", pdf.Destination{Page: 2, Fit: "Fit"}},
		"the page before the first":       {"/A << /S /Named /N /PrevPage >>", pdf.Destination{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{Catalog: "/Dests << /old [6 0 R /Fit] >> /Names << /Dests 7 0 R >>"}
			file.AddPage(testkit.Page{Extra: "/Annots [10 0 R]"})
			file.AddPage(testkit.Page{})
			require.Equal(t, 7, file.Add("<< /Kids [8 0 R 9 0 R 7 0 R] >>"))
			file.Add("<< /Limits [(zz) (a)] /Names [(new) [4 0 R /FitH 5] (dict) << /D [6 0 R /Fit] >>] >>")
			file.Add("<< /Names [(alias) (new) (loop) (loop)] >>")
			file.Add("<< /Subtype /Link /Rect [0 0 1 1] " + c.link + " >>")
			require.Equal(t, element, file.Add("<< /S /Sect /K [12 0 R] >>"))
			file.Add("<< /S /P /Pg 6 0 R /K 0 >>")
			d := opened(t, file, 0)
			require.Equal(t, c.want, d.Annotations(d.Page(1))[0].Dest)
		})
	}
}
