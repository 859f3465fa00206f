package convert_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/layout"
)

// formHTML returns the content of the article in the HTML of a form, without the attributes of all controls.
func formHTML(t *testing.T, pdf []byte) string {
	t.Helper()
	result, err := convert.Convert(t.Context(), bytes.NewReader(pdf), convert.Options{SemanticHTML: true})
	require.NoError(t, err)
	_, article, _ := strings.Cut(string(result.HTML), `title="Page 1"></span>`)
	article, _, _ = strings.Cut(article, "</article>")
	return strings.TrimSpace(strings.NewReplacer(` form="acroform"`, "", "<form id=\"acroform\" method=\"dialog\"></form>\n", "").Replace(article))
}

// blank returns a form with one field beside its label. more stands in the field's dictionary.
func blank(label, more string) []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	pdf.AddField("150 697 300 711", "/T (name) "+more)
	pdf.AddPage(testkit.Page{Content: text("R", 11, 72, 700, label), Fonts: fonts})
	return pdf.Bytes()
}

// Controls of a facsimile look like their widgets.
func TestControlsLookAsOnThePage(t *testing.T) {
	t.Parallel()
	const box = "x2000 y1080 a2000 b187" // of the widget
	for name, c := range map[string]struct {
		field, class string
		css          []string
	}{
		"nothing said":           {"/FT /Tx", box + " t138", nil},
		"a frame":                {"/FT /Tx /MK << /BC [1 0 0] >>", box + " o13 q16711680 t138", []string{".in .o13{border-width:13px}", ".in .q16711680{border-color:#ff0000}"}},
		"of a style":             {"/FT /Tx /MK << /BC [0] >> /BS << /W 3 /S /B >> /Border [0 0 9]", box + " o40 q0 t138", nil},
		"of an older writer":     {"/FT /Tx /MK << /BC [0] >> /Border [0 0 2]", box + " o27 q0 t138", nil},
		"a line below is none":   {"/FT /Tx /MK << /BC [0] >> /BS << /W 3 /S /U >>", box + " t138", nil},
		"no width":               {"/FT /Tx /MK << /BC [0] >> /BS << /W 0 >>", box + " t138", nil},
		"no colour":              {"/FT /Tx /MK << /BC [] /BG [1 1] >>", box + " t138", nil},
		"a ground":               {"/FT /Tx /MK << /BG [0 0 1] >>", box + " n255 t138", []string{".in .n255{background-color:#0000ff}"}},
		"inks on it":             {"/FT /Tx /DA (/Helv 0 Tf 1 g 0 1 0 rg) /MK << /BG [0 0 0 1] >>", box + " j65280 n2301728 t138", []string{".in .j65280{color:#00ff00}"}},
		"what is no ink":         {"/FT /Tx /DA (rg 1 x 0 rg /Helv 0 Tf)", box + " t138", nil},
		"wider than can be seen": {"/FT /Tx /MK << /BC [0] >> /BS << /W 1e30 >>", box + " o267 q0 t138", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := convert.Convert(t.Context(), bytes.NewReader(blank("Name:", c.field)), convert.Options{SemanticHTML: true, PreserveFormatting: true})
			require.NoError(t, err)
			require.Contains(t, string(result.HTML), `class="`+c.class+`"`)
			require.NotContains(t, string(result.HTML), string(layout.FieldSign), "what stands for the control")
			for _, rule := range c.css {
				require.Contains(t, result.PagesCSS, rule)
			}
		})
	}
}

