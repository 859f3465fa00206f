package epub

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// contents is the navigation document (EPUB 3.3, 7): headings, and where printed pages begin.
func contents(b *Book, c *chapters) []byte {
	var out bytes.Buffer
	begin(&out, b.Title, cmp.Or(c.language, b.Language))
	out.WriteString(`<nav epub:type="toc" role="doc-toc"><h1>` + escape(b.Title) + "</h1>")
	entries(&out, c)
	out.WriteString("</nav>")
	if len(c.pages) > 0 {
		out.WriteString(`<nav epub:type="page-list" role="doc-pagelist" hidden="hidden"><ol>`)
		for i, p := range c.pages {
			out.WriteString(`<li><a href="` + escape(c.link(p.id)) + `">` + escape(cmp.Or(p.label, strconv.Itoa(i+1))) + "</a></li>")
		}
		out.WriteString("</ol></nav>")
	}
	end(&out)
	return out.Bytes()
}

// entries writes the headings as a list of lists. One that is more than a level below the one before stands
// right below it.
func entries(out *bytes.Buffer, c *chapters) {
	if len(c.headings) == 0 {
		out.WriteString(`<ol><li><a href="` + c.list[0].name + `">1</a></li></ol>`)
		return
	}
	var open []int // levels of the lists that are open
	for _, h := range c.headings {
		for len(open) > 1 && open[len(open)-2] >= h.level {
			out.WriteString("</li></ol>")
			open = open[:len(open)-1]
		}
		switch {
		case len(open) == 0 || open[len(open)-1] < h.level:
			out.WriteString("<ol>")
			open = append(open, h.level)
		default:
			out.WriteString("</li>")
			open[len(open)-1] = h.level
		}
		out.WriteString(`<li><a href="` + escape(c.link(h.id)) + `">` + escape(cmp.Or(h.text, "–")) + "</a>")
	}
	for range open {
		out.WriteString("</li></ol>")
	}
}

// opf is the package document (EPUB 3.3, 5).
func opf(b *Book, c *chapters) []byte {
	var out bytes.Buffer
	language := cmp.Or(b.Language, c.language, "und")
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="` + escape(language) + `"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">`)
	element := func(name, value string) {
		if value != "" {
			out.WriteString("<" + name + ">" + escape(value) + "</" + name + ">")
		}
	}
	property := func(name, value string) {
		out.WriteString(`<meta property="` + name + `">` + escape(value) + "</meta>")
	}
	out.WriteString(`<dc:identifier id="id">` + identifier(b) + "</dc:identifier>")
	element("dc:title", b.Title)
	element("dc:language", language)
	element("dc:creator", b.Author)
	element("dc:subject", b.Subject)
	element("dc:source", b.Source)
	property("dcterms:modified", b.Modified.UTC().Format(time.RFC3339))
	accessibility(property, b, c)
	out.WriteString(`</metadata><manifest><item id="contents" href="` + contentsName + `" media-type="application/xhtml+xml" properties="nav"/><item id="style" href="` + styleName + `" media-type="text/css"/>`)
	for i, k := range c.list {
		var properties []string
		if k.math {
			properties = append(properties, "mathml")
		}
		if k.forms {
			properties = append(properties, "scripted") // forms count as that
		}
		fmt.Fprintf(&out, `<item id="part-%d" href="%s" media-type="application/xhtml+xml"`, i+1, k.name)
		if properties != nil {
			out.WriteString(` properties="` + strings.Join(properties, " ") + `"`)
		}
		out.WriteString("/>")
	}
	for i, a := range b.Assets {
		fmt.Fprintf(&out, `<item id="asset-%d" href="%s" media-type="%s"/>`, i+1, escape(address(a.Name)), escape(a.MediaType))
	}
	out.WriteString("</manifest><spine>")
	for i := range c.list {
		fmt.Fprintf(&out, `<itemref idref="part-%d"/>`, i+1)
	}
	out.WriteString("</spine></package>\n")
	return out.Bytes()
}

// accessibility writes what EPUB Accessibility 1.1 (2.2) asks for. It claims no conformance: a program cannot
// judge all of it.
func accessibility(property func(name, value string), b *Book, c *chapters) {
	property("schema:accessMode", "textual")
	pictures := false
	for _, a := range b.Assets {
		pictures = pictures || strings.HasPrefix(a.MediaType, "image/")
	}
	if pictures {
		property("schema:accessMode", "visual")
	}
	if !pictures || !c.unnamed {
		property("schema:accessModeSufficient", "textual")
	}
	features := []string{"structuralNavigation", "tableOfContents", "readingOrder"}
	if len(c.pages) > 0 {
		features = append(features, "pageNavigation", "pageBreakMarkers")
	}
	if pictures && !c.unnamed {
		features = append(features, "alternativeText")
	}
	for _, k := range c.list {
		if k.math {
			features = append(features, "MathML")
			break
		}
	}
	for _, f := range features {
		property("schema:accessibilityFeature", f)
	}
	property("schema:accessibilityHazard", "unknown")
	summary := "Made from a PDF document by a program: headings, lists, tables and notes are marked as such."
	if pictures && c.unnamed {
		summary += " Some pictures have no text that stands for them."
	}
	property("schema:accessibilitySummary", summary)
}

// identifier is a name of the book that another with the same content has, too: a UUID of version 8 (RFC 9562).
func identifier(b *Book) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s\x00", b.Title, b.HTML) // a hash takes anything
	for _, a := range b.Assets {
		fmt.Fprintf(h, "%s\x00%d\x00", a.Name, len(a.Data))
	}
	sum := h.Sum(nil)
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
