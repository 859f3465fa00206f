// Package recognise reads pages that are pictures: it tells which pages have no
// usable text (Judge), gets their pixels, has an engine recognise them, and puts the
// words into the content of the page as runs like any others. A layer of text that was
// recognised before makes way for a better one (JudgeLayer). On other pages it reads the
// images that may hold text (Regions).
//
// The pixels come from the images of the page where it is made of nothing else, and
// from a drawing of the page otherwise. A page that is scanned askew is put straight.
//
// The words of an engine are foreign: what lies outside of the picture, has no letters
// or no place is left out, and an engine that panics costs one page.
package recognise
