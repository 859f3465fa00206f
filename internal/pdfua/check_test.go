package pdfua_test

import (
	"context"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/pdfua"
	"github.com/pagelift/pagelift/internal/testkit"
)

// cases are documents with exactly the violations that their name promises.
type cases map[string]struct {
	f    fixture
	want []string
}

func (c cases) run(t *testing.T) {
	t.Helper()
	for name, each := range c {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, each.want, checked(t, each.f.bytes()).Violations())
		})
	}
}

func TestCatalog(t *testing.T) {
	t.Parallel()
	cases{
		"a sound document":                   {fixture{}, nil},
		"a version of PDF 2":                 {fixture{header: "%PDF-2.0"}, []string{"6.1-t01"}},
		"a version with something behind it": {fixture{header: "%PDF-1.7 x"}, []string{"6.1-t01"}},
		"not marked":                         {fixture{markInfo: "/Marked false"}, []string{"6.2-t01"}},
		"suspects":                           {fixture{markInfo: "/Marked true /Suspects true"}, []string{"7.1-t04"}},
		"no structure tree":                  {fixture{noTags: true}, []string{"7.1-t03", "7.1-t11"}},
		"the file name is shown":             {fixture{catalog: "/ViewerPreferences << >>"}, []string{"7.1-t10"}},
		"a language that is none":            {fixture{noLang: true, catalog: "/Lang (English language)"}, []string{"7.2-t29"}},
		"no language at all":                 {fixture{noLang: true}, []string{"7.2-t33", "7.2-t34"}},
		"the language on the element":        {fixture{noLang: true, text: "/Lang (de)"}, []string{"7.2-t33"}},
		"bookmarks without language": {fixture{noLang: true, catalog: "/Outlines 9 0 R", objects: []string{
			"<< /First 10 0 R /Last 10 0 R >>", "<< /Title (A) /Parent 9 0 R >>"}}, []string{"7.2-t02", "7.2-t33", "7.2-t34"}},
		"bookmarks with a language": {fixture{catalog: "/Outlines 9 0 R", objects: []string{
			"<< /First 10 0 R /Last 10 0 R >>", "<< /Title (A) /Parent 9 0 R >>"}}, nil},
		"layers with names":         {fixture{catalog: "/OCProperties << /OCGs [] /D << /Name (a) >> /Configs [<< /Name (b) >>] >>"}, nil},
		"layers without name":       {fixture{catalog: "/OCProperties << /OCGs [] /D << /Name (a) >> /Configs [<< /Order [] >>] >>"}, []string{"7.10-t01"}},
		"layers with an empty name": {fixture{catalog: "/OCProperties << /OCGs [] /D << /Name () >> >>"}, []string{"7.10-t01"}},
		"layers that change themselves": {fixture{catalog: "/OCProperties << /OCGs [] /D << /Name (a) /AS [] >> >>"},
			[]string{"7.10-t02"}},
		"an XFA form that is static": {fixture{catalog: "/AcroForm << /Fields [] /XFA [(config) 9 0 R] >>",
			objects: []string{"<< /Length 38 >>\nstream\n<dynamicRender>forbidden</dynamicRender>\nendstream"}}, nil},
		"an XFA form that is dynamic": {fixture{catalog: "/AcroForm << /Fields [] /XFA [(config) 9 0 R] >>",
			objects: []string{"<< /Length 39 >>\nstream\n<dynamicRender> required</dynamicRender>\nendstream"}}, []string{"7.15-t01"}},
		"a file with one name": {fixture{catalog: "/Names << /EmbeddedFiles << /Names [(a) << /F (a) /EF << /F 9 0 R >> >>] >> >>",
			objects: []string{"<< /Length 1 >>\nstream\na\nendstream"}}, []string{"7.11-t01"}},
		"a file with two names": {fixture{catalog: "/Names << /EmbeddedFiles << /Names [(a) << /F (a) /UF (a) /EF << /F 9 0 R >> >>] >> >>",
			objects: []string{"<< /Length 1 >>\nstream\na\nendstream"}}, nil},
		"a reference XObject": {fixture{form: "/XObject << /X 9 0 R >>", objects: []string{
			"<< /Subtype /Form /BBox [0 0 1 1] /Ref << >> /Length 0 >>\nstream\n\nendstream"}}, []string{"7.20-t01"}},
	}.run(t)
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	cases{
		"no metadata":             {fixture{noMetadata: true}, []string{"7.1-t08"}},
		"no title":                {fixture{noTitle: true}, []string{"7.1-t09"}},
		"an empty title":          {fixture{noTitle: true, xmp: "<pdfuaid:part>1</pdfuaid:part><dc:title><rdf:Alt/></dc:title>"}, []string{"7.1-t09"}},
		"no identification":       {fixture{xmp: "<dc:format>application/pdf</dc:format>"}, []string{"5-t01"}},
		"another part":            {fixture{xmp: "<pdfuaid:part>2</pdfuaid:part>"}, []string{"5-t02"}},
		"no part":                 {fixture{xmp: "<pdfuaid:amd>2005</pdfuaid:amd>"}, []string{"5-t02"}},
		"another prefix of part":  {fixture{xmp: "<other:part>1</other:part>"}, []string{"5-t03"}},
		"another prefix of amd":   {fixture{xmp: "<pdfuaid:part>1</pdfuaid:part><other:amd>2005</other:amd>"}, []string{"5-t04"}},
		"another prefix of corr":  {fixture{xmp: "<pdfuaid:part>1</pdfuaid:part><other:corr>1</other:corr>"}, []string{"5-t05"}},
		"part as an attribute":    {fixture{xmp: "<x/></rdf:Description><rdf:Description pdfuaid:part='1' xmlns:pdfuaid='http://www.aiim.org/pdfua/ns/id/'>"}, nil},
		"a part that is a prefix": {fixture{xmp: "<pdfuaid:part>10</pdfuaid:part>"}, []string{"5-t02"}},
	}.run(t)
}