func TestControls(t *testing.T) {
	t.Parallel()
	appearance := `/AP << /N << /On << >> /Off << >> >> >>`
	cases := map[string]struct{ label, field, want string }{
		"text":                            {"Name:", "/FT /Tx /V (Ann)", `<label for="control-3">Name:</label> <input id="control-3" name="name" type="text" value="Ann" size="27">`},
		"text without value":              {"Name:", "/FT /Tx", `<label for="control-3">Name:</label> <input id="control-3" name="name" type="text" size="27">`},
		"length and duties":               {"Name:", "/FT /Tx /MaxLen 8 /Ff 3", `<label for="control-3">Name:</label> <input id="control-3" name="name" type="text" size="9" maxlength="8" readonly>`},
		"required":                        {"Name:", "/FT /Tx /Ff 2", `<label for="control-3">Name:</label> <input id="control-3" name="name" type="text" size="27" required>`},
		"markup in values":                {"Name:", `/FT /Tx /V (<b>"&)`, `<label for="control-3">Name:</label> <input id="control-3" name="name" type="text" value="&lt;b&gt;&quot;&amp;" size="27">`},
		"several lines":                   {"Notes:", `/FT /Tx /Ff 4096 /V (a\rb)`, "<label for=\"control-3\">Notes:</label> <textarea id=\"control-3\" name=\"name\">a\nb</textarea>"},
		"a password":                      {"Word:", "/FT /Tx /Ff 8192", `<label for="control-3">Word:</label> <input id="control-3" name="name" type="password" size="27">`},
		"a file":                          {"File:", "/FT /Tx /Ff 1048576", `<label for="control-3">File:</label> <input id="control-3" name="name" type="file">`},
		"a box that is on":                {"Agreed", "/FT /Btn /V /On /AS /On " + appearance, `<label for="control-3">Agreed</label> <input id="control-3" name="name" type="checkbox" value="On" checked>`},
		"a box that is off":               {"Agreed", "/FT /Btn /AS /Off " + appearance, `<label for="control-3">Agreed</label> <input id="control-3" name="name" type="checkbox" value="On">`},
		"a list that opens":               {"City:", "/FT /Ch /Ff 131072 /Opt [[(v) (Vienna)] (Rome)] /V (v)", `<label for="control-3">City:</label> <select id="control-3" name="name"><option value="v" selected>Vienna</option><option>Rome</option></select>`},
		"nothing chosen":                  {"City:", "/FT /Ch /Ff 131072 /Opt [(Rome)]", `<label for="control-3">City:</label> <select id="control-3" name="name"><option>Rome</option><option value="" label="-" selected></option></select>`},
		"several chosen":                  {"City:", "/FT /Ch /Ff 2097152 /Opt [(Rome) (Oslo) (Bern)] /V [(Rome) (Bern)]", `<label for="control-3">City:</label> <select id="control-3" name="name" multiple size="2"><option selected>Rome</option><option>Oslo</option><option selected>Bern</option></select>`},
		"chosen by index":                 {"City:", "/FT /Ch /Opt [(Rome) (Oslo)] /I [1]", `<label for="control-3">City:</label> <select id="control-3" name="name" size="2"><option>Rome</option><option selected>Oslo</option></select>`},
		"a list to write in":              {"City:", "/FT /Ch /Ff 393216 /Opt [(Rome) (Oslo)] /V (Bern)", `<label for="control-3">City:</label> <input id="control-3" name="name" type="text" value="Bern" list="control-3-list" size="27"><datalist id="control-3-list"><option value="Rome"></option><option value="Oslo"></option></datalist>`},
		"a button":                        {"Press", "/FT /Btn /Ff 65536 /MK << /CA (Print) >> /A << /S /JavaScript /JS (app.alert\\(1\\)) >>", `Press <button id="control-3" name="name" type="button">Print</button>`},
		"a button that empties":           {"Press", "/FT /Btn /Ff 65536 /MK << /CA (Clear) >> /A << /S /ResetForm >>", `Press <button id="control-3" name="name" type="reset">Clear</button>`},
		"a button without words":          {"Press", "/FT /Btn /Ff 65536", `Press <button id="control-3" name="name" aria-label="name" type="button"></button>`},
		"nobody signed":                   {"Signature:", "/FT /Sig", `<label for="control-3">Signature:</label> <input id="control-3" name="name" class="signature" type="text" readonly size="27">`},
		"somebody signed":                 {"Signature:", "/FT /Sig /V << /Type /Sig /Name (Ann) >>", `<label for="control-3">Signature:</label> <input id="control-3" name="name" class="signature" type="text" readonly value="Signed by Ann" size="27">`},
		"the author's name has the label": {"Name:", "/FT /Tx /TU (Your name in full)", `<label for="control-3">Name:</label> <input id="control-3" name="name" aria-label="Your name in full" type="text" size="27">`},
		"the author's name is the label":  {"Name:", "/FT /Tx /TU (Name)", `<label for="control-3">Name:</label> <input id="control-3" name="name" type="text" size="27">`},
		"the author's name says more":     {"Born:", "/FT /Tx /TU (yyyy-mm-dd)", `<label for="control-3">Born:</label> <input id="control-3" name="name" aria-label="Born, yyyy-mm-dd" type="text" size="27">`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := `<p class="field">`
			switch {
			case strings.Contains(c.want, "<button"):
				start = "<p>"
			case strings.Contains(c.want, `type="checkbox"`):
				start = `<p class="tick">`
			}
			require.Equal(t, start+c.want+"</p>", formHTML(t, blank(c.label, c.field)))
		})
	}
}

