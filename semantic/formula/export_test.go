package formula

import "github.com/pagelift/pagelift/layout"

// ReadCounted returns what Read does, and how many characters the leaves of the tree should have. Each
// glyph counts, but a sign made of several glyphs counts once, and so does a bar that is a mark.
func ReadCounted(f *layout.Formula) (*Tree, int) {
	r := &reader{total: len(f.Glyphs), axisAt: axisHeight}
	t := r.read(f)
	return t, r.total - r.merged
}

// ReadWork returns what Read does, and how many comparisons it took.
func ReadWork(f *layout.Formula) (*Tree, int) {
	r := &reader{total: len(f.Glyphs), axisAt: axisHeight}
	t := r.read(f)
	return t, r.work
}
