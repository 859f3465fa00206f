package pdf

import (
	"cmp"
	"strings"
	"time"

	"github.com/pagelift/pagelift/internal/limits"
)

// Attachment is a file inside the document (clause 7.11.4).
type Attachment struct {
	Name              string // as in the document: it may be empty or have path separators
	Description       string
	MediaType         string // as in the document, or ""
	Size              int    // of the file, as in the document; 0 when the document does not give it
	Created, Modified time.Time
	Relationship      Name    // AFRelationship (clause 14.13): Source, Data, Alternative, ...
	Page              int     // the page of its annotation, or the page to which it belongs; 0: the document
	Stream            *Stream // Decode returns the file
	Specification     Dict    // the file specification dictionary that names it
}

// Attachments returns the files in the document, each once: those of the name tree EmbeddedFiles,
// the associated files of document and pages, and those of file attachment annotations.
func (d *Document) Attachments() []Attachment {
	d.trees.attachments.Do(func() {
		w := attachmentWalk{d: d, seen: make(map[Ref]bool), text: limits.TreeText}
		w.walk()
		d.trees.files = w.out
	})
	return d.trees.files
}

// elementFiles is the most associated files that are read of one element. Two occur: the source of
// a formula and its MathML.
const elementFiles = 16

// AssociatedFiles returns the files in the AF entry of the dictionary of a structure element
// (clause 14.13), in its order.
func (d *Document) AssociatedFiles(dict Dict) []Attachment {
	w := attachmentWalk{d: d, seen: make(map[Ref]bool), text: maxURI} // names and descriptions
	for _, spec := range d.arrayOrOne(dict.Raw("AF")) {
		if w.count == elementFiles || !w.add(spec, 0) {
			break
		}
	}
	return w.out
}

type attachmentWalk struct {
	d    *Document
	out  []Attachment
	seen map[Ref]bool // streams already listed
	text allowance
	// count is the number of annotations and specifications that were looked at. Pages may share them.
	count int
}

func (w *attachmentWalk) walk() {
	d := w.d
	d.leaves(d.Dict(d.Catalog().Raw("Names")).Raw("EmbeddedFiles"), "Names", func(_, spec Object) bool {
		return w.add(spec, 0)
	})
	w.associated(d.Catalog(), 0)
	for n := 1; n <= d.PageCount() && w.count < limits.TreeNodes; n++ {
		p := d.Page(n)
		w.associated(p.Dict, n)
		annots := d.annotsOf(p)
		w.count += len(annots)
		for _, o := range annots {
			annot := d.Dict(o)
			w.associated(annot, n)
			if d.Name(annot.Raw("Subtype")) == "FileAttachment" {
				w.add(annot.Raw("FS"), n)
			}
		}
	}
}

// associated adds the associated files of a dictionary (clause 14.13).
func (w *attachmentWalk) associated(dict Dict, page int) {
	if !dict.Has("AF") {
		return
	}
	for _, spec := range w.d.arrayOrOne(dict.Raw("AF")) {
		if !w.add(spec, page) {
			return
		}
	}
}

// add lists the file of the file specification o, and reports whether there is room for more. A
// specification may hold one file under several keys.
func (w *attachmentWalk) add(o Object, page int) bool {
	if w.count++; w.count > limits.TreeNodes || len(w.out) == limits.Attachments {
		return false
	}
	d := w.d
	spec := d.Dict(o)
	ef := d.Dict(spec.Raw("EF"))
	for _, key := range [...]Name{"UF", "F", "Unix", "Mac", "DOS"} {
		s := d.Stream(ef.Raw(key))
		if s == nil {
			continue
		}
		if !w.seen[s.Ref] {
			w.seen[s.Ref] = true
			w.out = append(w.out, w.attachment(spec, s, page))
		}
		break
	}
	return true
}

func (w *attachmentWalk) attachment(spec Dict, s *Stream, page int) Attachment {
	d := w.d
	params := d.Dict(s.Dict.Raw("Params"))
	date := func(key Name) time.Time {
		left := allowance(maxDate)
		return parseDate(left.text(d, params.Raw(key)))
	}
	return Attachment{
		Name: cmp.Or(w.text.text(d, spec.Raw("UF")), w.text.text(d, spec.Raw("F")),
			w.text.text(d, spec.Raw("Unix")), w.text.text(d, spec.Raw("Mac")), w.text.text(d, spec.Raw("DOS"))),
		Description:  w.text.text(d, spec.Raw("Desc")),
		MediaType:    mediaType(d.Name(s.Dict.Raw("Subtype"))),
		Size:         max(0, d.Int(params.Raw("Size"), 0)),
		Created:      date("CreationDate"),
		Modified:     date("ModDate"),
		Relationship: d.Name(spec.Raw("AFRelationship")),
		Page:         page,
		Stream:       s, Specification: spec,
	}
}

// mediaType returns the Subtype of an embedded file if it has the form of a media type. Some
// writers escape the solidus twice, so that #2F remains.
func mediaType(subtype Name) string {
	t := strings.ReplaceAll(string(subtype), "#2F", "/")
	if strings.Count(t, "/") != 1 || len(t) > 255 || strings.ContainsFunc(t, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ""
	}
	return strings.ToLower(t)
}