func TestControlsNobodySeesAreLeftOut(t *testing.T) {
	t.Parallel()
	for name, field := range map[string]string{"hidden": "/F 2", "not to be viewed": "/F 32", "of no type": ""} {
		kind := "/FT /Tx "
		if field == "" {
			kind = ""
		}
		require.Equal(t, "<p>Name:</p>", formHTML(t, blank("Name:", kind+field)), name)
	}
	pdf := &testkit.PDF{}
	pdf.AddField("150 697 150 711", "/FT /Tx /T (empty)")
	pdf.AddField("1500 697 1600 711", "/FT /Tx /T (off)")
	pdf.AddPage(testkit.Page{Content: text("R", 11, 72, 700, "Name:"), Fonts: fonts})
	require.Equal(t, "<p>Name:</p>", formHTML(t, pdf.Bytes()))
}

func TestTheAppearanceOfAControlIsNoText(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{}
	look := pdf.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 150 14] /Resources << /Font << /R << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
		"/Tx BMC BT /R 11 Tf 2 3 Td (Ann) Tj ET EMC")
	pdf.AddField("150 697 300 711", fmt.Sprintf("/FT /Tx /T (name) /V (Ann) /AP << /N %d 0 R >>", look))
	pdf.AddPage(testkit.Page{Content: text("R", 11, 72, 700, "Name:"), Fonts: fonts})
	require.Equal(t, `<p class="field"><label for="control-4">Name:</label> <input id="control-4" name="name" type="text" value="Ann" size="27"></p>`, formHTML(t, pdf.Bytes()))
}

func TestTextInTheAppearanceIsTheValueWhereNoneIsGiven(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ field, look, want string }{
		"words":        {"/FT /Tx", "2 3 Td (Ann) Tj 40 0 Td (Lee) Tj", `type="text" value="Ann Lee" size="27">`},
		"lines":        {"/FT /Tx /Ff 4096", "2 20 Td (Ann) Tj 0 -12 Td (Lee) Tj", ">Ann\nLee</textarea>"},
		"a comb":       {"/FT /Tx /Ff 16777216 /MaxLen 3", "2 3 Td (1) Tj 50 0 Td (2) Tj 50 0 Td (3) Tj", `type="text" value="123" size="4" maxlength="3">`},
		"a choice":     {"/FT /Ch /Ff 131072 /Opt [(Rome)]", "2 3 Td (Rome) Tj", `<option selected>Rome</option>`},
		"a secret one": {"/FT /Tx /Ff 8192", "2 3 Td (Ann) Tj", `type="password" size="27">`},
		"nobody sees":  {"/FT /Tx", "3 Tr 2 3 Td (Ann) Tj", `type="text" size="27">`},
	} {
		pdf := &testkit.PDF{}
		look := pdf.AddStream("/Type /XObject /Subtype /Form /BBox [0 0 150 34] /Resources << /Font << /R << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>",
			"/Tx BMC 0 0 150 34 re S BT /R 11 Tf "+c.look+" ET EMC")
		pdf.AddField("150 697 300 731", fmt.Sprintf("/T (name) /AP << /N %d 0 R >> ", look)+c.field)
		pdf.AddPage(testkit.Page{Content: text("R", 11, 72, 710, "Name:"), Fonts: fonts})
		html := formHTML(t, pdf.Bytes())
		require.Contains(t, html, c.want, name)
		require.NotRegexp(t, "(?s)(Ann|Rome|123).*(Ann|Rome|123)", html, name)
	}
}

