// Package pipeline runs the stages of a conversion in order: source, pdf,
// content and layout page by page, semantic, htmlout.
//
// It is the only place that starts goroutines for pages, that recovers from panics, and that tells damage from
// failure. Damage becomes a warning; a failure becomes a *Failure. The error of an ended context is returned as it
// is. When Run returns, all goroutines have ended and all temporary files are gone. The same input and
// configuration give the same output with any number of workers.
package pipeline
