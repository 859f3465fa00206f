// Package layout names what a page paints and what a reader sees of it.
//
// A [Content] is the painted things of one page: runs of glyphs, paths, images, clips, marked content,
// links and controls. An interpreter of PDF, an engine that recognises text, or a test fills it. A [Page]
// is the same page as a reader sees it: text in logical order, in words, lines and blocks, in reading
// order. Package analyze makes a Page of a Content; this package only has the nouns and imports nothing.
//
// Page space is the only coordinate system: points (1/72 inch), origin at the top left
// corner of the visible page, y down, after rotation and crop.
//
// Experimental: names and fields still move.
package layout
