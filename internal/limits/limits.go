// Package limits holds every cap on input that comes from outside, each with
// the reason for its number. Exceeding a cap that bounds one part of a document
// loses that part with a warning; exceeding one that bounds the whole fails the
// conversion with the code resource_limit_exceeded.
package limits

import "time"

const (
	// FileBytes is the largest document read unless the caller says otherwise:
	// ten times the largest plan of the service.
	FileBytes = 1 << 30

	// SpoolBytes is how much of an input is held in memory before it goes to a
	// temporary file, of which only what is being read takes memory. Half of all
	// PDF documents are smaller.
	SpoolBytes = 1 << 20

	// StylesheetBytes is the largest style sheet of a caller: ten times ours.
	StylesheetBytes = 256 << 10

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

	// GlyphSteps is the most steps of the outline of one glyph: traced ornaments have some
	// thousands. GlyphWork bounds the operators read for it, subroutines included, which may
	// call each other many times over.
	GlyphSteps = 1 << 15
	GlyphWork  = 1 << 17

	// FontUses bounds the uses of one font that are told apart, a character code in one
	// meaning each: a program has at most 65,535 glyphs. FontPairs bounds the pairs of uses
	// with one gap between them. Of a font, a manual of 2,400 pages shows 95 codes in 3,600
	// pairs, and a book of 139 pages in Chinese 1,035 in 11,600.
	FontUses  = 1 << 16
	FontPairs = 1 << 18

	// WebFontBytes is the most outlines that go into the web fonts of one font: 65,535 glyphs
	// of 400 bytes, which is twice what those of Chinese faces take. WebFonts is how many fonts one may become where
	// its glyphs want the same characters; what is left is drawn.
	WebFontBytes = 24 << 20
	WebFonts     = 4

	// DocumentFonts is the most web fonts of one document, and DocumentFontBytes the most that
	// they take before they are packed. The parts that a writer makes of one font for each page are one of them:
	// of 597 documents the one with most has 28, and the largest take 70 KB packed.
	DocumentFonts     = 1024
	DocumentFontBytes = 64 << 20

	// FormulaGlyphs is the most glyphs, and the most bars, of one formula that is read: the
	// longest of 2,052 has 250. FormulaDepth is how deep its parts may stand inside each other,
	// a continued fraction of ten levels included.
	// FormulaReading is how often two of its parts are compared: 10,615 times in the worst of
	// 3,000 formulas of papers; a thousand bars over a thousand letters want minutes.
	FormulaGlyphs  = 2048
	FormulaDepth   = 40
	FormulaReading = 1 << 20

	// GlyphParts is the most glyphs that one is made of: honest fonts have up to 10.
	GlyphParts = 256

	// CMapEntries bounds the mappings read from one CMap of a document.
	CMapEntries = 1 << 20

	// Pixels is the largest image decoded: 16,384 by 16,384.
	Pixels = 1 << 28

	// ImageBytes is the most that the pixels of one image may take: 100 megapixels
	// in colour, an A3 sheet scanned at 600 dpi and half as much again, and all of
	// Pixels in black and white.
	ImageBytes = 400 << 20

	// ImageWhole is what an image may take, in bytes, however little of its data is
	// there. Beyond, at least one row in ImageMissing has to be.
	ImageWhole   = 1 << 20
	ImageMissing = 16

	// RasterPixels is the largest drawing of a page or a part of it: A2 at 300 dpi has
	// 35 million. In colour it takes 256 MB.
	RasterPixels = 1 << 26

	// RasterObjects is the most objects of a page that are looked through for its text: of
	// the densest map measured, 81,000 things, it takes a second.
	RasterObjects = 1 << 18

	// RasterMemory is what one drawing program may take, its bitmap included: pages of
	// manuals and papers in colour at 300 dpi took up to 130 MB.
	RasterMemory = 512 << 20

	// SVGNodes is the most elements of a figure written as SVG, and SVGBytes the most
	// bytes: browsers draw ten thousand elements in about a fifth of a second, and a
	// page image of that size says as much.
	SVGNodes = 10_000
	SVGBytes = 1_500_000

	// SVGWork is the most things looked at for one drawing or page: all of it twice, and
	// what is in its masks, patterns and glyphs, which can hold each other.
	SVGWork = 4 * PageItems

	// LayerNodes is the most elements of the graphics of a page that is shown as printed,
	// and LayerBytes the most bytes. The densest map measured has 3.5 MB, a tenth of it
	// when packed, and a picture of it three times that.
	LayerNodes = 10_000
	LayerBytes = 6_000_000

	// DocumentLayerBytes is the most that the graphics of all pages take; those of the pages
	// behind are images. 470 pages with a few drawings each have 10 MB.
	DocumentLayerBytes = 256 << 20

	// SVGImageBytes is the most that the images in one drawing take there: as text they
	// are a third larger than as files.
	SVGImageBytes = 12 << 20

	// ShadingPixels is the largest image that a shading is painted as, ShadingWork how many
	// pixels are looked at for it, since the pieces of a mesh may lie on each other, and
	// MeshPieces the most pieces that are read of one: those of drawings have up to some
	// thousands.
	ShadingPixels = 1 << 18
	ShadingWork   = 1 << 24
	MeshPieces    = 1 << 15

	// FigurePixels is the largest picture put together of several images: a sheet of A4
	// at 600 dpi has 35 million.
	FigurePixels = 1 << 26

	// AssetPixels is the most samples decoded for the pictures of one document, a
	// thousand sheets of A4 scanned at 400 dpi; AssetBytes the most that their files
	// take, as much as the largest document that is read.
	AssetPixels = 1 << 34
	AssetBytes  = FileBytes

	// AssociatedBytes is the longest file read that stands for a figure, AssociatedAll
	// the most of all of them in one document, and AssociatedPixels the most samples:
	// a page at 300 dpi has nine million, and takes 4 MB as JPEG.
	AssociatedBytes  = 8 << 20
	AssociatedAll    = 64 << 20
	AssociatedPixels = 1 << 26

	// PagePictures is the most pages of a document that are shown as pictures for want of
	// words: as many as a long book has. PagePicturesTime is how long all of them may
	// take: a page of outlines takes a tenth of a second, so that the book takes one minute
	// on a slow machine. Without it 500 pages that are made to be slow took four hours.
	PagePictures     = 500
	PagePicturesTime = 2 * time.Minute

	// AssetsAtOnce is the most samples of pictures that are worked on at the same time,
	// a single one apart: in colour they take 128 MB.
	AssetsAtOnce = 1 << 25
	// JBIG2PageWork bounds the pixels decoded for one JBIG2 image, for each pixel it
	// has: a page of several layers. For dictionaries come JBIG2Small and, for each
	// byte of data, JBIG2Ratio, but no more than JBIG2Work: symbols take a byte for 10
	// to 100 pixels, and those of a book have some ten million. A stream that asks for
	// as much as it can then takes a second.
	JBIG2PageWork = 4
	JBIG2Small    = 1 << 22
	JBIG2Ratio    = 256
	JBIG2Work     = 1 << 26

	// JBIG2Symbols is the most symbols, and patterns, of the dictionaries of one
	// JBIG2 image. Dictionaries of whole books have some ten thousand.
	JBIG2Symbols = 1 << 17

	// Warnings is the most warnings one conversion reports: more than a person
	// reads, and few enough for an answer or a log line to hold.
	Warnings = 1000

	// TreeText bounds the text taken from one tree of a document: titles of the
	// outline, contents of the annotations of a page, alternative texts. Many nodes
	// can share one string, so the size of the file does not bound it. The titles of
	// the largest outline measured (5,168 entries) have 68 KB.
	TreeText = 16 << 20

	// PageAnnotations is the most annotations, and the most highlighted
	// quadrilaterals, read from one page. The densest page measured, an index, has 424.
	PageAnnotations = 65_536

	// XMPBytes is the largest XMP packet read. The largest measured has 152 KB.
	XMPBytes = 4 << 20

	// Keywords is the most keywords kept of a document.
	Keywords = 1000

	// Attachments is the most embedded files listed.
	Attachments = 10_000

	// ArrayOperands is the most elements read of one array in a content stream:
	// TJ arrays of whole pages have some ten thousand.
	ArrayOperands = 1 << 20

	// Segments is the most path steps kept of one page, 112 MB of them. The densest
	// honest page measured has 115,000.
	Segments = 4_000_000

	// PageItems is the most things painted that are kept of one page.
	PageItems = 2_000_000

	// SoftMasks is the most soft masks, and the most tiling cells, interpreted
	// for one page; each is a page of its own to interpret.
	SoftMasks = 256

	// GlyphProcs is the most Type 3 glyphs without Unicode that are painted for
	// one page: a page of text has about 4,000 characters.
	GlyphProcs = 8192

	// FormCacheBytes is the most decoded form XObjects and glyph procedures kept
	// for one document.
	FormCacheBytes = 32 << 20

	// StructElements bounds the kids and attribute objects read of a structure
	// tree, and its marked-content identifiers: 500 on each of 2,000 pages. An
	// element takes 300 bytes, and as few as eight in the file.
	StructElements = 1_000_000

	// OutlineItems is the most entries of an outline, and Fields the most fields
	// and widgets of a form: they cost some hundred bytes each, their objects in
	// the file only a few.
	OutlineItems = 200_000
	Fields       = 200_000

	// FieldText bounds the values and names taken of the controls of one page, in
	// bytes, and FieldOptions the choices: many controls can share one string or list.
	// The largest page measured has 4 KB and 1,092.
	FieldText    = 1 << 20
	FieldOptions = 1 << 16

	// NamedDestinations bounds the table of named destinations. The largest
	// measured, of a manual of 2,415 pages, has 18,450.
	NamedDestinations = 1 << 18

	// StreamSmall is what any stream may decode to, whatever StreamRatio says.
	StreamSmall = 1 << 20

	// Components is the most components of a colour space and the most values of a
	// function: the colorants that DeviceN allows (ISO 32000-1 Annex C).
	Components = 32

	// ColorSpaceDepth bounds colour spaces built on others. Indexed on DeviceN on
	// ICCBased on Lab, each a named resource, is the deepest that makes sense.
	ColorSpaceDepth = 8

	// OCRCalls is how often an engine is called for one page: a call may take a minute. A
	// page that is a picture takes 14 at worst: two to find its language, three to read it,
	// four in its turns, three to read it upright, one without what shines through, one for
	// its cells. The others are for pages with many images, of which each takes two most
	// times. What is left then stays as it is, and the pictures that nobody read stay
	// pictures.
	OCRCalls = 64

	// OCRTurns is in how many turns a part of a page is read when the page came out badly:
	// as it lies, on its sides and on its head.
	OCRTurns = 4

	// OCRCells is how many cells of the tables of a page are read once more, on one sheet,
	// where nothing or little was recognised in them: a page of small type has as many.
	OCRCells = 1024

	// JPXPixels is the largest JPEG 2000 image decoded at full size; larger ones are
	// decoded at a half, a quarter ... of it. The decoder takes 15 bytes for a pixel in
	// colour. A sheet of A4 scanned at 400 dpi has 15.5 megapixels.
	JPXPixels = 24 << 20

	// JPXSmall is the largest JPEG 2000 image decoded at full size however few bytes it
	// has, and JPXRatio how many pixels a byte is worth beyond: the ground of a scanned
	// page, packed hardest of all, has some hundred.
	JPXSmall = 1 << 20
	JPXRatio = 1 << 10

	// JPXWorkRatio bounds the coding passes over a JPEG 2000 image, in samples for a byte
	// of data: pictures took up to 300, single dots on white 3,450. What there is besides,
	// JPXSmallWork, takes half a second at worst.
	JPXWorkRatio = 1 << 13
	JPXSmallWork = 1 << 26

	// JPXComponents is the most components of a JPEG 2000 image: the colorants of a
	// colour space and an opacity.
	JPXComponents = Components + 1

	// ProfileBytes is the largest ICC profile read. Those of presses have up to 3 MB.
	ProfileBytes = 4 << 20

	// MemoBytes bounds what is kept of the streams of one document besides fonts:
	// 100 profiles of presses, of which a document has one or two.
	MemoBytes = 64 << 20

	// Functions bounds the functions read for one, and FunctionDepth their nesting
	// and that of braces in a calculator function. Gradients of design tools
	// stitch up to some hundred.
	Functions     = 4096
	FunctionDepth = 32

	// FunctionSamples is the most samples of one sampled function: a profile-like
	// grid of 17 steps in four inks for four outputs has 334,084.
	FunctionSamples = 1 << 22

	// SampledInputs is the most dimensions of a sampled function; its cost doubles
	// with each.
	SampledInputs = 10

	// CalculatorSteps is the longest calculator function. Those that express a
	// whole DeviceN mixing table reach about 4,000 operators.
	CalculatorSteps = 1 << 14

	// FontTexts bounds the different texts of several characters in one font; fonts
	// of syllables and phrases have a few thousand.
	FontTexts = 1 << 16

	// DecipherPages is how many pages are read before all others to find out what the
	// codes of fonts mean that do not say it, and DecipherListed how many are looked
	// through for such fonts: a book says it in its first chapter.
	DecipherPages  = 24
	DecipherListed = 2000

	// DecipherFonts is how many fonts of a document are looked at for that, DecipherText
	// how many codes of each, and DecipherCodes how many codes of a font that has
	// Unicode: a few alphabets.
	DecipherFonts = 512
	DecipherText  = 3000
	DecipherCodes = 1024

	// DecipherShapes is how many outlines of a document are compared for that, 10
	// microseconds each, and ShapeBytes the longest procedure of a Type 3 glyph that is.
	DecipherShapes = 1 << 14
	ShapeBytes     = 64 << 10

	// FontPages bounds the pages of 256 codes that a font with codes of one, three or
	// four bytes remembers; codes beyond are looked up each time. CNS 11643 in EUC
	// fills 400.
	FontPages = 1024

	// FormulasPage is how many formulas a page may have; what there is beyond stays text.
	FormulasPage = 4096

	// FormulaPageGlyphs and FormulaPageBars are how many glyphs and level rules of a page are
	// looked at for formulas, FormulaWork how often two of them are compared.
	FormulaPageGlyphs = 1 << 16
	FormulaPageBars   = 1 << 12
	FormulaWork       = 10_000_000

	// SecondReaderBytes is the largest file that goes to the second PDF reader
	// when the first finds no page. It takes quadratic time over files without
	// cross-references: 60 s for 3.4 MB of objects, but 0.4 s for this.
	SecondReaderBytes = 256 << 10

	// SecondReaderObjects is more objects than such a file can hold.
	SecondReaderObjects = 1 << 16

	// CMapBytes is the largest CMap of a document read. Adobe's own have up to
	// 400 KB; one entry for each of 65,536 codes takes about 1 MB.
	CMapBytes = 4 << 20

	// FontMemory bounds what the fonts of one document hold in memory together,
	// their programs included. The 4,406 fonts of one book take about 20 MB.
	FontMemory = 192 << 20

	// DescribedPictures and DescribedBytes are how many pictures of a document, and how many bytes of
	// them, an engine is asked to describe: each costs seconds and money.
	DescribedPictures = 200
	DescribedBytes    = 64 << 20

	// GroundTests is how many areas and steps of outlines are compared with the texts of a page to find
	// what is under these, GroundLayers how many areas under one text are mixed, GroundColors how many
	// colours a ground may have. The contrast of what needs more is not known.
	GroundTests  = 4 << 20
	GroundLayers = 64
	GroundColors = 16

	// ElementText and ElementParts are how many bytes, and of how many elements inside of it, are read of
	// the text of a structure element that is judged; CaptionSearch is how many bytes of pages are searched
	// for the alternatives of a document's pictures.
	ElementText   = 1000
	ElementParts  = 1000
	CaptionSearch = 64 << 20

	// FindingPlaces is how many places a report keeps of one rule and outcome, ObjectPlaces of one rule of PDF/UA, where each is an
	// object of the file that a program may put right: more than a person reads. Counts stay exact. FindingText is how many bytes
	// of a text a place keeps: two lines.
	FindingPlaces = 50
	ObjectPlaces  = 100
	FindingText   = 200

	// CheckedBytes and CheckedElements are the largest HTML document that is checked unless the caller says otherwise: a book of
	// 10,000 pages has some 50 MB and 2 million elements, which take 28 bytes each.
	CheckedBytes    = 256 << 20
	CheckedElements = 8 << 20

	// CheckedSheets is how many bytes the style sheets of a document that is checked may have in all: the largest of frameworks
	// have about 400 KB. SheetImages is how many addresses of images in them are kept: one that may move is enough, and sheets
	// name tens.
	CheckedSheets = 2 << 20
	SheetImages   = 100

	// FaintTexts is how many stretches of faint text are kept of a page.
	FaintTexts = 200

	// DescriptionTime is how long an engine may take for one picture, DescriptionsTime for all of a
	// document: a model on a small machine answers within a minute or two, and is asked three times at most.
	DescriptionTime  = 7 * time.Minute
	DescriptionsTime = 30 * time.Minute

	// SheetPixels is how many pixels a page has that is shown to a person: four times those of a page of A4. Larger pages
	// are drawn smaller.
	SheetPixels = 4 << 20

	// CallGrace is how long an engine of the caller may take to end once its context has: it kills a process and removes its
	// files. CallsAway is how many calls of one that does not end may be left running for one document; no further call is made
	// then. Each holds a picture of a page in memory, some 10 MB.
	CallGrace = 2 * time.Second
	CallsAway = 8

	// AlternativeBytes and LongDescriptionBytes are how much of what an engine or a person writes
	// about a picture is kept, DescriptionContext how much of the text around it an engine is told.
	AlternativeBytes     = 1000
	LongDescriptionBytes = 10_000
	DescriptionContext   = 1000

	// URLBytes is the longest address that a user may give: what browsers and servers
	// have agreed on.
	URLBytes = 2048

	// ResponseHeaderBytes is the most header read of an answer from outside. Servers
	// with many cookies send some ten thousand.
	ResponseHeaderBytes = 64 << 10

	// FileNameBytes is the longest name of a file that is kept: what file systems take.
	FileNameBytes = 255

	// CertificatesBytes is the largest file of certificate authorities. All that
	// browsers trust take 230 KB.
	CertificatesBytes = 4 << 20

	// WorkerMemory is what a conversion may take in a process of its own unless the
	// caller says otherwise: the largest image and the largest drawing at a time.
	WorkerMemory = 1 << 30

	// WorkerMessage is the longest message between a process and one that converts for
	// it: a thousand warnings and keywords take a few hundred KB.
	WorkerMessage = 16 << 20

	// InlineAssets is the most bytes of images and fonts that stand inside the HTML of
	// an answer: what a browser takes at once.
	InlineAssets = 8 << 20

	// ReceiverAnswerBytes is the most read of what a receiver of webhooks answers, so that
	// its connection can be used again, and ReceiverAnswerKept what is kept to show.
	// Receivers answer nothing, or a line; error pages have some ten thousand bytes.
	ReceiverAnswerBytes = 64 << 10
	ReceiverAnswerKept  = 1 << 10

	// CorrectionBytes and Corrections are the size of a file of what a person has judged of a document, and how many
	// things it says: as many as a report of some hundred pages has headings, pictures and tables. CorrectionWork is how many
	// bytes of texts are compared to find what has changed a little. LookedAtPixels is the largest picture whose looks are
	// compared.
	CorrectionBytes = 4 << 20
	// SentCorrections is how large one is that comes with a document: it is a field of the form, which has FormOverhead in all.
	SentCorrections = FormOverhead / 2
	Corrections     = 20_000
	CorrectionWork  = 1 << 28
	LookedAtPixels  = 1 << 26

	// TablePlaces is how many places the spans of one table may claim where it is written as
	// a grid: a page has room for some thousands, so this is a table of several hundred pages.
	TablePlaces = 1 << 21

	// TableRepeats is how many bytes the cells of one table that span several places may take
	// where their text is repeated in each. Without it a paragraph over a million places
	// would be written a million times.
	TableRepeats = 16 << 20

	// ModelDocuments is how many converted documents are kept for a language model that reads
	// them: it compares a few. One of 1,000 pages has some 20 MB.
	ModelDocuments = 4

	// ModelAnswer is the most bytes of a document in one answer to a language model: some 8,000
	// tokens. ModelEntries is the most headings, tables and findings in one.
	ModelAnswer  = 32 << 10
	ModelEntries = 100
)
