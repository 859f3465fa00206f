// Package browser is the interface of the conversion for JavaScript: options and results are JSON, with the names
// that the REST interface uses for the same things. It contains no JavaScript; cmd/pagelift-wasm connects it.
package browser
