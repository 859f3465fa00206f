package client

import (
	"context"
	"net/http"
)

// Corrections are what a person has judged of a document. What is empty says nothing.
type Corrections struct {
	Version  int                `json:"version"`      // 1
	By       string             `json:"by,omitempty"` // who has judged
	At       string             `json:"at,omitempty"` // and when: a date
	Document DocumentCorrection `json:"document,omitzero"`

	Pictures []PictureCorrection `json:"pictures,omitempty"`
	Blocks   []BlockCorrection   `json:"blocks,omitempty"`
	Tables   []TableCorrection   `json:"tables,omitempty"`
	Names    []NameCorrection    `json:"names,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// DocumentCorrection is what the document is called, and its language (BCP 47).
type DocumentCorrection struct {
	Title    string `json:"title,omitempty"`
	Language string `json:"language,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// CorrectedPlace is where something stood in the document: the page, and left, top, right and bottom in points
// from its upper left corner.
type CorrectedPlace struct {
	Page int       `json:"page,omitempty"`
	Box  []float64 `json:"box,omitempty"`
}

// PictureCorrection is what a picture shows.
type PictureCorrection struct {
	CorrectedPlace
	Looks       string `json:"looks,omitempty"` // what it looks like, as a draft says it; drawings have none
	Alternative string `json:"alternative,omitempty"`
	Description string `json:"description,omitempty"` // beyond the alternative, a paragraph a line
	Decorative  bool   `json:"decorative,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// BlockCorrection is what a block of text is.
type BlockCorrection struct {
	CorrectedPlace
	Text string `json:"text"` // its own, or the beginning of it
	// Role is heading (with Level), paragraph, quote, list, caption, furniture or artifact.
	Role     string `json:"role,omitempty"`
	Level    int    `json:"level,omitempty"`
	Language string `json:"language,omitempty"`
	After    string `json:"after,omitempty"` // the text of the block that it is read behind
	Join     bool   `json:"join,omitempty"`  // with the block behind it
	Split    string `json:"split,omitempty"` // the words with which another block begins

	_ struct{} // callers must name the fields, so that fields can be added
}

// TableCorrection is how a table is read.
type TableCorrection struct {
	CorrectedPlace
	Text        string `json:"text"` // of its first row with text
	HeadRows    *int   `json:"head_rows,omitempty"`
	HeadColumns *int   `json:"head_columns,omitempty"`
	Caption     string `json:"caption,omitempty"`
	Layout      bool   `json:"layout,omitempty"` // it only arranges text

	_ struct{} // callers must name the fields, so that fields can be added
}

// NameCorrection is what a link or a control of a form is called.
type NameCorrection struct {
	CorrectedPlace
	Link  string `json:"link,omitempty"`  // its text, or where it leads
	Field string `json:"field,omitempty"` // the name of the control in the document
	Name  string `json:"name"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Corrections returns those of a conversion or, where it has none, a draft of what there is to judge. For a draft
// the conversion must have been made with ConvertRequest.KeepDocument, else it fails with DocumentNotKept.
func (s ConversionService) Corrections(ctx context.Context, id string) (*Corrections, error) {
	return getOne[Corrections](ctx, s.c, conversionsPath, id, "/corrections", nil)
}

// Correct converts the document of a conversion again, with corrections, and waits for the result as Convert does. It is
// a new conversion, which keeps the document and the corrections. It fails with InvalidCorrections, and with
// DocumentNotKept for a conversion that was made without ConvertRequest.KeepDocument.
func (s ConversionService) Correct(ctx context.Context, id string, judged *Corrections) (*Conversion, error) {
	b, err := jsonBody(judged)
	if err != nil {
		return nil, err
	}
	return s.correct(ctx, id, b)
}

// CorrectFile is Correct with a file of corrections in YAML, as pagelift corrections and pagelift review write it.
func (s ConversionService) CorrectFile(ctx context.Context, id string, file []byte) (*Conversion, error) {
	return s.correct(ctx, id, &body{mediaType: "application/yaml", parts: []part{bytesPart(file)}})
}

func (s ConversionService) correct(ctx context.Context, id string, b *body) (*Conversion, error) {
	path, err := idPath(conversionsPath, id, "/corrections")
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.c.bound(ctx)
	defer cancel()
	made, err := ask[Conversion](ctx, s.c, &call{method: http.MethodPut, path: path, body: b})
	if err != nil {
		return nil, err
	}
	return s.finish(ctx, made)
}
