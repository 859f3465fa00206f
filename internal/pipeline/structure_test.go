package pipeline

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/semantic"
)

// structureOf returns the structure of a document of one page, object 4. Its structure tree root is object 5, and
// objects follow.
func structureOf(t *testing.T, root string, objects ...string) *semantic.Structure {
	t.Helper()
	file := &testkit.PDF{Catalog: "/StructTreeRoot 5 0 R /MarkInfo << /Marked true /Suspects true >>"}
	file.AddPage(testkit.Page{Extra: "/StructParents 0"})
	file.Add("<< " + root + " >>")
	for _, o := range objects {
		file.Add(o)
	}
	doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
	require.NoError(t, err)
	return structure(t.Context(), doc, nil)
}

func TestStructureIsInPlainValuesDepthFirst(t *testing.T) {
	t.Parallel()
	got := structureOf(t, "/RoleMap << /Body /P >> /K [6 0 R 9 0 R]",
		"<< /S /Sect /Pg 4 0 R /Lang (de) /K [7 0 R 2 8 0 R] >>",
		"<< /S /Body /Pg 4 0 R /ActualText () /K [0 << /Type /MCR /MCID 1 /Stm 3 0 R >>] >>",
		"<< /S /Link /Pg 4 0 R /Ref [7 0 R] /K << /Type /OBJR /Obj 3 0 R >> >>",
		`<< /S /TD /ID (\376\377a) /A [<< /O /Table /ColSpan 2 /Headers [(a\376) (b)] /Summary (\376\377\000\344) >> << /O /Layout /TextAlign /End /TextPosition /Sup >>] >>`)
	text := func(page, mcid, owner int32) semantic.Kid {
		return semantic.Kid{Element: -1, Page: page, MCID: mcid, Owner: owner}
	}
	element := func(e int32) semantic.Kid { return semantic.Kid{Element: e, Page: 1, MCID: -1} }
	require.Equal(t, &semantic.Structure{
		Marked: true, Suspects: true,
		Elements: []semantic.Element{
			{Role: "Sect", Type: "Sect", Parent: -1, FirstKid: 0, KidCount: 3, Object: 6, Properties: &semantic.Properties{Lang: "de"}},
			{Role: "P", Type: "Body", Parent: 0, FirstKid: 3, KidCount: 2, Object: 7, Properties: &semantic.Properties{HasActualText: true}},
			{Role: "Link", Type: "Link", Parent: 0, FirstKid: 5, KidCount: 1, Object: 8, Properties: &semantic.Properties{Refs: []int32{7}}},
			{Role: "TD", Type: "TD", Parent: -1, FirstKid: 6, Object: 9, Properties: &semantic.Properties{ID: "\xfe\xffa", Attributes: []semantic.Attribute{
				{Owner: "Layout", Key: "TextPosition", Values: []string{"Sup"}},
				{Owner: "Table", Key: "ColSpan", Values: []string{"2"}},
				{Owner: "Table", Key: "Headers", Values: []string{"a\xfe", "b"}},
				{Owner: "Table", Key: "Summary", Values: []string{"ä"}},
			}}},
		},
		Kids: []semantic.Kid{element(1), text(1, 2, 0), element(2), text(1, 0, 0), text(1, 1, 3), {Element: -1, Page: 1, MCID: -1, Object: 3}},
	}, got)
	require.Equal(t, "2", got.Elements[3].Attribute("Table", "ColSpan"))
	require.Empty(t, got.Elements[0].Attribute("Table", "ColSpan"))
	require.Nil(t, structureOf(t, "/K []"))
}

func TestTypesThatNothingKnowsHaveASpaceOfTheirOwn(t *testing.T) {
	t.Parallel()
	got := structureOf(t, "/RoleMap << /Body /Shout >> /K [6 0 R 7 0 R 8 0 R]", "<< /S /Shout >>", "<< /S /Body >>", "<< /S /Aside >>")
	require.Equal(t, semantic.UnknownSpace, got.Elements[0].Space)
	require.Equal(t, semantic.UnknownSpace, got.Elements[1].Space)
	require.Equal(t, "Shout", got.Elements[1].Role)
	require.Equal(t, semantic.StandardSpace, got.Elements[2].Space, "PDF 2.0 has it")
}

func TestContentWithoutAPageIsOnTheOnlyOne(t *testing.T) {
	t.Parallel()
	got := structureOf(t, "/K << /S /P /K [0 << /Type /MCR /MCID 1 >>] >>")
	require.Equal(t, []semantic.Kid{{Element: -1, Page: 1}, {Element: -1, Page: 1, MCID: 1}}, got.Kids)
}

func TestContentOfPagesThatWereTakenOutIsOnNone(t *testing.T) {
	t.Parallel()
	got := structureOf(t, "/K << /S /P /K [0 << /Type /MCR /Pg 4 0 R /MCID 0 >> << /Type /MCR /Pg 3 0 R /MCID 1 >>] >>")
	require.Equal(t, []semantic.Kid{{Element: -1}, {Element: -1, Page: 1}, {Element: -1, Page: -1, MCID: 1}}, got.Kids)
}

func TestAttributesThatElementsShareAreBounded(t *testing.T) {
	t.Parallel()
	const elements, values, bytesEach = 2000, 1000, 100
	value := "(" + strings.Repeat("x", bytesEach) + ")"
	got := structureOf(t, "/K ["+strings.Repeat("<< /S /P /A 6 0 R >> ", elements)+"]",
		fmt.Sprintf("<< /O /Table /Headers [%s] >>", bytes.Repeat([]byte(value), values)))
	count, text := 0, 0
	for _, e := range got.Elements {
		for _, v := range e.AttributeValues("Table", "Headers") {
			count, text = count+1, text+len(v)
		}
	}
	require.Len(t, got.Elements, elements)
	require.Greater(t, count, values)
	require.LessOrEqual(t, count, limits.StructElements)
	require.LessOrEqual(t, text, limits.TreeText)
}

func TestAssociatedFilesOfElementsAreRead(t *testing.T) {
	t.Parallel()
	const math = "<math><mi>x</mi></math>"
	pdfFile := testkit.Tagged{}.Bytes(testkit.El("P", testkit.El("Formula", "x").
		File("Supplement", "application/mathml+xml", math).
		File("Source", "application/mathml+xml", math).
		File("Alternative", "text/html", "<p>x</p>").
		File("Alternative", "application/mathml+xml", strings.Repeat(" ", associatedBytes+1))))
	doc, err := pdf.Open(t.Context(), pdfFile, pdf.Options{})
	require.NoError(t, err)
	got := structure(t.Context(), doc, nil)
	require.Equal(t, []semantic.AssociatedFile{{Relationship: "Supplement", MediaType: "application/mathml+xml", Data: math}}, got.Elements[1].Files)
	require.Nil(t, got.Elements[0].Properties)
}
