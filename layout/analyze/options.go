package analyze

// Options are the settings of Page. The zero value is valid.
type Options struct {
	// KeepUnseen mixes text that a reader does not see (hidden, clipped, covered,
	// off the page) into the lines. Default false: it goes to Page.Unseen.
	KeepUnseen bool

	// OmitWords leaves Page.Words empty. Words take half of the memory of a page; later stages read the
	// few measures of them that each Line has.
	OmitWords bool

	// KeepPlaces fills Page.Places.
	KeepPlaces bool

	// Untagged says that the document has no structure tree, so that numbers of marked content lead
	// nowhere. Pages taken out of a tagged document are such; there one line may have parts in several
	// sequences.
	Untagged bool

	_ struct{}
}
