// Package pipeline runs the stages of a conversion in order: source, pdf,
// content and layout page by page, semantic, htmlout.
//
// It is the only place that starts goroutines for pages, that recovers from
// panics and that sorts damage from failure: damage becomes a warning, failure a
// *Failure, and the end of the context is returned as it is. All goroutines have
// ended and all temporary files are gone when Run returns. The same input and
// configuration give the same output whatever the number of workers.
package pipeline
