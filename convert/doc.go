// Package convert turns a PDF document into semantic, accessible HTML.
//
// Convert reads a document and returns its HTML, stylesheet, assets and
// metadata. Damage in the document is survived and reported as warnings; what
// cannot be survived is an *Error with a stable Code.
package convert
