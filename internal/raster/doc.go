// Package raster draws pages and parts of pages into pixels, with PDFium compiled to
// WebAssembly, which runs inside of the process without C and sees nothing of the
// machine but the bytes of the file.
//
// It serves pages whose text has to be recognised and which are not one image, and
// figures too rich for a vector file. Nothing else needs it: until the first drawing it
// does nothing and costs nothing but room in the binary. The first drawing of a
// process translates PDFium into machine code (2.5 s, 270 MB), or takes that from
// Options.CacheDir (0.08 s, 40 MB); later ones share it.
//
// A drawing ends with its context or at its deadline, whatever the file does; the
// instance that drew is thrown away then and the next drawing gets a new one.
package raster
