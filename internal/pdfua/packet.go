package pdfua

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
)

// packet is the part of the metadata that PDF/UA has rules for.
type packet struct {
	title          bool // dc:title has a text
	neutral        bool // the title has a text for x-default
	identification []property
}

// property is a property of the PDF/UA identification schema, with the prefix that the packet uses.
type property struct{ prefix, name, value string }

// value returns the value of a property of the identification, or "" when it is missing.
func (p *packet) value(name string) string {
	i := slices.IndexFunc(p.identification, func(q property) bool { return q.name == name })
	if i < 0 {
		return ""
	}
	return p.identification[i].value
}

// Namespaces of XMP.
const (
	nsRDF   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsDC    = "http://purl.org/dc/elements/1.1/"
	nsPDFUA = "http://www.aiim.org/pdfua/ns/id/"
)

// Bounds of a packet, far beyond those of honest packets: some ten nested elements and as many
// namespaces, and four short properties of the identification.
const (
	maxXMLDepth       = 128
	maxXMLNames       = 256
	maxIdentification = 16
	maxPropertyText   = 100
)

// readPacket reads a packet up to the first error.
func readPacket(data []byte) packet {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.Strict = false
	// The packet was converted to UTF-8, whatever it declares.
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var r packetReader
	for len(r.open) <= maxXMLDepth {
		token, err := dec.RawToken() // RawToken keeps prefixes, which a rule checks
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			r.start(t)
		case xml.CharData:
			r.text(t)
		case xml.EndElement:
			r.end()
		}
	}
	return r.out
}

// packetReader reads the elements of a packet. The properties of the document are the attributes
// and the children of rdf:Description.
type packetReader struct {
	out         packet
	names       []binding
	open        []int    // for each open element, the number of bindings before it
	description int      // depth of the open rdf:Description; 0: none
	property    xml.Name // the open property, with its namespace
	prefix      string   // the prefix of that property in the packet
}

// binding is a namespace declaration that applies.
type binding struct{ prefix, uri string }

func (r *packetReader) start(t xml.StartElement) {
	r.open = append(r.open, len(r.names))
	for _, a := range t.Attr {
		switch {
		case len(r.names) == maxXMLNames:
		case a.Name.Space == "xmlns":
			r.names = append(r.names, binding{a.Name.Local, a.Value})
		case a.Name.Space == "" && a.Name.Local == "xmlns":
			r.names = append(r.names, binding{"", a.Value})
		}
	}
	uri := r.uri(t.Name.Space)
	switch {
	case r.description == 0 && uri == nsRDF && t.Name.Local == "Description":
		r.description = len(r.open)
		for _, a := range t.Attr {
			r.begin(a.Name)
			r.text([]byte(a.Value))
		}
		r.property = xml.Name{}
	case r.description > 0 && len(r.open) == r.description+1:
		r.begin(t.Name)
	case uri == nsRDF && t.Name.Local == "li":
		r.out.neutral = r.out.neutral || slices.ContainsFunc(t.Attr, func(a xml.Attr) bool {
			return a.Name.Space == "xml" && a.Name.Local == "lang" && a.Value == "x-default"
		})
	}
}

// begin opens a property of the document.
func (r *packetReader) begin(name xml.Name) {
	r.property, r.prefix = xml.Name{Space: r.uri(name.Space), Local: name.Local}, name.Space
	if r.property.Space == nsPDFUA && len(r.out.identification) < maxIdentification {
		r.out.identification = append(r.out.identification, property{prefix: r.prefix, name: name.Local})
	}
}

// text reads text of the open property.
func (r *packetReader) text(t []byte) {
	switch r.property.Space {
	case nsDC:
		r.out.title = r.out.title || r.property.Local == "title" && len(bytes.TrimSpace(t)) > 0
	case nsPDFUA:
		p := &r.out.identification[len(r.out.identification)-1]
		if p.name == r.property.Local && len(p.value)+len(t) <= maxPropertyText {
			p.value += string(t)
		}
	}
}

func (r *packetReader) end() {
	depth := len(r.open)
	if depth == 0 {
		return
	}
	switch depth {
	case r.description:
		r.description = 0
	case r.description + 1:
		r.property = xml.Name{}
	}
	r.names, r.open = r.names[:r.open[depth-1]], r.open[:depth-1]
}

// uri returns the namespace of a prefix, or "" when it was never declared.
func (r *packetReader) uri(prefix string) string {
	for i := len(r.names) - 1; i >= 0; i-- {
		if r.names[i].prefix == prefix {
			return r.names[i].uri
		}
	}
	return ""
}
