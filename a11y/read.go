package a11y

// readTree makes the tree of a document of at most maxElements elements: in one pass where
// the document is regular, else with the HTML parser. It fails with errTooDeep, errTooMany
// or errUnreadable.
func readTree(html string, maxElements int) (*tree, error) {
	if t, ok := scan(html, maxElements); ok {
		return t, nil
	}
	return parse(html, maxElements)
}
