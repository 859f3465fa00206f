// Package convert turns a PDF document into semantic, accessible HTML.
//
// Convert reads a document and returns its HTML, stylesheet, assets and
// metadata. Result writes them as one self-contained file, as a zip archive or as
// a file system. Options has five switches and a few bounds; DefaultOptions is
// what most callers want, and the zero value is valid.
//
// Damage in the document is survived and reported as warnings; what cannot be
// survived is an *Error with a stable Code; the end of the context is returned as
// it is. There is a result or an error, never both. The same input and options
// give the same bytes, whatever the number of workers.
//
// The document is taken as hostile: nothing it holds makes Convert panic, run
// without bound, or write script into the HTML. Convert keeps no state between
// calls and may be called from several goroutines at once. It writes nothing but a
// temporary file for large inputs, which is gone when it returns.
package convert
