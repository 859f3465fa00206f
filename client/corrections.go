package client

import (
	"context"
	"net/http"
)

// Corrections are a person's corrections of a document. Empty fields correct nothing.
type Corrections struct {
	Version  int                `json:"version"`      // 1
	By       string             `json:"by,omitempty"` // who made the corrections
	At       string             `json:"at,omitempty"` // the date on which they were made
	Document DocumentCorrection `json:"document,omitzero"`

	Pictures []PictureCorrection `json:"pictures,omitempty"`
	Blocks   []BlockCorrection   `json:"blocks,omitempty"`
	Tables   []TableCorrection   `json:"tables,omitempty"`
	Names    []NameCorrection    `json:"names,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// DocumentCorrection is the right title of the document, and its language (BCP 47).
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

// PictureCorrection says what a picture shows.
type PictureCorrection struct {
	CorrectedPlace
	Looks       string `json:"looks,omitempty"` // what it looks like, as in a draft; drawings have none
	Alternative string `json:"alternative,omitempty"`
	Description string `json:"description,omitempty"` // more than the alternative text, one paragraph a line
	Decorative  bool   `json:"decorative,omitempty"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// BlockCorrection says what a block of text is.
type BlockCorrection struct {
	CorrectedPlace
	Text string `json:"text"` // the whole text of the block, or its beginning
	// Role is heading (with Level), paragraph, quote, list, caption, furniture or artifact.
	Role     string `json:"role,omitempty"`
	Level    int    `json:"level,omitempty"`
	Language string `json:"language,omitempty"`
	After    string `json:"after,omitempty"` // the text of the block after which it is read
	Join     bool   `json:"join,omitempty"`  // joins the block with the next one
	Split    string `json:"split,omitempty"` // the words with which a new block begins

	_ struct{} // callers must name the fields, so that fields can be added
}

// TableCorrection says how a table is read.
type TableCorrection struct {
	CorrectedPlace
	Text        string `json:"text"` // of its first row with text
	HeadRows    *int   `json:"head_rows,omitempty"`
	HeadColumns *int   `json:"head_columns,omitempty"`
	Caption     string `json:"caption,omitempty"`
	Layout      bool   `json:"layout,omitempty"` // the table only arranges text

	_ struct{} // callers must name the fields, so that fields can be added
}

// NameCorrection is the name of a link or of a control of a form.
type NameCorrection struct {
	CorrectedPlace
	Link  string `json:"link,omitempty"`  // the text of the link, or its target
	Field string `json:"field,omitempty"` // the name of the control in the document
	Name  string `json:"name"`

	_ struct{} // callers must name the fields, so that fields can be added
}

// Corrections returns the corrections of a conversion. If it has none, it returns a draft of what a person should
// check. For a draft the conversion must have been made with ConvertRequest.KeepDocument; else it fails with
// DocumentNotKept.
func (s ConversionService) Corrections(ctx context.Context, id string) (*Corrections, error) {
	return getOne[Corrections](ctx, s.c, conversionsPath, id, "/corrections", nil)
}

// Correct converts the document of a conversion again, with corrections, and waits for the result as Convert does.
// The result is a new conversion, which keeps the document and the corrections. It fails with InvalidCorrections.
// It fails with DocumentNotKept if the conversion was made without ConvertRequest.KeepDocument.
func (s ConversionService) Correct(ctx context.Context, id string, judged *Corrections) (*Conversion, error) {
	b, err := jsonBody(judged)
	if err != nil {
		return nil, err
	}
	return s.correct(ctx, id, b)
}

// CorrectFile does what Correct does, with a file of corrections in YAML, as pagelift corrections and pagelift
// review write.
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
