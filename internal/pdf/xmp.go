package pdf

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
)

// xmp has the properties of the XMP packet (ISO 16684-1) that Info uses.
type xmp struct {
	title, description    string // in the default language
	creators, subjects    []string
	keywords, producer    string
	creatorTool, language string
	created, modified     string // as written
}

// XMP returns the XMP packet of the document, or nil when there is none. It is always UTF-8,
// whatever the packet declares, and has no characters that XML forbids. It must not be changed.
func (d *Document) XMP() []byte {
	s := d.Stream(d.Catalog().Raw("Metadata"))
	if s == nil || len(s.Raw) > limits.XMPBytes {
		return nil
	}
	data, _ := d.Decode(d.ctx, s) // if the data is damaged, what could be decoded
	return utf8XML(data[:min(len(data), limits.XMPBytes)])
}

// parseXMP reads the properties at the top level of a packet. If the packet is broken, it loses
// what follows the break.
func parseXMP(packet []byte) xmp {
	dec := xml.NewDecoder(bytes.NewReader(packet))
	dec.Strict = false
	// The declared encoding is ignored, since utf8XML has found the real one.
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var p xmpParser
	for {
		token, err := dec.Token()
		if err != nil {
			return p.out
		}
		switch t := token.(type) {
		case xml.StartElement:
			p.start(t)
		case xml.CharData:
			if p.property != "" {
				p.text = append(p.text, t...)
			}
		case xml.EndElement:
			p.end(xmpName(t.Name))
		}
	}
}

// xmpParser collects the values of one property at a time. The attributes and the children of
// rdf:Description are properties. What is nested in a property is no property of the document.
type xmpParser struct {
	out         xmp
	depth       int
	description int    // depth of the open rdf:Description; 0: none
	property    string // the open property; "" when there is none, or none that is wanted
	text        []byte
	lang        string
	items       []xmpItem
}

type xmpItem struct{ lang, text string }

func (p *xmpParser) start(t xml.StartElement) {
	p.depth++
	name := xmpName(t.Name)
	switch {
	case p.description == 0 && name == "rdf:Description":
		p.description = p.depth
		for _, a := range t.Attr {
			p.set(xmpName(a.Name), []xmpItem{{text: a.Value}})
		}
	case p.description > 0 && p.depth == p.description+1:
		p.property, p.text, p.items = name, p.text[:0], nil
	case name == "rdf:li":
		p.text, p.lang = p.text[:0], ""
		for _, a := range t.Attr {
			if xmpName(a.Name) == "xml:lang" {
				p.lang = a.Value
			}
		}
	}
}

func (p *xmpParser) end(name string) {
	switch {
	case p.depth == p.description:
		p.description = 0
	case p.depth == p.description+1 && p.property != "":
		if len(p.items) == 0 {
			p.items = []xmpItem{{text: string(p.text)}}
		}
		p.set(p.property, p.items)
		p.property = ""
	case name == "rdf:li" && p.property != "" && len(p.items) < limits.Keywords:
		p.items = append(p.items, xmpItem{p.lang, string(p.text)})
		p.text = p.text[:0] // items may be nested, and must not share their text
	}
	p.depth--
}

// set stores a property. If it occurs twice, the first one with a value counts.
func (p *xmpParser) set(property string, items []xmpItem) {
	switch property {
	case "dc:creator":
		keepAll(&p.out.creators, items)
	case "dc:subject":
		keepAll(&p.out.subjects, items)
	case "dc:language":
		for _, item := range items {
			p.out.language = cmp.Or(p.out.language, knownLang(item.value()))
		}
	default:
		if to := p.single(property); to != nil && *to == "" {
			*to = defaultItem(items)
		}
	}
}

// single returns where the value of a property with one value is stored, or nil for other properties.
func (p *xmpParser) single(property string) *string {
	switch property {
	case "dc:title":
		return &p.out.title
	case "dc:description":
		return &p.out.description
	case "pdf:Keywords":
		return &p.out.keywords
	case "pdf:Producer":
		return &p.out.producer
	case "xmp:CreatorTool":
		return &p.out.creatorTool
	case "xmp:CreateDate":
		return &p.out.created
	case "xmp:ModifyDate":
		return &p.out.modified
	}
	return nil
}

// defaultItem returns the item for readers of any language, or else the first item with a value.
func defaultItem(items []xmpItem) string {
	first := ""
	for _, item := range items {
		v := item.value()
		if v != "" && item.lang == "x-default" {
			return v
		}
		if first == "" {
			first = v
		}
	}
	return first
}

// keepAll stores the items that have a value.
func keepAll(to *[]string, items []xmpItem) {
	if *to != nil {
		return
	}
	for _, item := range items {
		if v := item.value(); v != "" {
			*to = append(*to, v)
		}
	}
}

// value returns the text of an item in the form that Info has.
func (i xmpItem) value() string {
	return collapseSpace(strings.ToValidUTF8(i.text[:min(len(i.text), maxInfoText)], ""))
}

// xmpName returns a name with the usual prefix of its namespace. A prefix that was never declared
// stays as it is.
func xmpName(n xml.Name) string {
	space := n.Space
	switch strings.TrimSuffix(space, "/") {
	case "http://purl.org/dc/elements/1.1":
		space = "dc"
	case "http://ns.adobe.com/pdf/1.3":
		space = "pdf"
	case "http://ns.adobe.com/xap/1.0", "xap":
		space = "xmp"
	case "http://www.w3.org/1999/02/22-rdf-syntax-ns#":
		space = "rdf"
	case "http://www.w3.org/XML/1998/namespace":
		space = "xml"
	}
	return space + ":" + n.Local
}

// utf8XML returns data as UTF-8 without anything that XML forbids, so that damage to a byte costs
// one character and not the packet. It returns sound data as it is.
func utf8XML(data []byte) []byte {
	switch {
	case bytes.HasPrefix(data, []byte("\xfe\xff")), bytes.HasPrefix(data, []byte("\x00<")):
		return []byte(decodeUTF16(String(data), 0))
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("<\x00")):
		return []byte(decodeUTF16(String(data), 1))
	case utf8.Valid(data) && !bytes.ContainsFunc(data, forbiddenInXML):
		return data
	}
	out := make([]byte, 0, len(data)+len(data)/8)
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			r = rune(data[i]) // Latin-1 in a packet that claims to be UTF-8
		case forbiddenInXML(r):
			r = ' '
		}
		out = utf8.AppendRune(out, r)
		i += n
	}
	return out
}

func forbiddenInXML(r rune) bool {
	return r < ' ' && !isTextControl(r) || r == 0xfffe || r == 0xffff
}
