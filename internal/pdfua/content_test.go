package pdfua_test

import "testing"

func TestMarkedContent(t *testing.T) {
	t.Parallel()
	show := " BT /F1 12 Tf 72 700 Td (Hello) Tj ET "
	unknown := []string{"7.2-t33", "7.2-t34"}
	drawn := func(content string) fixture {
		return fixture{content: content, form: "/XObject << /X 9 0 R >>", parents: "5 [8 0 R]", objects: []string{
			"<< /Subtype /Form /BBox [0 0 99 99] /StructParents 5 /Length 34 >>\nstream\n/P << /MCID 0 >> BDC 0 0 9 9 re f EMC\nendstream"}}
	}
	cases{
		"text in an artifact":                {fixture{content: "/Artifact BMC" + show + "EMC"}, nil},
		"text in nothing":                    {fixture{content: show}, []string{"7.1-t03"}},
		"text in marked content of nothing":  {fixture{content: "/P BMC" + show + "EMC"}, []string{"7.1-t03"}},
		"an identifier that nobody owns":     {fixture{content: "/P << /MCID 7 >> BDC" + show + "EMC"}, []string{"7.1-t03"}},
		"a path in nothing":                  {fixture{content: "0 0 9 9 re f"}, []string{"7.1-t03"}},
		"a path that is not painted":         {fixture{content: "0 0 9 9 re n"}, nil},
		"a span in tagged content":           {fixture{content: "/P << /MCID 0 >> BDC /Span << /Lang (de) >> BDC" + show + "EMC EMC"}, nil},
		"an artifact in tagged content":      {fixture{content: "/P << /MCID 0 >> BDC /Artifact BMC" + show + "EMC EMC"}, []string{"7.1-t01"}},
		"tagged content in an artifact":      {fixture{content: "/Artifact BMC /P << /MCID 0 >> BDC" + show + "EMC EMC"}, []string{"7.1-t02"}},
		"a replacement of unknown language":  {fixture{noLang: true, content: "/P << /MCID 0 >> BDC /Span << /ActualText (a) >> BDC" + show + "EMC EMC"}, append([]string{"7.2-t30"}, unknown...)},
		"an alternative of unknown language": {fixture{noLang: true, content: "/P << /MCID 0 >> BDC /Span << /Alt (a) >> BDC" + show + "EMC EMC"}, append([]string{"7.2-t31"}, unknown...)},
		"an expansion of unknown language":   {fixture{noLang: true, content: "/P << /MCID 0 >> BDC /Span << /E (a) >> BDC" + show + "EMC EMC"}, append([]string{"7.2-t32"}, unknown...)},
		"a language on the sequence":         {fixture{noLang: true, content: "/P << /MCID 0 >> BDC /Span << /E (a) /Lang (de) >> BDC" + show + "EMC EMC"}, []string{"7.2-t33"}},
		"a language that is none":            {fixture{content: "/P << /MCID 0 >> BDC /Span << /Lang (x y) >> BDC" + show + "EMC EMC"}, []string{"7.2-t29"}},
		"a form tagged as a whole": {fixture{content: "/X Do", form: "/XObject << /X 9 0 R >>", parents: "5 8 0 R", objects: []string{
			stream("/Subtype /Form /BBox [0 0 99 99] /StructParent 5", "0 0 9 9 re f")}}, nil},
		"an image tagged as a whole": {fixture{content: "9 0 0 9 9 9 cm /X Do", form: "/XObject << /X 9 0 R >>", parents: "5 8 0 R", objects: []string{
			stream("/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /StructParent 5", "a")}}, nil},
		"an image in nothing": {fixture{content: "9 0 0 9 9 9 cm /X Do", form: "/XObject << /X 9 0 R >>", objects: []string{
			stream("/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "a")}}, []string{"7.1-t03"}},
		"a tagged form painted once":  {drawn("/X Do"), nil},
		"a tagged form painted twice": {drawn("/X Do /X Do"), []string{"7.20-t02"}},
	}.run(t)
}

func TestUnicodeMapping(t *testing.T) {
	t.Parallel()
	mapped := func(to string) fixture {
		cmap := "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <48> <" + to + "> endbfchar"
		return fixture{
			content: "/P << /MCID 0 >> BDC BT /T 12 Tf (H) Tj ET EMC",
			fonts:   "/T << /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Odd /FirstChar 72 /LastChar 72 /Widths [500] /Encoding << /Differences [72 /g1] >> /FontDescriptor << /FontFile 3 0 R >> /ToUnicode 9 0 R >>",
			objects: []string{"<< /Length " + length(cmap) + " >>\nstream\n" + cmap + "\nendstream"},
		}
	}
	cases{
		"a letter":             {mapped("0041"), nil},
		"nothing":              {mapped("0000"), []string{"7.21.7-t02"}},
		"a byte order mark":    {mapped("FEFF"), []string{"7.21.7-t02"}},
		"one in a longer text": {mapped("0041FFFE"), []string{"7.21.7-t02"}},
	}.run(t)
}