func TestRadioButtonsOfAGroup(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{}
	group := pdf.AddFieldGroup("/FT /Btn /Ff 49152 /T (pay) /TU (Payment) /V /cash /Kids [4 0 R 5 0 R]")
	for i, state := range []string{"cash", "card"} {
		on := "Off"
		if i == 0 {
			on = state
		}
		pdf.AddWidget(fmt.Sprintf("%d 698 %d 708", 72+100*i, 82+100*i),
			fmt.Sprintf("/Parent %d 0 R /AS /%s /AP << /N << /%s << >> /Off << >> >> >>", group, on, state))
	}
	pdf.AddPage(testkit.Page{Content: text("R", 11, 86, 700, "In cash") + text("R", 11, 186, 700, "By card"), Fonts: fonts})
	require.Equal(t, "<fieldset aria-label=\"Payment\">\n"+
		`<p><input id="control-4" name="pay" type="radio" value="cash" checked> <label for="control-4">In cash</label> `+
		`<input id="control-5" name="pay" type="radio" value="card"> <label for="control-5">By card</label></p>`+"\n</fieldset>", formHTML(t, pdf.Bytes()))
}

func TestAFormInXMLOnlyIsSaid(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fields string
		want   []string
	}{
		"only in XML":           {"", []string{"xfa_form"}},
		"in XML and in a field": {"3 0 R", nil},
	} {
		pdf := &testkit.PDF{}
		pdf.Add("<< /Type /Annot /Subtype /Widget /Rect [150 697 300 711] /FT /Tx /T (name) >>")
		xfa := pdf.AddStream("", "<xdp/>")
		pdf.Catalog = fmt.Sprintf("/AcroForm << /XFA %d 0 R /Fields [%s] >>", xfa, c.fields)
		extra := ""
		if c.fields != "" {
			extra = "/Annots [3 0 R]"
		}
		pdf.AddPage(testkit.Page{Content: text("R", 11, 72, 700, "Please wait..."), Fonts: fonts, Extra: extra})
		result, err := convert.Convert(t.Context(), bytes.NewReader(pdf.Bytes()), convert.Options{})
		require.NoError(t, err)
		var codes []string
		for _, w := range result.Warnings {
			codes = append(codes, w.Code)
		}
		require.Equal(t, c.want, codes, name)
	}
}

func TestFreeTextWithoutAppearance(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ entry, want string }{
		"its contents":  {`/Contents (A remark in\rtwo lines)`, "<p>A remark in two lines</p>"},
		"its rich text": {`/RC (<?xml version="1.0"?><body><p>A <b>rich</b> &amp; fair remark</p></body>)`, "<p>A rich &amp; fair remark</p>"},
		"long lines":    {`/DA (/Helv 10 Tf) /Contents (A remark that is a good deal longer than the box it is in)`, "<p>A remark that is a good deal longer than the box it is in</p>"},
		"nothing":       {"", ""},
	} {
		pdf := &testkit.PDF{}
		n := pdf.Add("<< /Type /Annot /Subtype /FreeText /Rect [72 600 272 700] " + c.entry + " >>")
		pdf.AddPage(testkit.Page{Extra: fmt.Sprintf("/Annots [%d 0 R]", n)})
		require.Equal(t, c.want, formHTML(t, pdf.Bytes()), name)
	}
}

// formOf returns the article in the HTML of a page with fields.
func formOf(t *testing.T, content string, fields ...[2]string) string {
	t.Helper()
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	for _, f := range fields {
		pdf.AddField(f[0], f[1])
	}
	pdf.AddPage(testkit.Page{Content: content, Fonts: fonts})
	return formHTML(t, pdf.Bytes())
}

