package content

import (
	"bytes"

	"github.com/pagelift/pagelift/internal/pdf"
)

// inlineImage is the operator BI. It reads the dictionary up to ID, the data, and EI (ISO 32000-2 clause 8.9.7).
// Then it places the image.
func (in *interp) inlineImage() {
	lx := in.frame.lex
	dict, ok := lx.imageDict()
	if !ok {
		lx.damage++
		return
	}
	d := spelledOut(in.r.doc, dict)
	data := lx.imageData(in.rawLength(d), filterOf(in.r.doc, d))
	s := &pdf.Stream{Dict: d, Raw: bytes.Clone(data)} // copied, because the storage of the content is used again
	img := in.readImage(s)
	img.Inline = true
	in.placeImage(*img)
}

// maxImageEntries bounds the dictionary of an inline image. There are eleven keys.
const maxImageEntries = 32

// imageDict reads keys and values up to ID. ok is false if something else ends them.
func (lx *lexer) imageDict() (entries []any, ok bool) {
	src, pos := lx.src, lx.pos
	defer func() { lx.pos = pos }()
	for {
		pos = skipWhite(src, pos)
		switch {
		case pos >= len(src):
			return nil, false
		case src[pos] == '%':
			pos = skipComment(src, pos)
		case src[pos] == '/':
			var key operand
			key, pos = lx.name(pos + 1)
			value, n, valid := pdf.ParseDirect(src[pos:])
			pos += max(n, 0)
			if valid && len(entries) < 2*maxImageEntries {
				entries = append(entries, pdf.Name(lx.bytes(key)), value)
			}
		case class[src[pos]] == clAlpha:
			op, after := keyword(src, pos)
			if op == opImageData {
				pos = after
				return entries, true
			}
			return nil, false // EI, or an operator: the image was cut off
		default:
			lx.damage++
			pos++
		}
	}
}

// imageKeys are the abbreviations of keys in inline images, ISO 32000-2 table 91.
var imageKeys = [...][2]pdf.Name{
	{"BPC", "BitsPerComponent"}, {"CS", "ColorSpace"}, {"D", "Decode"}, {"DP", "DecodeParms"},
	{"F", "Filter"}, {"H", "Height"}, {"IM", "ImageMask"}, {"I", "Interpolate"}, {"L", "Length"}, {"W", "Width"},
}

// imageValues are the abbreviations of colour spaces and filters, tables 92 and 93.
var imageValues = [...][2]pdf.Name{
	{"G", "DeviceGray"}, {"RGB", "DeviceRGB"}, {"CMYK", "DeviceCMYK"}, {"I", "Indexed"},
	{"AHx", "ASCIIHexDecode"}, {"A85", "ASCII85Decode"}, {"LZW", "LZWDecode"}, {"Fl", "FlateDecode"},
	{"RL", "RunLengthDecode"}, {"CCF", "CCITTFaxDecode"}, {"DCT", "DCTDecode"},
}

func fullName(table [][2]pdf.Name, n pdf.Name) pdf.Name {
	for _, t := range table {
		if t[0] == n {
			return t[1]
		}
	}
	return n
}

// spelledOut returns the dictionary of an inline image without abbreviations.
func spelledOut(doc *pdf.Document, entries []any) pdf.Dict {
	for i := 0; i+1 < len(entries); i += 2 {
		key := fullName(imageKeys[:], entries[i].(pdf.Name))
		entries[i] = key
		if key != "ColorSpace" && key != "Filter" {
			continue
		}
		switch v := entries[i+1].(type) {
		case pdf.Name:
			entries[i+1] = fullName(imageValues[:], v)
		case pdf.Array:
			full := make(pdf.Array, len(v))
			for j, e := range v {
				if n := doc.Name(e); n != "" {
					e = fullName(imageValues[:], n)
				}
				full[j] = e
			}
			entries[i+1] = full
		}
	}
	return pdf.NewDict(entries...)
}

// filterOf returns the first filter of d, or "".
func filterOf(doc *pdf.Document, d pdf.Dict) pdf.Name {
	o := d.Raw("Filter")
	if a := doc.Array(o); len(a) > 0 {
		return doc.Name(a[0])
	}
	return doc.Name(o)
}

// rawLength returns how many bytes of data the dictionary announces: Length or, without a filter, the size of all
// samples. It returns -1 if the size is not known.
func (in *interp) rawLength(d pdf.Dict) int {
	doc := in.r.doc
	if n := doc.Int(d.Raw("Length"), -1); n >= 0 {
		return n
	}
	if filterOf(doc, d) != "" {
		return -1
	}
	width, height := samples(doc.Int(d.Raw("Width"), 0)), samples(doc.Int(d.Raw("Height"), 0))
	bits := min(max(doc.Int(d.Raw("BitsPerComponent"), 8), 1), 16)
	if doc.Bool(d.Raw("ImageMask"), false) {
		return (width + 7) / 8 * height
	}
	components := min(in.imageSpace(d.Raw("ColorSpace")), maxOperands)
	return (width*components*bits + 7) / 8 * height // below 2^28 * 2^6 * 2 * 2^28
}

// imageSpace returns the number of components of an inline image's colour space. An array can only be an Indexed
// space.
func (in *interp) imageSpace(o pdf.Object) int {
	switch n := in.r.doc.Name(o); n {
	case "", "DeviceGray":
		return 1
	case "DeviceRGB":
		return 3
	case "DeviceCMYK":
		return 4
	default:
		if cs := in.namedSpace([]byte(n)); cs != nil {
			return max(cs.Components, 1)
		}
		return 1
	}
}
