// Package words reads what stands in a line: the number of a heading or an item, the
// label of a caption, a bullet, a span of time, the names that headings have in many
// languages, and which words a hyphen at a line end may break. It knows no page: all of
// it is functions of a text.
package words
