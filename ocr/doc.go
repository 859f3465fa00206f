// Package ocr defines the types of text recognition: an [Engine] takes an [Image] and returns a [Page] of words
// with their boxes and confidences.
//
// The package recognises nothing itself and imports nothing but the standard
// library. Package ocr/tesseract has the engine that a conversion uses when the
// caller names none; any other, a service or a model, needs one method.
//
// Experimental: names and fields may still change.
package ocr