func TestControlsOfATable(t *testing.T) {
	t.Parallel()
	var content strings.Builder
	var fields [][2]string
	grid := func(x0, y0, x1, y1 int) { fmt.Fprintf(&content, "%d %d m %d %d l S\n", x0, y0, x1, y1) }
	for i, name := range []string{"Item", "Count", "Price"} {
		content.WriteString(text("B", 11, float64(76+120*i), 704, name))
	}
	for row, name := range []string{"Hammers", "Nails"} {
		content.WriteString(text("B", 11, 76, float64(684-20*row), name))
		for col := range 2 {
			fields = append(fields, [2]string{
				fmt.Sprintf("%d %d %d %d", 194+120*col, 682-20*row, 308+120*col, 696-20*row),
				fmt.Sprintf("/FT /Tx /T (f%d%d)", row, col),
			})
		}
	}
	for row := range 4 {
		grid(72, 720-20*row, 432, 720-20*row)
	}
	for col := range 4 {
		grid(72+120*col, 720, 72+120*col, 660)
	}
	html := formOf(t, content.String(), fields...)
	for _, name := range []string{"Hammers, Count", "Hammers, Price", "Nails, Count", "Nails, Price"} {
		require.Equal(t, 1, strings.Count(html, `aria-label="`+name+`"`), "%s in %s", name, html)
	}
	require.NotContains(t, html, "<label")
}

func TestTextThatLeadsToAControlOnItsRowNamesNoneBelow(t *testing.T) {
	t.Parallel()
	html := formOf(t, text("R", 11, 72, 700, "Other gains or losses of any kind")+text("R", 11, 72, 686, "Shares")+text("R", 11, 72, 672, "Interest, taxable, of banks")+text("R", 11, 320, 700, "14")+text("R", 11, 320, 672, "16"),
		[2]string{"340 698 420 710", "/FT /Tx /T (a)"}, [2]string{"170 684 240 696", "/FT /Tx /T (b)"}, [2]string{"340 670 420 682", "/FT /Tx /T (c)"})
	for label, n := range map[string]string{"Other gains or losses of any kind": "3", "Shares": "4", "Interest, taxable, of banks": "5"} {
		require.Contains(t, html, `<label for="control-`+n+`">`+label+`</label>`)
	}
}

func TestButtonsBelowEachOtherAreAGroup(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	group := pdf.AddFieldGroup("/FT /Btn /Ff 49152 /T (pay) /Kids [4 0 R 5 0 R]")
	content := text("R", 11, 72, 720, "How do you pay?")
	for i, state := range []string{"cash", "card"} {
		y := 700 - 18*i
		pdf.AddWidget(fmt.Sprintf("72 %d 82 %d", y-2, y+8), fmt.Sprintf("/Parent %d 0 R /AS /Off /AP << /N << /%s << >> /Off << >> >> >>", group, state))
		content += text("R", 11, 86, float64(y), "By "+state)
	}
	pdf.AddPage(testkit.Page{Content: content, Fonts: fonts})
	require.Equal(t, `<fieldset>
<legend>How do you pay?</legend>
<p class="tick"><input id="control-4" name="pay" type="radio" value="cash"> <label for="control-4">By cash</label></p>
<p class="tick"><input id="control-5" name="pay" type="radio" value="card"> <label for="control-5">By card</label></p>
</fieldset>`, formHTML(t, pdf.Bytes()))
}

func TestWidgetsThatTheFieldTreeDoesNotList(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	parent := pdf.Add("<< /FT /Tx /T (person) /V (Ann) /Ff 1 /Parent 3 0 R >>") // it is its own parent, too
	pdf.AddWidget("150 697 300 711", fmt.Sprintf("/T (name) /Parent %d 0 R", parent))
	pdf.AddPage(testkit.Page{Content: text("R", 11, 72, 700, "Name:"), Fonts: fonts})
	require.Equal(t, `<p class="field"><label for="control-4">Name:</label> <input id="control-4" name="person.name" type="text" value="Ann" size="27" readonly></p>`, formHTML(t, pdf.Bytes()))
}

// hostileBytes bounds the HTML of the forms below.
const hostileBytes = 64 << 20

