package dom

// Read makes the tree of a document of at most maxElements elements: in one pass where
// the document is regular, else with the HTML parser. It fails with ErrTooDeep, ErrTooMany
// or errUnreadable.
func Read(html string, maxElements int) (*Tree, error) {
	if t, ok := scan(html, maxElements); ok {
		return t, nil
	}
	return parse(html, maxElements)
}
