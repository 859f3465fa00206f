package pdfua

import (
	"bytes"
	"context"
	"regexp"
	"sync"

	"github.com/pagelift/pagelift/internal/pdf"
)

// document is the place of a finding about the document as a whole.
var document = place{}

// headerLine is the first line that PDF/UA-1 allows (clause 6.1).
var headerLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^%PDF-1\.[0-7]$`)
})

// catalog checks the first line, the catalog and its direct entries.
func (c *Checker) catalog(context.Context) {
	d, cat := c.doc, c.doc.Catalog()
	header := d.Header()
	c.test("6.1-t01", headerLine().MatchString(header), document, "the first line is %.20q", header)

	mark := d.Dict(cat.Raw("MarkInfo"))
	c.test("6.2-t01", d.Bool(mark.Raw("Marked"), false), document, "Marked is not true")
	c.test("7.1-t04", !d.Bool(mark.Raw("Suspects"), false), document, "Suspects is true")
	_, tagged := d.Get(cat, "StructTreeRoot").(pdf.Dict)
	c.test("7.1-t11", tagged, document, "the document is not tagged")
	viewer := d.Dict(cat.Raw("ViewerPreferences"))
	c.test("7.1-t10", d.Bool(viewer.Raw("DisplayDocTitle"), false), document, "DisplayDocTitle is not true")
	c.langTag(cat.Raw("Lang"), document)

	if d.Dict(d.Dict(cat.Raw("Outlines")).Raw("First")).Len() > 0 {
		c.test("7.2-t02", c.lang, document, "the document has bookmarks and names no language")
	}
	c.layers()
	c.encryption()
	c.xfa()
}

// langTagForm is the form of a language tag in RFC 3066, which ISO 32000-1 clause 14.9.2 requires.
var langTagForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$`)
})

// langTag checks the value of a Lang entry, if it is a string.
func (c *Checker) langTag(o pdf.Object, at place) {
	s, ok := c.doc.Bytes(o)
	if ok {
		tag := s.Text()
		c.test("7.2-t29", langTagForm().MatchString(tag), at, "%.40q is no language tag", tag)
	}
}

// layers checks the configurations of optional content (ISO 32000-1 clause 8.11.4.3).
func (c *Checker) layers() {
	d := c.doc
	properties := d.Dict(d.Catalog().Raw("OCProperties"))
	configs := append(pdf.Array{properties.Raw("D")}, firstOf(d.Array(properties.Raw("Configs")), maxConfigs)...)
	for _, o := range configs {
		config := d.Dict(o)
		if config.Len() == 0 {
			continue
		}
		at := place{object: objectNumber(o)}
		c.test("7.10-t01", d.Text(config.Raw("Name")) != "", at, "a configuration of layers has no name")
		c.test("7.10-t02", d.Get(config, "AS") == nil, at, "a configuration of layers has the entry AS")
	}
}

// maxConfigs is the most configurations of layers that are checked. People choose each of them by its name.
const maxConfigs = 1000

func firstOf(a pdf.Array, n int) pdf.Array { return a[:min(len(a), n)] }

// objectNumber returns the number of the object that o refers to, or 0 when there is none.
func objectNumber(o pdf.Object) int {
	r, _ := o.(pdf.Ref)
	return r.Num
}

// extractForAccessibility is bit 10 of the permissions (ISO 32000-1 Table 22).
const extractForAccessibility = 1 << 9

func (c *Checker) encryption() {
	d := c.doc
	dict := d.Dict(d.Trailer().Raw("Encrypt"))
	if dict.Len() == 0 {
		return
	}
	permissions := d.Int(dict.Raw("P"), 0)
	c.test("7.16-t01", permissions&extractForAccessibility != 0, document, "the permissions are %d", permissions)
}

// dynamicXFA matches the configuration of an XFA form whose pages exist only as a template.
var dynamicXFA = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<(?:[\w.-]+:)?dynamicRender[^>]*>\s*required\s*<`)
})

// maxXFAParts and maxXFABytes are the most packets and bytes of an XFA form that are searched. A
// form has some ten packets, and that of the configuration is among the first.
const (
	maxXFAParts = 64
	maxXFABytes = 8 << 20
)

// xfa looks for a dynamic form. The XFA entry is one stream, or pairs of a name and a stream.
func (c *Checker) xfa() {
	d := c.doc
	form := d.Dict(d.Catalog().Raw("AcroForm"))
	if form.Len() == 0 {
		return
	}
	parts := pdf.Array{form.Raw("XFA")}
	if a := d.Array(form.Raw("XFA")); a != nil {
		parts = firstOf(a, maxXFAParts)
	}
	dynamic, left := false, maxXFABytes
	for _, o := range parts {
		if s := d.Stream(o); s != nil && left > 0 {
			data := d.DecodeHead(d.Context(), s, left)
			left -= len(data)
			dynamic = dynamic || bytes.Contains(data, []byte("dynamicRender")) && dynamicXFA().Match(data)
		}
	}
	c.test("7.15-t01", !dynamic, document, "the XFA form is dynamic")
}
