// Package decipher finds what the codes of fonts mean of which neither the document nor
// the font's program says it.
//
// It knows how writers number glyphs: by their place in the original font, by a code
// page, by a number that is the glyph's name. Each way with each shift is a candidate,
// which makes a text of the codes that the pages show, and the text decides: it is in a
// language or it is not. The advances of the glyphs and the outlines of other fonts of
// the document speak too. What does not convince has no meaning; nothing is made up.
package decipher
