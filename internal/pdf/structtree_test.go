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

// tagged returns a document with two pages, objects 4 and 6, a structure tree root as
// object 7, and the objects that follow it.
func tagged(t testing.TB, root string, objects ...string) *pdf.Document {
	t.Helper()
	file := &testkit.PDF{Catalog: "/StructTreeRoot 7 0 R /MarkInfo << /Marked true >>"}
	file.AddPage(testkit.Page{Extra: "/StructParents 0"})
	file.AddPage(testkit.Page{Extra: "/StructParents 1"})
	file.Add("<< " + root + " >>")
	for _, o := range objects {
		file.Add(o)
	}
	return opened(t, file, 0)
}

// treeText returns a structure tree as text.
func treeText(kids []*pdf.StructElement) string {
	var b strings.Builder
	var write func(e *pdf.StructElement)
	write = func(e *pdf.StructElement) {
		fmt.Fprintf(&b, "%s(", e.Role)
		for i, k := range e.Kids {
			if i > 0 {
				b.WriteByte(' ')
			}
			switch {
			case k.Element != nil:
				write(k.Element)
			case k.MCID >= 0:
				fmt.Fprintf(&b, "%d@%d", k.MCID, k.Page)
			default:
				fmt.Fprintf(&b, "obj%d@%d", k.Object.Num, k.Page)
			}
		}
		b.WriteByte(')')
	}
	for _, e := range kids {
		write(e)
	}
	return b.String()
}

func TestStructTree(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		root    string
		objects []string // from 8 on
		want    string
	}{
		"all kinds of kids": {"/K 8 0 R", []string{
			"<< /S /Document /K [9 0 R 10 0 R] >>",
			"<< /S /P /Pg 4 0 R /K [0 << /Type /MCR /Pg 6 0 R /MCID 3 >> << /Type /MCR /MCID 4 /Stm 3 0 R >>] >>",
			"<< /S /Link /Pg 6 0 R /K [1 << /Type /OBJR /Obj 5 0 R >> << /Type /OBJR /Pg 4 0 R /Obj 5 0 R >>] >>",
		}, "Document(P(0@1 3@2 4@1) Link(1@2 obj5@2 obj5@1))"},
		"several at the top, and what cannot stand there": {"/K [0 << /S /P >> null (x) << /S /H1 >>]", nil, "P()H1()"},
		"a page from above":                  {"/K << /S /Sect /Pg 6 0 R /K << /S /P /K 7 >> >>", nil, "Sect(P(7@2))"},
		"a page that is not of the document": {"/K << /S /P /Pg 3 0 R /K [0 << /Type /MCR /Pg 4 0 R /MCID 1 >>] >>", nil, "P(0@-1 1@1)"},
		"an element in itself":               {"/K 8 0 R", []string{"<< /S /Div /K [8 0 R 9 0 R] >>", "<< /S /P /K 8 0 R >>"}, "Div(P())"},
		"an element in two places":           {"/K [8 0 R 9 0 R]", []string{"<< /S /Sect /K 10 0 R >>", "<< /S /Art /K 10 0 R >>", "<< /S /P >>"}, "Sect(P())Art()"},
		"ids that are none":                  {"/K << /S /P /K [-1 99999999999 (a) 2] >>", nil, "P(2@0)"},
		"kids that are missing":              {"/K << /S /P /K [99 0 R 1] >>", nil, "P(1@0)"},
		"an element without its type":        {"/K << /K [<< /S /P >>] >>", nil, "(P())"},
		"an array of arrays":                 {"/K [[8 0 R]]", []string{"<< /S /P >>"}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := tagged(t, c.root, c.objects...).StructTree()
			require.Equal(t, c.want, treeText(tree.Kids))
			require.True(t, tree.Marked)
			require.False(t, tree.Suspects)
		})
	}
	require.Nil(t, opened(t, &testkit.PDF{}, 1).StructTree())
}

func TestStructRoles(t *testing.T) {
	t.Parallel()
	const (
		pdf20  = "http://iso.org/pdf2/ssn"
		mathML = "http://www.w3.org/1998/Math/MathML"
	)
	cases := map[string]struct {
		element   string
		role      pdf.Name
		namespace string
	}{
		"a standard type":                  {"/S /P", "P", ""},
		"a mapped type":                    {"/S /Body", "P", ""},
		"mapped twice":                     {"/S /Text", "P", ""},
		"mapped in a circle":               {"/S /Loop", "Pool", ""},
		"mapped nowhere":                   {"/S /Strange", "Strange", ""},
		"a standard type is not mapped on": {"/S /H1", "H1", ""},
		"a type of PDF 2.0":                {"/S /Title /NS 8 0 R", "Title", pdf20},
		"MathML":                           {"/S /mfrac /NS 9 0 R", "mfrac", mathML},
		"a namespace mapped to 1.7":        {"/S /chapter /NS 10 0 R", "Sect", ""},
		"a namespace mapped to 2.0":        {"/S /headline /NS 10 0 R", "Title", pdf20},
		"a namespace mapped on itself":     {"/S /loop /NS 10 0 R", "loop", "urn:own"},
		"a namespace without a map for it": {"/S /other /NS 10 0 R", "other", "urn:own"},
		"a namespace without maps at all":  {"/S /P /NS 11 0 R", "P", ""},
		"no namespace at all":              {"/S /Body /NS 99 0 R", "P", ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := tagged(t, "/RoleMap << /Body /P /Text /Body /Loop /Pool /Pool /Loop /H1 /P >> /K << "+c.element+" >>",
				"<< /NS ("+pdf20+") >>", "<< /NS ("+mathML+") >>",
				"<< /NS (urn:own) /RoleMapNS << /chapter /Sect /headline [/Title 8 0 R] /loop [/loop 10 0 R] >> >>",
				"<< /NS (urn:bare) >>").StructTree()
			require.Equal(t, c.role, tree.Kids[0].Role)
			require.Equal(t, c.namespace, tree.Kids[0].RoleNamespace)
		})
	}
}

