// Package epub writes a document as an electronic book: EPUB 3.3, with the same HTML as the web page in files of XHTML,
// a table of contents made of its headings, a list of its printed pages, and metadata by EPUB Accessibility 1.1.
//
//	Book      what is written
//	Write     the container: a zip archive of the files below
//	chapters  the flow of the page cut into files
//	contents  the navigation document
//	opf       the package document
package epub

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"hash/crc32"
	"io"
	"net/url"
	"path"
	"slices"
	"time"
)

// Book is a document to be written.
type Book struct {
	HTML     string  // the page: it refers to Assets by their names
	Assets   []Asset // those that the flow of HTML refers to are written: the fonts of a facsimile are not
	Title    string  // never empty
	Language string  // BCP 47; "": unknown
	Author   string
	Subject  string
	Modified time.Time
	// Source names what the page breaks are those of.
	Source string
}

// Asset is a file that the page refers to.
type Asset struct {
	Name      string // relative to the page, with slashes
	MediaType string
	Data      []byte
}

// Names of files in the container (EPUB 3.3, 4.2).
const (
	mimetypeName  = "mimetype"
	mediaType     = "application/epub+zip"
	containerName = "META-INF/container.xml"
	folder        = "EPUB/"
	packageName   = "package.opf"
	contentsName  = "contents.xhtml"
	styleName     = "style.css"
)

// style is what reading systems need beside their own: they set type, colours and margins themselves.
//
//go:embed style.css
var style []byte

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="` + folder + packageName + `" media-type="application/oebps-package+xml"/></rootfiles></container>
`

// Write writes b. The same book gives the same bytes. It fails when HTML is no page of this program, or out fails.
func Write(out io.Writer, b *Book) error {
	chapters, err := cut(b.HTML)
	if err != nil {
		return err
	}
	book := *b
	book.Assets = slices.DeleteFunc(slices.Clone(b.Assets), func(a Asset) bool { return !chapters.named[a.Name] && !chapters.named[address(a.Name)] })
	b = &book
	z := &archive{Writer: zip.NewWriter(out), modified: b.Modified}
	// The first file, stored and without extra fields, tells what the container is (OCF, 4.2.6.2).
	if err := z.mark(); err != nil {
		return err
	}
	z.add(containerName, []byte(container))
	z.add(folder+packageName, opf(b, chapters))
	z.add(folder+contentsName, contents(b, chapters))
	z.add(folder+styleName, style)
	for _, c := range chapters.list {
		var file bytes.Buffer
		chapters.write(&file, c, b)
		z.add(folder+c.name, file.Bytes())
	}
	for _, a := range b.Assets {
		z.addAs(folder+a.Name, a.Data, !isPacked(a.MediaType))
	}
	if z.err != nil {
		return z.err
	}
	return z.Close()
}

// address is the name of a file as an address has it.
func address(name string) string { return (&url.URL{Path: name}).String() }

// isPacked reports a type of file that is compressed in itself.
func isPacked(mediaType string) bool {
	switch mediaType {
	case "image/png", "image/jpeg", "image/webp", "image/gif":
		return true
	}
	return false
}

// archive is a zip file that keeps its first error.
type archive struct {
	*zip.Writer
	modified time.Time
	err      error
}

func (z *archive) mark() error {
	w, err := z.CreateRaw(&zip.FileHeader{
		Name: mimetypeName, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(mediaType)),
		CompressedSize64: uint64(len(mediaType)), UncompressedSize64: uint64(len(mediaType)),
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, mediaType)
	return err
}

func (z *archive) add(name string, data []byte) { z.addAs(name, data, true) }

func (z *archive) addAs(name string, data []byte, deflate bool) {
	if z.err != nil {
		return
	}
	header := &zip.FileHeader{Name: path.Clean(name), Method: zip.Store, Modified: z.modified}
	if deflate {
		header.Method = zip.Deflate
	}
	w, err := z.CreateHeader(header)
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		z.err = fmt.Errorf("epub: %s: %w", name, err)
	}
}
