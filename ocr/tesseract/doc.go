// Package tesseract recognises text with Tesseract.
//
// [Program] runs the installed program, one process for each image, so that a crash or
// a page that takes for ever costs that page and nothing else. It needs no C. With the
// build tag tesseract there is Library too, which calls libtesseract within the process.
//
// Experimental: names and fields still move.
package tesseract
