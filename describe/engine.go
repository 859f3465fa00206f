package describe

import "context"

// Engine describes pictures.
//
// Describe returns what stands for one picture to somebody who does not see it. It must be safe for
// concurrent use, and returns soon after ctx is done, with the error of the context; where it does not
// within two seconds, the conversion goes on without it. An error costs the description of this picture
// and nothing else. The Picture is not changed and not kept.
//
// What a Description says is taken as a foreign input: control characters and tags are left out by
// the caller, texts are cut, and a panic costs one description.
type Engine interface {
	Describe(ctx context.Context, p Picture) (*Description, error)
}

// Picture is what is to be described, and what stands around it.
type Picture struct {
	// Data is a file of the type MediaType: "image/png" or "image/jpeg".
	Data      []byte
	MediaType string

	// Caption is what the document prints as its caption, Nearby the text before it; both may be
	// empty. They are text of the document: whoever wrote it may have meant an engine to read it.
	Caption, Nearby string

	// Language is the BCP 47 tag of the language to describe it in; "": not known.
	Language string

	// Page is the page of the document, from 1.
	Page int

	_ struct{} // callers name the fields, so that fields can be added
}

// Description is what stands for a picture.
type Description struct {
	// Text is the alternative: what the picture shows, in a sentence or two.
	Text string

	// Long is what does not fit there, such as the figures of a chart. May be empty.
	Long string

	// Confidence is how sure the engine is, 0 to 1. What is below 0.5 is not used.
	Confidence float64

	// Decorative says that the picture has nothing to say. Text is not used then.
	Decorative bool
}
