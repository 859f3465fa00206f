package formula

import "github.com/pagelift/pagelift/layout"

// ReadCounted is Read and how many characters the leaves of the tree should have: those of
// the glyphs, a sign made of several once, a bar that marks something as one.
func ReadCounted(f *layout.Formula) (*Tree, int) {
	r := &reader{total: len(f.Glyphs), axisAt: axisHeight}
	t := r.read(f)
	return t, r.total - r.merged
}

// ReadWork is Read and how often it compared two parts.
func ReadWork(f *layout.Formula) (*Tree, int) {
	r := &reader{total: len(f.Glyphs), axisAt: axisHeight}
	t := r.read(f)
	return t, r.work
}
