// Package inspect shows what each stage of a conversion made: pictures (SVG) and
// dumps (JSON) of each page, a page of HTML with the stages side by side, and the
// chain of decisions behind a piece of text.
//
// Everything is written to an io.Writer. Nothing is decided here: what a stage
// does not keep as data cannot be shown.
package inspect
