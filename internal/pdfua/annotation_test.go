package pdfua_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/pdfua"
)

// owned returns a fixture with one annotation, object 10, that belongs to an element of
// a type, object 9.
func owned(typ, properties, annot string) fixture {
	return fixture{
		elements: "9 0 R", parents: "1 9 0 R", annots: "10 0 R",
		objects: []string{
			"<< /S /" + typ + " /P 7 0 R " + properties + " /K [<< /Type /OBJR /Obj 10 0 R /Pg 4 0 R >>] >>",
			"<< /Type /Annot /Rect [10 10 90 20] /StructParent 1 " + annot + " >>",
		},
	}
}

// loose returns a fixture with an annotation that belongs to nothing.
func loose(annot string) fixture {
	return fixture{annots: "<< /Type /Annot /Rect [10 10 90 20] " + annot + " >>"}
}

func TestAnnotations(t *testing.T) {
	t.Parallel()
	unnamed := owned("Form", "", "/Subtype /Widget /FT /Tx /T (a)")
	noTabs := owned("Annot", "", "/Subtype /Text /Contents (a)")
	noTabs.tabs = "/Tabs /R"
	noLang := owned("Annot", "", "/Subtype /Text /Contents (a)")
	noLang.noLang = true
	ownLang := owned("Annot", "/Lang (de)", "/Subtype /Text /Contents (a)")
	ownLang.noLang = true
	fieldLang := owned("Form", "", "/Subtype /Widget /TU (a)")
	fieldLang.noLang = true
	cases{
		"a note in its element":            {owned("Annot", "", "/Subtype /Text /Contents (a)"), nil},
		"a note in another element":        {owned("P", "", "/Subtype /Text /Contents (a)"), []string{"7.18.1-t01"}},
		"a note in no element":             {loose("/Subtype /Text /Contents (a)"), []string{"7.18.1-t01"}},
		"a note that is hidden":            {loose("/Subtype /Text /F 2"), nil},
		"a note outside of the page":       {loose("/Subtype /Text /Rect [-90 10 -10 20]"), nil},
		"a note without text":              {owned("Annot", "", "/Subtype /Text"), []string{"7.18.1-t02"}},
		"a note with an alternative":       {owned("Annot", "/Alt (a)", "/Subtype /Text"), nil},
		"a popup":                          {loose("/Subtype /Popup"), nil},
		"a text of unknown language":       {noLang, []string{"7.2-t24", "7.2-t33", "7.2-t34"}},
		"a text of known language":         {ownLang, []string{"7.2-t33", "7.2-t34"}},
		"a trap network":                   {owned("Annot", "", "/Subtype /TrapNet /Contents (a)"), []string{"7.18.2-t01"}},
		"another tab order":                {noTabs, []string{"7.18.3-t01"}},
		"a control with a name":            {owned("Form", "", "/Subtype /Widget /TU (a)"), nil},
		"a control with an alternative":    {owned("Form", "/Alt (a)", "/Subtype /Widget"), nil},
		"a control without name":           {unnamed, []string{"7.18.1-t03"}},
		"a name of unknown language":       {fieldLang, []string{"7.2-t25", "7.2-t33", "7.2-t34"}},
		"a control in another element":     {owned("P", "", "/Subtype /Widget /TU (a)"), []string{"7.18.4-t01"}},
		"a control with the field's name":  {owned("Form", "", "/Subtype /Widget /Parent << /T (x) /TU (a) >>"), nil},
		"a form element with two children": {fixture{elements: el("Form", "1", "2")}, []string{"7.18.4-t02"}},
		"a printed form":                   {fixture{elements: el("Form /A << /O /PrintField /Role /cb >>", "1", "2")}, nil},
		"a link":                           {owned("Link", "", "/Subtype /Link /Contents (a)"), nil},
		"a link in another element":        {owned("P", "", "/Subtype /Link /Contents (a)"), []string{"7.18.5-t01"}},
		"a link without text":              {owned("Link", "", "/Subtype /Link"), []string{"7.18.5-t02"}},
		"a printer's mark in an element":   {owned("Annot", "", "/Subtype /PrinterMark"), []string{"7.18.8-t01"}},
		"a printer's mark":                 {loose("/Subtype /PrinterMark"), nil},
	}.run(t)
}

