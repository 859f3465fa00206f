package limits

// These bound what is kept of one page, and the work where many of its things are looked at with each
// other. Pages that somebody reads stay far below them.
const (
	// PageAreas is the most painted areas kept of one page: a page of more is a picture.
	PageAreas = 4096

	// AxisNumbers is the most numbers of a page that are looked at for the axes of a chart.
	AxisNumbers = 400

	// LineParts is the most parts of a line that are compared with others: no page is so wide.
	LineParts = 512

	// AlignedColumns is the most columns of a table that are compared with each other: no page is so
	// wide.
	AlignedColumns = 256

	// RefinedColumns is the most columns of a table that are looked into for two columns in one.
	RefinedColumns = 64

	// PageDrawings is the most drawings of one page: a page of more is one drawing.
	PageDrawings = 64

	// Coordinate is the largest coordinate in points: ISO 32000-2 Annex C lets a page have 14,400
	// units a side, and UserUnit scales them.
	Coordinate = 4e6

	// FigureLinks is the most links of a page that are compared with its figures.
	FigureLinks = 1024

	// PlacedFigures is the most figures of a page that are given a place among the text: a page of
	// more is a mosaic.
	PlacedFigures = 256

	// GraphicImages is the most images of a page that are looked for in its drawings.
	GraphicImages = 256

	// PageTables is the most tables of one page.
	PageTables = 128

	// OpenGutters is the most white strips that are open at once while a region is swept.
	OpenGutters = 48

	// ImpliedColumns is the widest cell, in columns, that is looked at for walls that its text
	// implies.
	ImpliedColumns = 128

	// PageInsets is the most pictures in the lines of a page.
	PageInsets = 256

	// LineRules is the most rules that are looked at for one line.
	LineRules = 64

	// LinkBands is the most bands of a page in which areas of links are looked for.
	LinkBands = 4096

	// LinkAreas is the most areas of links in one band.
	LinkAreas = 128

	// MarksAround is the most marks around a mark that are walked through.
	MarksAround = 64

	// DrawnLetters is the most shapes of a page that are tested for being letters.
	DrawnLetters = 4096

	// DrawnLettersSought is the most shapes before one that are compared with it, to find its word.
	DrawnLettersSought = 400

	// OverlaysSought is the most pictures that are compared to find those that lie on others.
	OverlaysSought = 128

	// JoinedPanels is the most figures of a page that are tested for being panels of one.
	JoinedPanels = 64

	// PanelRules is the most rules and boxes of a page that are looked at for panels.
	PanelRules = 2048

	// PagePanels is the most panels of one page.
	PagePanels = 96

	// PlacedClips is the most clips of a page whose parts are tested for being placed: a page of more
	// is itself a drawing, or the work of a browser, which clips each box.
	PlacedClips = 4096

	// QuoteParts is the most parts of a panel that are looked at for a quotation.
	QuoteParts = 2000

	// PageRulings is the most rules kept of one page.
	PageRulings = 4096

	// JoinedRules is the most rules before one that are compared with it, to join the pieces of one.
	JoinedRules = 8

	// SmallDrawings is the most shapes of a page of the size of bullets: a page of more is a map.
	SmallDrawings = 512

	// StackedWords is the most words of a page that are tested for being set letter below letter.
	StackedWords = 16

	// ChartBars is the most bars of charts of one page.
	ChartBars = 2000
	// ChartKeys is the most squares of one page that are looked at for the keys of charts.
	ChartKeys = 256
	// TickBoxes is the most boxes to tick of one page.
	TickBoxes = 1000

	// TickPoints is the most points of a mark in a box to tick.
	TickPoints = 64

	// LabelBands is the most bands of a page in which labels of fields are looked for.
	LabelBands = 1024

	// FieldRuns is the most ticks of a row that are looked at to find on which side their labels
	// stand.
	FieldRuns = 16

	// BesideLines is the most lines at one height that are compared.
	BesideLines = 64

	// CaptionTargets is the most tables and figures of a page, and the most captions, that are
	// matched.
	CaptionTargets = 128

	// CellPictures is the most pictures of a page that are searched for in the cells of one table.
	CellPictures = 256

	// FigureParts is the most pictures of one element of a structure tree.
	FigureParts = 256

	// GroundPictures is the most pictures of a page that are tested for being its background.
	GroundPictures = 256

	// EqualHeadings is the most headings with the same words that are compared with an entry of a list
	// of contents.
	EqualHeadings = 64

	// CodeIndent is the deepest indent of a line of code, in characters.
	CodeIndent = 200

	// PageNotes is the most notes of one page.
	PageNotes = 128

	// NoteMarks is the most marks that lead to one note.
	NoteMarks = 64

	// PageNumber is the largest number of a page that is counted with.
	PageNumber = 1_000_000

	// LanguagePassages is the most passages of a short document whose language is identified.
	LanguagePassages = 32

	// TermParts is the most parts before and behind a term that are searched for text as far out.
	TermParts = 64

	// NumberValue is the largest value of a number whose digits are read.
	NumberValue = 1_000_000
)
