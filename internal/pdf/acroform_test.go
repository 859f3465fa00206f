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

// formText returns a form as text: name, type, flags, value, then the pages of the widgets.
func formText(fields []*pdf.Field) string {
	var b strings.Builder
	var write func([]*pdf.Field)
	write = func(fields []*pdf.Field) {
		for _, f := range fields {
			fmt.Fprintf(&b, "%s %s %d %v", f.Name, f.Type, f.Flags, f.Value)
			for _, w := range f.Widgets {
				fmt.Fprintf(&b, " @%d", w.Page)
			}
			b.WriteByte('\n')
			write(f.Kids)
		}
	}
	write(fields)
	return b.String()
}

func TestFormFields(t *testing.T) {
	t.Parallel()
	// Pages are objects 4 and 6; page 2 lists object 8 among its annotations.
	cases := map[string]struct {
		fields  string
		objects []string // from 7 on
		want    string
	}{
		"a field that is its own widget": {"7 0 R", []string{
			"<< /T (name) /FT /Tx /V (Ann) /Subtype /Widget /P 4 0 R >>",
		}, "name Tx 0 Ann @1\n"},
		"several widgets, one by the page's list": {"7 0 R", []string{
			"<< /T (choice) /FT /Btn /Ff 32768 /V /On /Kids [8 0 R 9 0 R] >>",
			"<< /Subtype /Widget /Parent 7 0 R >>",
			"<< /Subtype /Widget /P 4 0 R >>",
		}, "choice Btn 32768 On @2 @1\n"},
		"names and values descend": {"7 0 R", []string{
			"<< /T (a) /FT /Ch /Ff 1 /V (x) /Kids [8 0 R] >>",
			"<< /T (b) /Kids [9 0 R 10 0 R] >>",
			"<< /T (c) /V (y) /Rect [0 0 1 1] >>",
			"<< /T (d) /FT /Tx /Ff 0 >>",
		}, "a Ch 1 x\na.b Ch 1 x\na.b.c Ch 1 y @0\na.b.d Tx 0 x\n"},
		"a field without name takes none": {"7 0 R", []string{
			"<< /T (a) /Kids [8 0 R] >>", "<< /Kids [9 0 R] >>", "<< /T (c) >>",
		}, "a  0 <nil>\na  0 <nil>\na.c  0 <nil>\n"},
		"fields in a circle":       {"7 0 R 7 0 R", []string{"<< /T (a) /Kids [7 0 R 8 0 R] >>", "<< /T (b) /Kids [7 0 R] >>"}, "a  0 <nil>\na.b  0 <nil>\n"},
		"entries that are none":    {"null 42 99 0 R << >>", nil, ""},
		"a field in the array":     {"<< /T (a) /FT /Sig >>", nil, "a Sig 0 <nil>\n"},
		"a page that is none":      {"7 0 R", []string{"<< /T (a) /Subtype /Widget /P 1 0 R >>"}, "a  0 <nil> @0\n"},
		"a value from another one": {"7 0 R", []string{"<< /T (a) /V 8 0 R >>", "(shared)"}, "a  0 shared\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{Catalog: "/AcroForm << /Fields [" + c.fields + "] >>"}
			file.AddPage(testkit.Page{})
			file.AddPage(testkit.Page{Extra: "/Annots [8 0 R]"})
			for _, o := range c.objects {
				file.Add(o)
			}
			require.Equal(t, c.want, formText(opened(t, file, 0).Form().Fields))
		})
	}
	require.Nil(t, opened(t, &testkit.PDF{}, 1).Form())
}

func TestFormProperties(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{Catalog: `/AcroForm << /XFA [(template) 3 0 R] /NeedAppearances true /DA (/H 9 Tf) /Q 2 /Fields [4 0 R] >>`}
	file.AddStream("", "<template/>")
	file.Add(`<< /T (colour) /TU (Your colour) /TM (col) /FT /Ch /MaxLen 7 /DV (r) /Opt [(Blue) [(r) (Red)] [(g)]] /Kids [<< /T (x) >> << /T (y) /DA (/H 7 Tf) /Q 1 >>] >>`)
	form := opened(t, file, 1).Form()
	require.True(t, form.XFA)
	require.True(t, form.NeedAppearances)
	f := form.Fields[0]
	require.Equal(t, []string{"colour", "Your colour", "col"}, []string{f.Partial, f.Alternative, f.Mapping})
	require.Equal(t, []pdf.FieldOption{{Export: "Blue", Display: "Blue"}, {Export: "r", Display: "Red"}, {}}, f.Options)
	require.Equal(t, pdf.Ref{Num: 4}, f.Ref)
	kid := f.Kids[0]
	require.Equal(t, f.Options, kid.Options)
	require.Equal(t, 7, kid.MaxLen)
	require.Equal(t, pdf.String("r"), kid.Default)
	require.Equal(t, pdf.String("/H 9 Tf"), kid.Appearance, "of the form")
	require.Equal(t, 2, kid.Quadding)
	require.Equal(t, pdf.String("/H 7 Tf"), f.Kids[1].Appearance)
	require.Equal(t, 1, f.Kids[1].Quadding)
}

func TestFormDeeperThanTheLimitIsCut(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{Catalog: "/AcroForm << /Fields [3 0 R] >>"}
	for i := range limits.Depth + 50 {
		file.Add(fmt.Sprintf("<< /T (f) /Kids [%d 0 R] >>", i+4))
	}
	depth := 0
	for fields := opened(t, file, 1).Form().Fields; len(fields) > 0; fields = fields[0].Kids {
		depth++
	}
	require.Equal(t, limits.Depth+1, depth)
}
