package pipeline

import (
	"context"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/semantic"
)

// withFiles is an element with associated files.
type withFiles struct {
	element int32
	source  *pdf.StructElement
}

// mathFile is the media type of formulas. Style sheets, scripts and HTML of a document never become part of the
// output: they would run where it is shown.
const mathFile = "application/mathml+xml"

// fileRelationships are the relationships of files that stand for the content of an element, or add to it (ISO
// 32000-2 table 43). Other files are the source of the element, or its data.
var fileRelationships = map[pdf.Name]bool{"Alternative": true, "Supplement": true}

// associatedBytes is the longest formula that is read from a file. The longest one seen has 2 KB.
const associatedBytes = 1 << 20

// addFiles reads the associated files of elements. Elements may share a file; its decoded bytes count each time.
func (m *structureMapper) addFiles(ctx context.Context) {
	for _, w := range m.withFiles {
		for _, f := range m.doc.AssociatedFiles(w.source.Dict) {
			if m.values++; m.values > limits.StructElements || m.text > limits.TreeText || ctx.Err() != nil {
				return
			}
			if !fileRelationships[f.Relationship] {
				continue
			}
			e := &m.out.Elements[w.element]
			out := semantic.AssociatedFile{Relationship: string(f.Relationship), MediaType: f.MediaType}
			switch {
			case f.MediaType == mathFile:
				data := m.doc.DecodeHead(ctx, f.Stream, associatedBytes+1)
				if m.text += len(data) + len(f.Stream.Raw); len(data) > associatedBytes {
					continue
				}
				out.Data = string(data)
			case e.Role == "Figure" && m.pictures != nil:
				g := m.pictures.read(ctx, m.doc, &f, w.source.Page)
				if g == nil {
					continue
				}
				out.Data, out.Width, out.Height = g.data, g.width, g.height
			default:
				continue
			}
			if e.Properties == nil {
				e.Properties = &semantic.Properties{}
			}
			e.Files = append(e.Files, out)
		}
	}
}
