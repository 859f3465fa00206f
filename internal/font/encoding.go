package font

import "github.com/pagelift/pagelift/internal/pdf"

// baseEncoding returns the encoding called name (clause 9.6.5), or nil when the name is unknown.
func baseEncoding(name pdf.Name) *[256]string {
	switch name {
	case "StandardEncoding":
		return &standardEncoding
	case "WinAnsiEncoding":
		return &winAnsiEncoding
	case "MacRomanEncoding":
		return &macRomanEncoding
	case "MacExpertEncoding":
		return &macExpertEncoding
	case "PDFDocEncoding":
		return &pdfDocEncoding
	case "SymbolEncoding", "SymbolSetEncoding":
		return &symbolEncoding
	case "ZapfDingbatsEncoding":
		return &zapfDingbatsEncoding
	}
	return nil
}

// loadEncoding reads the Encoding entry (clause 9.6.5).
func (s *simpleFont) loadEncoding(doc *pdf.Document, f *Font, o pdf.Object) {
	switch o := doc.Resolve(o).(type) {
	case pdf.Name:
		s.base = baseEncoding(o)
	case pdf.Dict:
		s.base = baseEncoding(doc.Name(o.Raw("BaseEncoding")))
		s.diffs = differences(doc, o.Raw("Differences"))
	}
	own := s.ownEncoding()
	switch {
	case own != nil && s.program == nil:
		// Symbol and ZapfDingbats have their own character sets, whatever the file says.
		s.base = own
	case s.subtype == "Type3": // only Differences names its glyphs
	case s.base == nil && s.program == nil:
		s.base = implicitEncoding(s.subtype)
	case s.base == nil && s.subtype == "TrueType" && !f.Symbolic && len(s.diffs) > 0:
		s.base = &standardEncoding // clause 9.6.5.4
	}
}

// ownEncoding returns the character set of a standard symbol font.
func (s *simpleFont) ownEncoding() *[256]string {
	if s.face == nil {
		return nil
	}
	switch s.face.name {
	case "Symbol":
		return &symbolEncoding
	case "ZapfDingbats":
		return &zapfDingbatsEncoding
	}
	return nil
}

// implicitEncoding returns the encoding of a font that is not embedded and names no encoding. TrueType fonts are
// system fonts with the character set of Windows.
func implicitEncoding(subtype pdf.Name) *[256]string {
	if subtype == "TrueType" {
		return &winAnsiEncoding
	}
	return &standardEncoding
}

// differences reads a Differences array: codes, each followed by the names of that code and of the codes after
// it.
func differences(doc *pdf.Document, o pdf.Object) []difference {
	array := doc.Array(o)
	if len(array) == 0 {
		return nil
	}
	diffs := make([]difference, 0, min(len(array), 256))
	code := 0
	for _, e := range array[:min(len(array), 2*maxDifferences)] {
		switch e := doc.Resolve(e).(type) {
		case pdf.Integer:
			code = int(min(max(e, -1), 256))
		case pdf.Real:
			code = int(min(max(e, -1), 256))
		case pdf.Name:
			if code >= 0 && code < 256 && len(diffs) < maxDifferences {
				diffs = append(diffs, difference{byte(code), string(e)})
			}
			code++
		}
	}
	return diffs
}

// maxDifferences is the most entries that are kept of a Differences array that goes over the codes again and
// again.
const maxDifferences = 1024
