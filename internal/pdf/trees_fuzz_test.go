package pdf_test

import (
	"testing"
	"unicode/utf8"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// FuzzWalkers makes a file with two pages, objects 8 and 10. The fuzzer gives the entries of its
// catalog and the four objects behind it (3 to 6). What the walkers return must be text, and its size
// must be bounded by that of the file.
func FuzzWalkers(f *testing.F) {
	for _, seed := range [][5]string{
		{"/Outlines 3 0 R", "<< /First 4 0 R >>", "<< /Title (A) /Next 5 0 R /First 6 0 R /Dest [8 0 R /XYZ 1 2 3] >>", "<< /Title (\xfe\xff\x00B) /A << /S /URI /URI (x) >> >>", "<< /Title (C) /First 4 0 R >>"},
		{"/PageLabels 3 0 R", "<< /Kids [4 0 R 5 0 R 3 0 R] >>", "<< /Nums [0 << /S /r >>] >>", "<< /Nums [1 << /S /A /St 700 /P (p) >>] >>", "null"},
		{"/Names << /Dests 3 0 R /EmbeddedFiles 3 0 R >> /Dests << /n [0] >>", "<< /Names [(a) [8 0 R /FitR 1 2 3 4] (b) (a) (f) 5 0 R] >>", "<< /Subtype /Link /Dest (b) /QuadPoints [1 2 3 4 5 6 7 8] /F 2 >>", "<< /F (x) /EF << /F 4 0 R >> >>", "[4 0 R]"},
		{"/StructTreeRoot 3 0 R", "<< /K 4 0 R /RoleMap << /X /Y /Y /P >> /ParentTree << /Nums [0 [4 0 R 5 0 R]] >> >>", "<< /S /X /Pg 8 0 R /K [5 0 R 0 << /MCID 1 >>] /A [<< /O /Table >> 0] >>", "<< /S /Link /K [<< /Obj 6 0 R >> 4 0 R] /NS << /NS (u) >> >>", "<< /Subtype /Link >>"},
		{"/AcroForm << /Fields [3 0 R] >>", "<< /T (a) /FT /Tx /Kids [4 0 R 5 0 R] >>", "<< /T (b) /Kids [3 0 R] /Opt [(x) [(y) (z)]] >>", "<< /Subtype /Widget /P 8 0 R >>", "null"},
		{"/OCProperties << /OCGs [3 0 R 4 0 R] /D << /OFF [3 0 R] /AS [<< /Event /View /OCGs [4 0 R] /Category /View >>] >> >>", "<< /Type /OCG >>", "<< /Type /OCG /Intent /Design >>", "<< /Type /OCMD /VE [/And 3 0 R [/Not 4 0 R] 6 0 R] >>", "[/Or 6 0 R]"},
		{"/Lang (de) /Metadata 3 0 R /URI << /Base (http://x/) >>", "<< >>", "<< /Title (T) /Keywords (a, b) /CreationDate (D:2024) >>", "null", "null"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4])
	}
	f.Fuzz(func(t *testing.T, catalog, a, b, c, e string) {
		file := &testkit.PDF{Catalog: catalog, Trailer: "/Info 4 0 R"}
		for _, o := range []string{a, b, c, e} {
			file.Add(o)
		}
		file.AddPage(testkit.Page{Extra: "/Annots [3 0 R 4 0 R 5 0 R 6 0 R] /StructParents 0"})
		file.AddPage(testkit.Page{})
		data := file.Bytes()
		d, err := pdf.Open(t.Context(), data, pdf.Options{})
		if err != nil {
			return
		}
		w := walked{T: t, left: 40 * len(data)}
		w.document(d)
	})
}

// walked checks what the walkers return. left is how many more things they may return. Objects that
// are shared count several times, but not more often than there are pages and keys to share them.
type walked struct {
	*testing.T
	left int
}

func (w *walked) count(texts ...string) {
	w.left--
	for _, s := range texts {
		w.left -= len(s) / 3 // a byte of PDFDocEncoding may be three of UTF-8
		if !utf8.ValidString(s) {
			w.Errorf("%q is not UTF-8", s)
		}
	}
	if w.left < 0 {
		w.Fatal("more than the file can hold")
	}
}

func (w *walked) document(d *pdf.Document) {
	info := d.Info()
	w.count(info.Title, info.Author, info.Subject, info.Creator, info.Producer, info.Lang)
	w.count(info.Keywords...)
	w.outline(d, d.Outline(), 1)
	for n := 1; n <= d.PageCount(); n++ {
		w.count(d.PageLabel(n))
		for _, a := range d.Annotations(d.Page(n)) {
			w.count(a.Contents, a.URI, a.Dest.Name)
			w.destination(d, a.Dest)
			w.left -= len(a.Quads)
		}
	}
	for i := range 8 {
		first := d.Visible(pdf.Ref{Num: i})
		if first != d.Visible(pdf.Ref{Num: i}) {
			w.Errorf("object %d is visible and is not", i)
		}
	}
	for _, a := range d.Attachments() {
		w.count(a.Name, a.Description, a.MediaType)
	}
	if form := d.Form(); form != nil {
		w.fields(form.Fields, 1)
	}
	if tree := d.StructTree(); tree != nil {
		for _, e := range tree.Kids {
			w.element(tree, e, 1)
		}
		tree.Content(0, 1)
		tree.Object(0)
	}
}

func (w *walked) destination(d *pdf.Document, dest pdf.Destination) {
	if dest.Page < 0 || dest.Page > d.PageCount() {
		w.Errorf("destination on page %d of %d", dest.Page, d.PageCount())
	}
}

func (w *walked) outline(d *pdf.Document, items []pdf.OutlineItem, depth int) {
	if len(items) > 0 && depth > limits.Depth {
		w.Fatal("outline too deep")
	}
	for _, item := range items {
		w.count(item.Title, item.URI)
		w.destination(d, item.Dest)
		w.outline(d, item.Children, depth+1)
	}
}

func (w *walked) fields(fields []*pdf.Field, depth int) {
	if depth > limits.Depth+2 {
		w.Fatal("form too deep")
	}
	for _, f := range fields {
		w.count(f.Partial, f.Alternative, f.Mapping)
		w.left -= len(f.Widgets)
		w.fields(f.Kids, depth+1)
	}
}

func (w *walked) element(tree *pdf.StructTree, e *pdf.StructElement, depth int) {
	if depth > limits.Depth+1 {
		w.Fatal("structure too deep")
	}
	if e.Ref != (pdf.Ref{}) && tree.Element(e.Ref) != e {
		w.Errorf("element %v is not found, or stands twice", e.Ref)
	}
	w.count(e.Title, e.Lang, e.Alt, e.ActualText, e.Expansion)
	for _, k := range e.Kids {
		w.count()
		if k.Element != nil {
			if k.Element.Parent != e {
				w.Errorf("element %v has another parent", k.Element.Ref)
			}
			w.element(tree, k.Element, depth+1)
		}
	}
}
