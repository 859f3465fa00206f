// Package facsimile places the text of a document where its pages show it.
//
// A page is read while its content is at hand (Read): what the glyphs of the page are and
// where they stand, and its graphics as layers of SVG. Once the tree of the document is
// known, a Book ties both together: each line of text becomes pieces, stretches in one
// font, size and colour whose words stand where the page has them when the browser sets
// them with one word spacing. Fonts are made of what all pages use of them; kerning goes
// into the fonts, so that no word is torn.
//
// The text of a piece is that of the tree. What it looks like never changes what it says:
// where the glyphs of a page say something else, or cannot be had as a font, they are
// shown by spans that are there for the eye only, and the text lies on them, transparent.
package facsimile
