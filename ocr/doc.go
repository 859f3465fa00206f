// Package ocr has the nouns of text recognition: an [Engine] takes an [Image]
// and gives a [Page] of words with their boxes and how sure it is of them.
//
// The package recognises nothing itself and imports nothing but the standard
// library. Package ocr/tesseract has the engine that a conversion uses when the
// caller names none; any other, a service or a model, needs one method.
//
// Experimental: names and fields still move.
package ocr
