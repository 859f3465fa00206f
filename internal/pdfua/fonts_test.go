package pdfua_test

import "testing"

// shown returns a fixture that shows the letter H in a font, object 9 and what follows.
func shown(font string, objects ...string) fixture {
	return fixture{
		content: "/P << /MCID 0 >> BDC BT /T 12 Tf (H) Tj ET EMC",
		fonts:   "/T 9 0 R", objects: append([]string{"<< /Type /Font " + font + " >>"}, objects...),
	}
}

const toUnicode = "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <48> <0048> endbfchar"

func stream(dict, data string) string {
	return "<< " + dict + " /Length " + length(data) + " >>\nstream\n" + data + "\nendstream"
}

func TestFonts(t *testing.T) {
	t.Parallel()
	embedded := " /FontDescriptor << /Flags 32 /FontFile2 3 0 R >>"
	symbolic := " /FontDescriptor << /Flags 4 /FontFile2 3 0 R >>"
	trueType := "/Subtype /TrueType /BaseFont /AAAAAA+F /FirstChar 72 /LastChar 72 /Widths [500] /ToUnicode 10 0 R "
	unicode := stream("", toUnicode)
	invisible := shown(trueType+"/Encoding /WinAnsiEncoding", unicode)
	invisible.content = "/P << /MCID 0 >> BDC BT 3 Tr /T 12 Tf (H) Tj ET EMC"
	cases{
		"an embedded font":                {shown(trueType+"/Encoding /WinAnsiEncoding"+embedded, unicode), nil},
		"a font that is not embedded":     {shown(trueType+"/Encoding /WinAnsiEncoding", unicode), []string{"7.21.4.1-t01"}},
		"a font that nobody sees":         {invisible, nil},
		"standard names":                  {shown(trueType+"/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [72 /H /uni0041] >>"+embedded, unicode), nil},
		"other names":                     {shown(trueType+"/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [72 /g72] >>"+embedded, unicode), []string{"7.21.6-t02"}},
		"no base encoding":                {shown(trueType+"/Encoding << /Differences [72 /H] >>"+embedded, unicode), []string{"7.21.6-t02"}},
		"no encoding":                     {shown(trueType+embedded, unicode), []string{"7.21.6-t02"}},
		"symbols without encoding":        {shown(trueType+symbolic, unicode), nil},
		"symbols with an encoding":        {shown(trueType+"/Encoding /WinAnsiEncoding"+symbolic, unicode), []string{"7.21.6-t03"}},
		"letters that nothing explains":   {shown("/Subtype /Type1 /BaseFont /AAAAAA+F /Encoding << /Differences [72 /g1] >> /FontDescriptor << /FontFile 3 0 R >>"), []string{"7.21.7-t01"}},
		"letters by the encoding":         {shown("/Subtype /Type1 /BaseFont /AAAAAA+F /Encoding /WinAnsiEncoding /FontDescriptor << /FontFile 3 0 R >>"), nil},
		"symbols of a font of the system": {shown("/Subtype /TrueType /BaseFont /AAAAAA+F"+symbolic, unicode), []string{"7.21.7-t01"}},
	}.run(t)
}

func TestCompositeFonts(t *testing.T) {
	t.Parallel()
	composite := func(encoding, cidFont, info string, more ...string) fixture {
		f := shown("/Subtype /Type0 /BaseFont /AAAAAA+F /ToUnicode 10 0 R /Encoding "+encoding+" /DescendantFonts [<< /Type /Font "+cidFont+
			" /BaseFont /AAAAAA+F /CIDSystemInfo << "+info+" >> /FontDescriptor << /FontFile2 3 0 R >> >>]",
			append([]string{stream("", "1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0048> <0048> endbfchar")}, more...)...)
		f.content = "/P << /MCID 0 >> BDC BT /T 12 Tf <0048> Tj ET EMC"
		return f
	}
	cmap := func(dict, body string) string {
		return stream("/Type /CMap /CMapName /Own /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 1 >> "+dict,
			body+" 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <ffff> 0 endcidrange")
	}
	type2 := "/Subtype /CIDFontType2 /CIDToGIDMap /Identity"
	info := "/Registry (A) /Ordering (B) /Supplement 0"
	cases{
		"the identity":                    {composite("/Identity-H", type2, info), nil},
		"no map to glyphs":                {composite("/Identity-H", "/Subtype /CIDFontType2", info), []string{"7.21.3.2-t01"}},
		"a map to glyphs that is none":    {composite("/Identity-H", "/Subtype /CIDFontType2 /CIDToGIDMap /Other", info), []string{"7.21.3.2-t01"}},
		"an unknown CMap":                 {composite("/Adobe-Own-0", type2, info), []string{"7.21.3.3-t01"}},
		"an embedded CMap":                {composite("11 0 R", type2, info, cmap("", "")), nil},
		"a CMap of another collection":    {composite("11 0 R", type2, "/Registry (A) /Ordering (C) /Supplement 0", cmap("", "")), []string{"7.21.3.1-t01"}},
		"a CMap of an older collection":   {composite("11 0 R", type2, "/Registry (A) /Ordering (B) /Supplement 2", cmap("", "")), []string{"7.21.3.1-t01"}},
		"a CMap of two directions":        {composite("11 0 R", type2, info, cmap("/WMode 0", "/WMode 1 def")), []string{"7.21.3.3-t02"}},
		"a CMap on a predefined one":      {composite("11 0 R", type2, info, cmap("/UseCMap /Identity-H", "/Identity-H usecmap")), nil},
		"a CMap on one that is not known": {composite("11 0 R", type2, info, cmap("", "/Own-0 usecmap")), []string{"7.21.3.3-t03"}},
	}.run(t)
}
