// Package webfont makes fonts for browsers from the fonts of a document. With them the text of a
// page consists of characters and has the look of the page.
//
// A caller tells a Usage what a document shows of a font: the character codes, the characters of
// each, its width, and the gaps of pairs. Build writes one font or, if two glyphs need the same
// character, several. Each has only the glyphs that are used. Characters are never changed to fit a
// font. If a glyph stands for several characters, or its shape depends on its neighbours, the font
// has the substitutions (GSUB) that map the characters to the glyph. If two glyphs differ in look
// but not in meaning, the rarer one is in the next font. Kerning is in the font too (GPOS), since
// the font was made for this document.
//
// Outlines of TrueType programs stay quadratic curves. All others are written as CFF. No font has
// hints. Every font has the same line: 0.8 em above the baseline and 0.2 em below.
//
// Font programs are hostile input. Package font reads their tables, and this package writes everything anew.
package webfont
