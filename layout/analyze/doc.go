// Package analyze turns what a page paints into what a reader sees: words, lines and
// blocks in reading order.
//
// [Page] reads a [layout.Content] and returns a [layout.Page]. It puts aside text that is not seen, turns
// each direction of writing upright, and cuts rows of glyphs into segments. It finds the columns and
// tables among the segments, and joins the segments to lines. It notes the bullets painted before lines,
// joins lines to blocks, and writes the text in logical order. Its warnings are hidden_text, for text left
// out, and recognised_text, for the transcription of a scan.
//
// The package knows nothing of PDF. It reads one page at a time and keeps no state between
// pages, so pages may be analysed in parallel.
//
// Experimental, like package layout.
package analyze
