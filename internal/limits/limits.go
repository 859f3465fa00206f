// Package limits holds every cap on input that comes from outside, each with
// the reason for its number. Exceeding a cap that bounds one part of a document
// loses that part with a warning; exceeding one that bounds the whole fails the
// conversion with the code resource_limit_exceeded.
package limits

const (
	// FileBytes is the largest document read unless the caller says otherwise:
	// ten times the largest plan of the service.
	FileBytes = 1 << 30

	// SpoolBytes is how much of an input of unknown kind is held in memory before
	// it goes to a temporary file.
	SpoolBytes = 32 << 20

	// Pages is the largest page count converted unless the caller says otherwise.
	// The longest manuals in public collections have about 15,000 pages.
	Pages = 50_000

	// StreamBytes is the most that one stream may decode to. The largest honest
	// content stream measured has 43 MB over all its pages.
	StreamBytes = 256 << 20

	// StreamRatio bounds decoded bytes by encoded ones for streams that are not
	// small: deflate cannot exceed 1032.
	StreamRatio = 1100

	// FilterChain is the most filters one stream may name.
	FilterChain = 8

	// Objects is the most objects a cross-reference table may list.
	Objects = 8_388_607 // ISO 32000-1 Annex C

	// Depth bounds nested arrays and dictionaries, and every tree of a document
	// (pages, names, outline, structure).
	Depth = 256

	// TreeNodes bounds the nodes visited in one tree of a document.
	TreeNodes = 4_000_000

	// FormDepth bounds form XObjects, patterns, masks and Type 3 glyphs inside each other.
	FormDepth = 24

	// Operators is the most content operators interpreted for one page, forms
	// included. The densest honest page measured has 115,000 path operators.
	Operators = 10_000_000

	// Glyphs is the most glyphs kept of one page.
	Glyphs = 2_000_000

	// PageContentBytes is the most decoded content read for one page, forms included.
	PageContentBytes = 128 << 20

	// StateDepth bounds the graphics state stack (q without Q).
	StateDepth = 512

	// MarkDepth bounds nested marked-content sequences.
	MarkDepth = 256

	// FontBytes is the largest embedded font program read.
	FontBytes = 64 << 20

	// CMapEntries bounds the mappings read from one CMap of a document.
	CMapEntries = 1 << 20

	// Pixels is the largest image decoded: 16,384 by 16,384.
	Pixels = 1 << 28
)
