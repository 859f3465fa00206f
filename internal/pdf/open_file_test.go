package pdf_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// three returns a file of three pages whose contents are "(page N) Tj".
func three() []byte {
	var p testkit.PDF
	for n := range 3 {
		p.AddPage(testkit.Page{Content: fmt.Sprintf("(page %d) Tj", n+1)})
	}
	p.Trailer = "/Info << /Title (three) >>"
	return p.Bytes()
}

// file writes files object by object, with offsets that tests may falsify.
type file struct {
	bytes.Buffer
	offsets map[int]int
}

func newFile() *file {
	f := &file{offsets: make(map[int]int)}
	f.WriteString("%PDF-1.7\n")
	return f
}

func (f *file) object(num int, body string) {
	f.offsets[num] = f.Len()
	fmt.Fprintf(f, "%d 0 obj\n%s\nendobj\n", num, body)
}

func (f *file) stream(num int, dict, data string) {
	f.object(num, fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), dict, data))
}

// table writes a cross-reference table of the objects so far, and returns where it stands.
func (f *file) table(trailer string) int {
	at := f.Len()
	f.WriteString("xref\n")
	for _, num := range f.numbers() {
		fmt.Fprintf(f, "%d 1\n%010d 00000 n \n", num, f.offsets[num])
	}
	fmt.Fprintf(f, "trailer\n<< %s >>\n", trailer)
	return at
}

func (f *file) numbers() []int {
	var nums []int
	for num := range f.offsets {
		nums = append(nums, num)
	}
	slices.Sort(nums)
	return nums
}

func (f *file) end(at int) []byte {
	fmt.Fprintf(f, "startxref\n%d\n%%%%EOF\n", at)
	return f.Bytes()
}

// onePage writes the objects 1 to 4 of a document with one page.
func onePage(f *file) {
	f.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
	f.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	f.object(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>")
	f.stream(4, "", "(page 1) Tj")
}

// packed returns a document of one page with its dictionaries in an object stream,
// and a cross-reference stream.
func packed() []byte {
	f := newFile()
	f.stream(4, "", "(page 1) Tj")
	var head, body string
	for i, b := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>",
	} {
		head += fmt.Sprintf("%d %d ", i+1, len(body))
		body += b + " "
	}
	f.stream(5, fmt.Sprintf("/Type /ObjStm /N 3 /First %d /Filter /FlateDecode", len(head)), deflate(head+body))
	at := f.Len()
	rows := []byte{0, 0, 0, 255, 2, 0, 5, 0, 2, 0, 5, 1, 2, 0, 5, 2}
	for _, offset := range []int{f.offsets[4], f.offsets[5], at} {
		rows = append(rows, 1, byte(offset>>8), byte(offset), 0)
	}
	f.stream(6, "/Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode", deflate(string(rows)))
	return f.end(at)
}

// contents returns the contents of all pages.
func contents(d *pdf.Document) []string {
	var out []string
	for n := range d.PageCount() {
		out = append(out, strings.TrimSpace(string(d.Content(d.Context(), nil, d.Page(n+1)))))
	}
	return out
}

// bodied returns a document whose content stream is the object body.
func bodied(body string) func() []byte {
	return func() []byte {
		f := newFile()
		onePage(f)
		f.object(4, body)
		return f.end(f.table("/Root 1 0 R"))
	}
}

// lengths returns a document whose content stream claims to have this length.
func lengths(length string) func() []byte {
	return bodied("<< /Length " + length + " >>\nstream\n(page 1) Tj\nendstream")
}

// afterStream returns a document with these bytes between the keyword stream and the data of its
// content stream.
func afterStream(between string) func() []byte {
	return bodied("<< /Length 11 >>\nstream" + between + "(page 1) Tj\nendstream")
}