func TestMediaClips(t *testing.T) {
	t.Parallel()
	play := func(rendition string) fixture {
		return owned("Annot", "", "/Subtype /Screen /Contents (a) /A << /S /Rendition /R "+rendition+" >>")
	}
	clip := func(entries string) string { return "<< /S /MR /C << /S /MCD " + entries + " >> >>" }
	cases{
		"a sound clip":                 {play(clip("/CT (video/mp4) /Alt [() (A film)]")), nil},
		"a clip without type":          {play(clip("/Alt [() (A film)]")), []string{"7.18.6.2-t01"}},
		"a clip without alternative":   {play(clip("/CT (video/mp4)")), []string{"7.18.6.2-t02"}},
		"a clip with half a text":      {play(clip("/CT (video/mp4) /Alt [(en)]")), []string{"7.18.6.2-t02"}},
		"a clip with an empty text":    {play(clip("/CT (video/mp4) /Alt [(en) ()]")), []string{"7.18.6.2-t02"}},
		"a clip that a selector plays": {play("<< /S /SR /R [" + clip("") + "] >>"), []string{"7.18.6.2-t01", "7.18.6.2-t02"}},
	}.run(t)
}

// TestWhatAPersonJudgesOfADocument: each kind of media and of fields, and nothing in a document that has neither.
func TestWhatAPersonJudgesOfADocument(t *testing.T) {
	t.Parallel()
	details := func(f fixture) (media, fields []string) {
		doc, err := pdf.Open(t.Context(), f.bytes(), pdf.Options{})
		require.NoError(t, err)
		c, err := pdfua.New(t.Context(), doc)
		require.NoError(t, err)
		r := c.Report()
		for _, v := range r.Media.Findings {
			media = append(media, v.Detail)
		}
		for _, v := range r.Fields.Findings {
			fields = append(fields, v.Detail)
		}
		require.Equal(t, []int{len(media), len(fields)}, []int{r.Media.Count, r.Fields.Count})
		return media, fields
	}
	chain := loose("/Subtype /Link /A << /S /URI /URI (https://example.org/) /Next [<< /S /GoTo >> << /S /Sound /Sound 3 0 R >>] >>")
	for name, c := range map[string]struct {
		document      fixture
		media, fields []string
	}{
		"nothing":                    {fixture{}, nil, nil},
		"a link":                     {loose("/Subtype /Link /A << /S /URI /URI (https://example.org/) >>"), nil, nil},
		"a film":                     {loose("/Subtype /Movie /Contents (The harbour)"), []string{`a film ("The harbour")`}, nil},
		"a sound":                    {loose("/Subtype /Sound"), []string{"a sound"}, nil},
		"a model":                    {loose("/Subtype /3D"), []string{"a model in three dimensions"}, nil},
		"rich media that are hidden": {loose("/Subtype /RichMedia /F 2"), []string{"rich media"}, nil},
		"a screen, once":             {loose("/Subtype /Screen /A << /S /Rendition >>"), []string{"a screen that plays media"}, nil},
		"a link that plays":          {chain, []string{"an annotation (Link) that plays a sound"}, nil},
		"a document that plays":      {fixture{catalog: "/OpenAction << /S /Movie >>"}, []string{"the document plays a film"}, nil},
		"a page that plays":          {fixture{page: "/AA << /O << /S /Rendition >> >>"}, []string{"the page plays media"}, nil},
		"a field":                    {loose("/Subtype /Widget /TU (Your name)"), nil, []string{`a field ("Your name")`}},
		"a field with its parent's":  {loose("/Subtype /Widget /Parent << /TU (Your name) >>"), nil, []string{`a field ("Your name")`}},
		"a field named by its tag":   {owned("Form", "/Alt (Your name)", "/Subtype /Widget"), nil, []string{`a field ("Your name")`}},
		"a field without a name":     {loose("/Subtype /Widget /T (f1)"), nil, []string{"a field without a name for people (TU)"}},
		"a field that is hidden":     {loose("/Subtype /Widget /F 2"), nil, nil},
		"a field that plays":         {loose("/Subtype /Widget /TU (Play) /AA << /D << /S /Sound >> >>"), []string{"an annotation (Widget) that plays a sound"}, []string{`a field ("Play")`}},
		"a form in XML":              {fixture{catalog: "/AcroForm << /XFA 3 0 R >>"}, nil, []string{"the form is described in XML (XFA)"}},
		"an action that is its own":  {fixture{catalog: "/OpenAction 9 0 R", objects: []string{"<< /S /GoTo /Next 9 0 R >>"}}, nil, nil},
	} {
		media, fields := details(c.document)
		require.Equal(t, c.media, media, name)
		require.Equal(t, c.fields, fields, name)
	}
	many := fixture{annots: string(bytes.Repeat([]byte("<< /Type /Annot /Rect [10 10 90 20] /Subtype /Sound >> "), 150))}
	doc, err := pdf.Open(t.Context(), many.bytes(), pdf.Options{})
	require.NoError(t, err)
	c, err := pdfua.New(t.Context(), doc)
	require.NoError(t, err)
	require.Equal(t, 150, c.Report().Media.Count)
	require.Len(t, c.Report().Media.Findings, 100)
}
