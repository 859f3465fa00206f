// Package layout turns what a page paints into what a reader sees: words,
// lines and blocks in reading order.
//
// The input is a [Content], the painted things of one page in one page space;
// the output is a [Page]. The package knows nothing of PDF: a content
// interpreter, an OCR engine or a test may fill a Content. It reads one page at
// a time and keeps no state between pages, so pages may be analysed in parallel.
//
// [Analyze] puts aside text that is not seen, turns each direction of writing
// upright, cuts rows of glyphs into segments, finds the columns among them, joins
// what is left to lines, notes the bullets painted before them, joins lines to
// blocks, and writes the text in logical order.
// Its warnings are hidden_text, for text left out, and recognised_text, for the
// transcription of a scan.
//
// Page space is the only coordinate system: points (1/72 inch), origin at the
// top left corner of the visible page, y down, after rotation and crop.
//
// Experimental: names and fields still move.
package layout
