// Package source reads an input into bytes that can be addressed at random:
// bounded in size, small ones in memory, large ones in a private temporary file
// that is mapped into memory. It also says what an input is that is not a PDF.
//
// It does not interpret the document, and it holds no more than one copy of an
// input whose size can be known beforehand.
package source
