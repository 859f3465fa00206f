package describe

import "context"

// Engine describes pictures.
//
// Describe returns a description of one picture for somebody who does not see it. It must be safe for concurrent
// use, and returns soon after ctx is done, with the error of the context; if it does not return within two
// seconds, the conversion goes on without it. An error costs the description of this picture and nothing else. The
// engine does not change or keep the Picture.
//
// The caller does not trust a Description: it removes control characters and tags, and cuts long texts. A panic
// costs one description.
type Engine interface {
	Describe(ctx context.Context, p Picture) (*Description, error)
}

// Picture is a picture to be described, and its surroundings.
type Picture struct {
	// Data is a file of the type MediaType: "image/png" or "image/jpeg".
	Data      []byte
	MediaType string

	// Caption is the caption that the document prints, Nearby the text before the picture. Both may be empty. They
	// come from the document: its author may have written them to influence an engine.
	Caption, Nearby string

	// Language is the BCP 47 tag of the language for the description. "": unknown.
	Language string

	// Page is the number of the page in the document, from 1.
	Page int

	_ struct{} // callers name the fields, so that fields can be added
}

// Description is text that can replace a picture.
type Description struct {
	// Text is the alternative: what the picture shows, in a sentence or two.
	Text string

	// Long has what does not fit into Text, such as the figures of a chart. It may be empty.
	Long string

	// Confidence is how sure the engine is, from 0 to 1. A description below 0.5 is not used.
	Confidence float64

	// Decorative says that the picture has no meaning. Text is not used then.
	Decorative bool
}