func TestStandardTypesAreFound(t *testing.T) {
	t.Parallel()
	for _, typ := range append([]pdf.Name{"H1", "H6", "H9"}, pdf.StandardTypes...) {
		require.True(t, pdf.IsStandardType(typ), typ)
	}
	for _, typ := range []pdf.Name{"", "H0", "HX", "p", "Article", "Zzz"} {
		require.False(t, pdf.IsStandardType(typ), typ)
	}
}

func TestStructElementProperties(t *testing.T) {
	t.Parallel()
	d := tagged(t, `/ClassMap << /wide << /O /Table /ColSpan 4 /RowSpan 5 >> /dull [<< /O /Layout /Placement /Block >> 0] >>
		/K 8 0 R /ParentTree << /Nums [0 [8 0 R null 9 0 R] 7 9 0 R] >>`,
		`<< /S /TD /ID (c1) /T (Title) /Lang (de) /Alt (Alt) /ActualText (\376\377\000\344) /E (Exp) /C [/dull /wide /none] /K [9 0 R 0]
			/A [<< /O /Table /ColSpan 2 >> 1 << /O /Table /ColSpan 3 /Scope /Row >> 0 << /O /List /ColSpan 9 >>] >>`,
		"<< /S /P >>")
	tree := d.StructTree()
	cell := tree.Kids[0]
	require.Equal(t, []string{"c1", "Title", "de", "Alt", "ä", "Exp"},
		[]string{cell.ID, cell.Title, cell.Lang, cell.Alt, cell.ActualText, cell.Expansion})
	require.Equal(t, pdf.Integer(3), cell.Attribute(d, "Table", "ColSpan"), "the later object of A counts")
	require.Equal(t, pdf.Integer(5), cell.Attribute(d, "Table", "RowSpan"), "from a class")
	require.Equal(t, pdf.Name("Block"), cell.Attribute(d, "Layout", "Placement"))
	require.Nil(t, cell.Attribute(d, "List", "Scope"))

	p := cell.Kids[0].Element
	require.Same(t, cell, p.Parent)
	require.Same(t, cell, tree.Element(pdf.Ref{Num: 8}))
	require.Same(t, cell, tree.Content(0, 0))
	require.Same(t, p, tree.Content(0, 2))
	require.Same(t, p, tree.Object(7))
	for _, nobody := range []*pdf.StructElement{tree.Content(0, 1), tree.Content(0, 3), tree.Content(0, -1), tree.Content(7, 0), tree.Content(99, 0), tree.Object(0)} {
		require.Nil(t, nobody)
	}
}

func TestStructTreeDeeperThanTheLimitIsCut(t *testing.T) {
	t.Parallel()
	var objects []string
	for i := range limits.Depth + 50 {
		objects = append(objects, fmt.Sprintf("<< /S /Div /K %d 0 R >>", i+9))
	}
	depth := 0
	for kids := tagged(t, "/K 8 0 R", objects...).StructTree().Kids; len(kids) > 0; depth++ {
		next := kids[0].Kids
		kids = nil
		if len(next) > 0 {
			kids = []*pdf.StructElement{next[0].Element}
		}
	}
	require.Equal(t, limits.Depth, depth)
}

func BenchmarkStructTree(b *testing.B) {
	var kids strings.Builder
	var objects []string
	for i := range 1000 {
		objects = append(objects, fmt.Sprintf("<< /S /P /P 7 0 R /Pg 4 0 R /K [%d] /A << /O /Layout /TextAlign /Justify >> >>", i))
		fmt.Fprintf(&kids, "%d 0 R ", i+8)
	}
	file := tagged(b, "/K ["+kids.String()+"]", objects...)
	b.ReportAllocs()
	for b.Loop() {
		if len(pdf.ReadStructTree(file).Kids) != 1000 {
			b.Fatal("elements are missing")
		}
	}
}

func TestSharedAttributesAreBounded(t *testing.T) {
	t.Parallel()
	const elements, attributes = 300, 10_000
	objects := []string{"[" + strings.Repeat("<< /O /Table >> 0 ", attributes) + "]"}
	tree := tagged(t, "/K ["+strings.Repeat("<< /S /P /A 8 0 R /K [0 1] >> ", elements)+"]", objects...).StructTree()
	total := len(tree.Kids)
	for _, e := range tree.Kids {
		total += len(e.Attributes)
	}
	require.Greater(t, total, attributes)
	require.LessOrEqual(t, total, limits.StructElements)
}
