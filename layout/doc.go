// Package layout turns what a page paints into what a reader sees: words,
// lines and blocks in reading order.
//
// The input is a [Content], the painted things of one page in one page space;
// the output is a [Page]. The package knows nothing of PDF: a content
// interpreter, an OCR engine or a test may fill a Content. It reads one page at
// a time and keeps no state between pages, so pages may be analysed in parallel.
//
// Page space is the only coordinate system: points (1/72 inch), origin at the
// top left corner of the visible page, y down, after rotation and crop.
//
// Experimental: names and fields still move.
package layout
