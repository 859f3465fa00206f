// Package decipher finds the meaning of codes in fonts for which neither the document nor the font
// program gives it.
//
// It knows how writers number glyphs: by their place in the original font, by a code page, by a
// number that is the name of the glyph. Each of these ways, with each shift, is a candidate. It
// turns the codes that the pages show into a text, and the text decides: it is in a language or
// not. The advances of the glyphs and the outlines of other fonts of the document are further
// evidence. Codes without a convincing meaning have none: nothing is made up.
package decipher
