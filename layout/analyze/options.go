package analyze

// Options are the settings of Page. The zero value is valid.
type Options struct {
	// KeepUnseen mixes text that a reader does not see (hidden, clipped, covered,
	// off the page) into the lines. Default false: it goes to Page.Unseen.
	KeepUnseen bool

	// OmitWords leaves Page.Words empty. They are half of a page, and what is read
	// of them later is in its lines.
	OmitWords bool

	// KeepPlaces fills Page.Places.
	KeepPlaces bool

	// Untagged: the document has no structure tree, so that numbers of marked content lead
	// nowhere: in pages taken out of a tagged one, the parts of a line are in several.
	Untagged bool

	_ struct{}
}
