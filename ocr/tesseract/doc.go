// Package tesseract recognises text with Tesseract.
//
// [Program] runs the installed program, one process for each image, so that a crash or
// a page that takes for ever costs that page and nothing else. It needs no C.
//
// Experimental: names and fields still move.
package tesseract
