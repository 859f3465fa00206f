// Package raster draws pages and parts of pages to pixels, with PDFium compiled to WebAssembly.
// PDFium runs within the process without C, and has access to nothing but the bytes of the file.
//
// It serves pages that must be recognised and do not consist of one image, and figures that are too
// rich for a vector file. Nothing else needs it. Until the first drawing it costs nothing but room
// in the binary. The first drawing of a process translates PDFium to machine code (up to 4 s of
// processor time, 200 MB), or takes the code from Options.CacheDir (0.08 s, 40 MB). Later drawings share it.
//
// A drawing ends with its context or at its deadline, whatever the file does. The instance that
// drew is then thrown away, and the next drawing gets a new one.
package raster
