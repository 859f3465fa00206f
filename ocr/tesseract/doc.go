// Package tesseract recognises text with Tesseract.
//
// [Program] runs the installed program, one process for each image, so that a crash or an endless recognition
// costs that page and nothing else. It needs no C. With the build tag tesseract the package also has Library,
// which calls libtesseract within the process.
//
// Experimental: names and fields may still change.
package tesseract
