// Package words reads the text of a line: the number of a heading or an item, the
// label of a caption, a bullet, a span of time, the names that headings have in many
// languages, and which words a hyphen at a line end may break. It knows nothing of pages: all
// its functions take a text.
package words
