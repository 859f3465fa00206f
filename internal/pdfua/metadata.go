package pdfua

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/internal/pdf"
)

// metadata checks the XMP packet of the document (ISO 16684-1).
func (c *Checker) metadata(context.Context) {
	d := c.doc
	c.test("7.1-t08", d.Stream(d.Catalog().Raw("Metadata")) != nil, document, "the document has no metadata stream")
	packet := d.XMP()
	if packet == nil {
		return
	}
	x := readPacket(packet)
	c.test("7.1-t09", x.title, document, "the metadata have no dc:title")
	if x.neutral {
		c.test("7.2-t33", c.lang, document, "the metadata have texts for any language, and the document names none")
	}
	c.test("5-t01", len(x.identification) > 0, document, "the metadata do not name PDF/UA")
	if len(x.identification) == 0 {
		return
	}
	part := strings.TrimSpace(x.value("part"))
	c.test("5-t02", part == "1", document, "the part is %.20q", part)
	for _, p := range [...]struct{ id, name string }{{"5-t03", "part"}, {"5-t04", "amd"}, {"5-t05", "corr"}} {
		for _, property := range x.identification {
			if property.name == p.name {
				c.test(p.id, property.prefix == "pdfuaid", document, "the prefix is %.40q", property.prefix)
			}
		}
	}
}

// ClaimedPart returns the part of PDF/UA to which the metadata of doc claim conformance, or 0 for none.
func ClaimedPart(doc *pdf.Document) int {
	packet := doc.XMP()
	if !bytes.Contains(packet, []byte(nsPDFUA)) {
		return 0 // most packets do not have it
	}
	x := readPacket(packet)
	part, err := strconv.Atoi(strings.TrimSpace(x.value("part")))
	if err != nil || part < 0 {
		return 0
	}
	return part
}