func TestRoles(t *testing.T) {
	t.Parallel()
	cases{
		"a type that is mapped":            {fixture{roleMap: "/Body /Text /Text /P", elements: el("Body")}, nil},
		"a type that is not mapped":        {fixture{elements: el("Body")}, []string{"7.1-t05"}},
		"a type of PDF 2.0 not mapped":     {fixture{elements: el("Aside")}, []string{"7.1-t05"}},
		"a heading of level seven":         {fixture{elements: el("H7")}, []string{"7.1-t05"}},
		"a type mapped in a circle":        {fixture{roleMap: "/A /B /B /A", elements: el("A")}, []string{"7.1-t06"}},
		"a standard type in a circle":      {fixture{roleMap: "/Sect /A /A /Sect", elements: el("Sect")}, []string{"7.1-t06", "7.1-t07"}},
		"a standard type that is mapped":   {fixture{roleMap: "/Sect /Div", elements: el("Sect")}, []string{"7.1-t07"}},
		"a standard type mapped to itself": {fixture{roleMap: "/Sect /Sect", elements: el("Sect")}, nil},
		"an element without parent":        {fixture{elements: "<< /S /Sect >>"}, []string{"7.1-t12"}},
	}.run(t)
}

func TestEveryRuleIsSound(t *testing.T) {
	t.Parallel()
	id := regexp.MustCompile(`^\d+(\.\d+)*-t\d\d$`)
	criterion := regexp.MustCompile(`^(\d\.\d\.\d+)?$`)
	condition := regexp.MustCompile(`^(\d\d-\d\d\d)?$`)
	seen := make(map[string]bool)
	for _, r := range pdfua.Rules() {
		require.Regexp(t, id, r.ID)
		require.Regexp(t, criterion, r.WCAG)
		require.Regexp(t, condition, r.Matterhorn)
		require.False(t, seen[r.ID], r.ID)
		require.NotEmpty(t, r.Help)
		require.Equal(t, r.ID, pdfua.RuleByID(r.ID).ID)
		seen[r.ID] = true
	}
	require.Nil(t, pdfua.RuleByID("1-t01"))
	require.Equal(t, "7.18.6.2", pdfua.RuleByID("7.18.6.2-t01").Clause())
}

func TestFindingsAreCappedAndCounted(t *testing.T) {
	t.Parallel()
	f := fixture{}
	for range 250 {
		f.elements += el("Figure /Pg 4 0 R")
	}
	r := checked(t, f.bytes())
	require.Equal(t, []string{"7.3-t01"}, r.Violations())
	for _, result := range r.Results {
		if result.Rule.ID == "7.3-t01" {
			require.Equal(t, 250, result.Failed)
			require.Equal(t, 250, result.Checked)
			require.Len(t, result.Findings, 100)
			require.Equal(t, 1, result.Findings[0].Page)
		}
	}
}

func TestNewEndsWithItsContext(t *testing.T) {
	t.Parallel()
	doc, err := pdf.Open(t.Context(), (&fixture{}).bytes(), pdf.Options{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = pdfua.New(ctx, doc)
	require.ErrorIs(t, err, context.Canceled)
}

// FuzzCheck checks documents around a hostile structure tree, catalog and page.
func FuzzCheck(f *testing.F) {
	f.Add("/K [7 0 R 7 0 R]", "/A /B /B /A", "<< /Subtype /Link /StructParent 0 >>", "/P << /MCID 0 >> BDC")
	f.Add("/S /Table /K << /S /TR /K << /S /TD /A << /O /Table /ColSpan 99999999 /RowSpan 9999999 >> >> >>", "", "", "")
	f.Add("/S /Note /ID (a) /K 6 0 R", "/P /P", "<< /Subtype /Screen /A << /S /Rendition /R << /S /SR /R [4 0 R] >> >> >>", "/Span << /Lang () >> BDC (a) Tj")
	f.Fuzz(func(t *testing.T, element, roles, annot, page string) {
		file := &testkit.PDF{Catalog: "/StructTreeRoot 5 0 R"}
		file.AddPage(testkit.Page{Content: page, Extra: "/StructParents 0 /Annots [" + annot + "]"})
		file.Add("<< /K 6 0 R /RoleMap << " + roles + " >> /ParentTree << /Nums [0 [6 0 R]] >> >>")
		file.Add("<< " + element + " >>")
		doc, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
		if err != nil {
			return
		}
		for _, r := range checkedDocument(t, doc).Results {
			require.LessOrEqual(t, len(r.Findings), r.Failed)
			require.LessOrEqual(t, r.Failed, r.Checked)
		}
	})
}
