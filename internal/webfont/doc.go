// Package webfont makes fonts for browsers out of the fonts of a document, so that the
// text of a page is characters and looks as the page does.
//
// A caller tells a Usage what a document shows of a font: which character codes, what
// characters each stands for, how wide it is, and by how much pairs are moved together.
// Build writes one font or, where two glyphs want the same character, several, each with
// the glyphs that are used and no more. Characters are never bent to the font: where a
// glyph stands for several, or its shape depends on its neighbours, the font has the
// substitutions (GSUB) that lead from the characters to the glyph; where two glyphs look
// different and mean the same, the rarer one is in the next font. Kerning is in the font
// too (GPOS), since it was made for this document.
//
// Outlines of TrueType programs are kept as quadratic curves; all others are written as
// CFF. None has hints. Every font has the same line: 0.8 em above the baseline and 0.2 em
// below.
//
// Programs are hostile: their tables are read by package font, and everything is
// written anew.
package webfont