func TestHostileForms(t *testing.T) {
	t.Parallel()
	withoutRaceDetector(t)
	cases := map[string]func(pdf *testkit.PDF) (page string){
		"fields that are their own kids": func(pdf *testkit.PDF) string {
			n := pdf.AddFieldGroup("/FT /Tx /T (a) /Kids [3 0 R 4 0 R]")
			pdf.AddWidget("72 700 172 714", fmt.Sprintf("/T (b) /Kids [%d 0 R 4 0 R] /Parent %d 0 R", n, n))
			return ""
		},
		"many widgets with one long list": func(pdf *testkit.PDF) string {
			options := pdf.Add("[" + strings.Repeat("(An option of a list) ", 5000) + "]")
			for i := range 500 {
				pdf.AddField(fmt.Sprintf("72 %d 172 %d", i, i+10), fmt.Sprintf("/FT /Ch /T (f%d) /Opt %d 0 R", i, options))
			}
			return ""
		},
		"many widgets with one long value": func(pdf *testkit.PDF) string {
			value := pdf.Add("(" + strings.Repeat("A value. ", 1<<18) + ")")
			for i := range 50 {
				pdf.AddField(fmt.Sprintf("72 %d 172 %d", 10*i, 10*i+10), fmt.Sprintf("/FT /Tx /Ff 4096 /T (f%d) /V %d 0 R", i, value))
			}
			return ""
		},
		"a long name of many fields": func(pdf *testkit.PDF) string {
			name := strings.Repeat("x", 1<<18)
			for i := range 50 {
				pdf.AddField(fmt.Sprintf("72 %d 172 %d", 10*i, 10*i+10), "/FT /Tx /TU ("+name+") /T (f)")
			}
			return ""
		},
		"many fields on one point": func(pdf *testkit.PDF) string {
			for i := range 5000 {
				pdf.AddField("72 700 172 714", fmt.Sprintf("/FT /Btn /Ff 32768 /T (f%d)", i%3))
			}
			return text("R", 11, 72, 700, "Name:")
		},
		"free text without end": func(pdf *testkit.PDF) string {
			pdf.AddWidget("72 700 73 714", "/Subtype /FreeText /Contents ("+strings.Repeat("a b ", 1<<16)+")")
			return ""
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pdf := &testkit.PDF{}
			content := c(pdf)
			pdf.AddPage(testkit.Page{Content: content, Fonts: fonts})
			result, err := convert.Convert(t.Context(), bytes.NewReader(pdf.Bytes()), convert.Options{SemanticHTML: true})
			require.NoError(t, err)
			require.Less(t, len(result.HTML), hostileBytes)
		})
	}
}

func TestDrawnBoxesToTickAreKept(t *testing.T) {
	t.Parallel()
	square := func(x, y int) string { return fmt.Sprintf("%d %d 9 9 re S\n", x, y) }
	below := square(72, 698) + text("R", 11, 86, 700, "I am a member") +
		square(72, 680) + text("R", 11, 86, 682, "I am a guest") +
		square(72, 662) + text("R", 11, 86, 664, "I am neither")
	require.Equal(t, "<ul class=\"signs\">\n<li>☐ I am a member</li>\n<li>☐ I am a guest</li>\n<li>☐ I am neither</li>\n</ul>", formOf(t, below))
	beside := text("R", 11, 72, 700, "Do you agree?") + square(160, 698) + text("R", 11, 174, 700, "Yes") + square(210, 698) + text("R", 11, 224, 700, "No")
	require.Equal(t, "<p>Do you agree? ☐ Yes ☐ No</p>", formOf(t, beside))
	control := square(72, 698) + text("R", 11, 86, 700, "I am a member")
	require.Equal(t, `<p class="tick"><input id="control-3" name="a" type="checkbox"> <label for="control-3">I am a member</label></p>`,
		formOf(t, control, [2]string{"72 698 81 707", "/FT /Btn /T (a)"}))
	plot := "0.5 w 60 600 300 110 re S\n" + square(72, 698) + "72 702 m 200 640 l S\n" + text("R", 11, 86, 700, "12")
	require.NotContains(t, formOf(t, plot), "☐")
}
