package pipeline

import (
	"context"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/semantic"
)

// withFiles is an element that names associated files.
type withFiles struct {
	element int32
	dict    pdf.Dict
}

// fileTypes are the files that can be part of the output. Style sheets, scripts and
// HTML of a document never are: they would run where the output is shown.
var fileTypes = map[string]bool{"application/mathml+xml": true}

// fileRelationships say that a file stands for the content of an element or beside
// it (ISO 32000-2 table 43). Others are the source of it, or its data.
var fileRelationships = map[pdf.Name]bool{"Alternative": true, "Supplement": true}

// associatedBytes is the longest associated file that is read. The longest MathML
// of a formula seen has 2 KB.
const associatedBytes = 1 << 20

// addFiles reads the associated files of elements, which may share them in the
// file: what is decoded counts each time.
func (m *structureMapper) addFiles(ctx context.Context) {
	for _, w := range m.withFiles {
		for _, f := range m.doc.AssociatedFiles(w.dict) {
			if m.values++; m.values > limits.StructElements || m.text > limits.TreeText || ctx.Err() != nil {
				return
			}
			if !fileTypes[f.MediaType] || !fileRelationships[f.Relationship] {
				continue
			}
			data := m.doc.DecodeHead(ctx, f.Stream, associatedBytes+1)
			m.text += len(data) + len(f.Stream.Raw)
			if len(data) > associatedBytes {
				continue
			}
			e := &m.out.Elements[w.element]
			if e.Properties == nil {
				e.Properties = &semantic.Properties{}
			}
			e.Files = append(e.Files, semantic.AssociatedFile{Relationship: string(f.Relationship), MediaType: f.MediaType, Data: string(data)})
		}
	}
}
