package dom

// Read returns the tree of a document of at most maxElements elements. It reads a regular document in one pass,
// any other with the HTML parser. It fails with ErrTooDeep, ErrTooMany or errUnreadable.
func Read(html string, maxElements int) (*Tree, error) {
	if t, ok := scan(html, maxElements); ok {
		return t, nil
	}
	return parse(html, maxElements)
}
