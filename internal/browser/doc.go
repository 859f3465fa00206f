// Package browser is the conversion as JavaScript calls it: options and results as JSON, with the names that the
// REST interface has for the same things. It knows nothing of JavaScript itself: cmd/pagelift-wasm does.
package browser
