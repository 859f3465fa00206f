package layout

import "iter"

// Page is one page as a reader sees it: text in logical order, in lines, in
// blocks, in reading order. All ranges are index ranges [First, First+Count)
// into the slices of the Page; text ranges are byte offsets into Text.
type Page struct {
	Number int     // 1-based
	Label  string  // the document's own page label, "" when it has none
	Width  float32 // points
	Height float32 // points

	// Text is the text of all lines, one after another and without line ends, each in logical order. One
	// U+0020 stands between two words; in program text as many as fit the gap.
	Text   string
	Styles []Style // distinct looks; Span.Style indexes it
	Spans  []Span
	Words  []Word // none where the analysis omits words
	Lines  []Line
	Blocks []Block // in reading order

	Places []Place // glyphs behind the text, line by line; none unless the analysis keeps places

	Rulings  []Ruling
	Figures  []Figure
	Formulas []Formula // in the order in which Text has their signs
	Links    []Link
	Fields   []Field // controls of forms, in the order in which Text has them
	Marks    []Mark  // marked-content sequences, for structure trees

	// Unseen is text left out because a reader of the page does not see it.
	Unseen []Unread

	Warnings []Warning
}

// Style is how a stretch of text looks. It is comparable.
type Style struct {
	Font      string // PostScript name without the subset prefix
	Size      float32
	Color     uint32 // 0xRRGGBB
	Bold      bool
	Italic    bool
	Mono      bool
	Serif     bool
	Underline bool
	Strike    bool
	Super     bool // raised and smaller than its line
	Sub       bool // lowered and smaller than its line
	SmallCaps bool
}

// Span is a stretch of one line in one style, mark and link.
type Span struct {
	Start, End int32 // Text
	Style      int32 // Styles
	Mark       int32 // Marks; -1: none
	Link       int32 // Links; -1: none
	// Confidence is that of the least sure character, 0 to 1; 0 for text that was not recognised. No span
	// has text from both sides of Doubted.
	Confidence float32
}

// Doubted is the confidence below which a recognised word is doubtful: of 1,280 words of scans one in four
// below it was wrong, and one in 400 above.
const Doubted = 0.5

// Word is a run of characters without white space, the unit of tables.
type Word struct {
	Start, End int32 // Text
	Box        Rect
}

// Place says which glyphs of the page show a stretch of its text.
type Place struct {
	Start, End int32 // Page.Text
	Glyph      int32 // the first glyph, in Content.Glyphs; -1: none, where a control of a form or a picture stands
	Count      int32 // glyphs from there on; above 1 where each shows its own text, or where an ActualText stands for them
}

// Direction is the way a line's text is written.
type Direction uint8

const (
	LeftToRight Direction = iota
	RightToLeft
	TopToBottom // vertical writing, columns from right to left
)

// Line is one line of text.
type Line struct {
	Start, End int32 // Text
	FirstSpan  int32
	SpanCount  int32
	FirstWord  int32
	WordCount  int32
	FirstPlace int32
	PlaceCount int32
	Box        Rect
	Baseline   float32 // y of the baseline (of the frame's upright line when Rotation is not 0)
	Size       float32 // points; the size most of its characters have, in small capitals that of the full capitals
	SecondWord float32 // x at which its second word begins; of a lone word, its own
	FirstGap   float32 // white space between the first word and the second
	WideGap    float32 // the widest white space between two words behind the first
	Style      int32   // the style most of its characters have
	Direction  Direction
	Rotation   int16 // clockwise turn of the text on the page in whole degrees, 0 to 359
	Bullet     rune  // the sign painted as a small shape just before it: •, ◦ or ▪; 0: none
	Hyphen     bool  // ends in a hyphen that may break a word
	Gap        bool  // set apart from the line above it by more than the usual spacing of its block
	OCR        bool
	Artifact   bool // all of it is an artifact (ISO 32000-2 clause 14.8.2.2): page furniture
}

// BlockKind says what shape a block has; what it means is for package semantic.
type BlockKind uint8

const (
	Paragraph BlockKind = iota // lines that run on
	Verbatim                   // lines whose breaks and indents matter
	Grid                       // a table: see Table
	Picture                    // a figure: see Figure
)

// Block is a group of lines that belong together.
type Block struct {
	Kind      BlockKind
	FirstLine int32
	LineCount int32
	Box       Rect
	Column    int32 // number of the column on the page, from 0 in reading order; -1: spans columns
	Indent    float32
	Figure    int32 // Figures, for Picture; else -1
	Table     *Table
	Why       string // the evidence that grouped these lines
	Panel     Rect   // the box drawn or painted around it, such as that of a sidebar; empty: none

	// Entry: the block is an entry of an index, with its subentries. It does not continue the block before
	// it.
	Entry bool

	// Boxed: it is one fixed-width line in a shaded or framed box of its own.
	Boxed bool

	// LineNumbers: the lines are numbers that count the lines beside them, in the
	// margin. They are page furniture.
	LineNumbers bool

	// Margin: it is a note in the margin, smaller than the text beside it.
	Margin bool

	// PullQuote: it stands in a hole of the running text, in a look of its own.
	PullQuote bool
}

// Table is a grid of cells.
type Table struct {
	Rows, Cols int
	Cells      []Cell
	Ruled      bool
	Confidence float32 // 0 to 1
	Why        string
}

// Cell is one cell of a Table.
type Cell struct {
	Row, Col         int
	RowSpan, ColSpan int // at least 1
	FirstLine        int32
	LineCount        int32
	Box              Rect
	Header           bool
}

// Ruling is a thin straight stroke or fill, upright.
type Ruling struct {
	Box      Rect
	Vertical bool
	Color    uint32 // 0xRRGGBB
}

// Figure is an image or a cluster of graphics.
type Figure struct {
	Box     Rect     // what is seen of it
	Images  []int32  // Content.Images
	Parts   []Raster // the images, in paint order, with what is known of them when the content is gone
	Letters bool     // its images are letters without Unicode that a bitmap font paints
	Vector  bool     // a cluster of paths
	Bent    int      // how many slanted strokes and curved paths it has
	Weak    bool     // a cluster that may only frame or underline text: a figure where a caption says so
	Object  int      // number of the image object when it is one image; 0 otherwise
	Alt     string
	Text    string    `json:",omitempty"` // what was recognised in the images, line by line
	Mark    int32     // Marks; -1: none
	Link    int32     // Links + 1: the link that covers it; 0: none
	Inset   *Inset    // where it stands in a line of text; nil: it has a block of its own
	Beside  []*Figure // the pictures that share its caption, behind it in reading order; package semantic finds them
	Pieces  []*Figure // the drawings and images that it is made of, where each stands; package semantic finds them
	Graphic *Graphic  `json:"-"` // what shows a cluster of paths; nil: nothing does
}

// Inset is the place of a Figure in a line.
type Inset struct {
	At       int32   // place of its PictureSign in Page.Text
	Size     float32 // size of the text beside it, points
	Baseline float32 // y
}

// PictureSign is the character that stands for a picture inside a line of Page.Text. It is a noncharacter:
// no text has it, and HTML cannot contain it.
const PictureSign = '\uFFFE'

// Raster is one placed image of a Figure.
type Raster struct {
	M             Matrix // see Image.M
	Box           Rect   // what is seen of it
	Object        int    // number of the image object, 0 for an inline image
	Width, Height int    // samples
	Stencil       bool
	Fill          uint32 // 0xRRGGBB: what a Stencil is painted with
	Handle        any    `json:"-"` // the producer's image
}

// Graphic is a figure as a file that browsers show.
type Graphic struct {
	MediaType     string // such as image/svg+xml
	Data          []byte
	Width, Height float32 // at which the page shows it, points
	NeedsPaper    bool    // what it paints without a background is too dark to be seen on a dark page
}

// Unread is text that is on the page but not to be seen.
type Unread struct {
	Text  string
	Box   Rect
	Flags RunFlags
}

// LineText returns the text of line i.
func (p *Page) LineText(i int) string {
	l := &p.Lines[i]
	return p.Text[l.Start:l.End]
}

// LineSpans returns the spans of line i in logical order.
func (p *Page) LineSpans(i int) []Span {
	l := &p.Lines[i]
	return p.Spans[l.FirstSpan : l.FirstSpan+l.SpanCount]
}

// LineWords returns the words of line i in logical order; nil where the analysis omits words.
func (p *Page) LineWords(i int) []Word {
	if len(p.Words) == 0 {
		return nil
	}
	l := &p.Lines[i]
	return p.Words[l.FirstWord : l.FirstWord+l.WordCount]
}

// LinePlaces returns the places of line i in the order of its text.
func (p *Page) LinePlaces(i int) []Place {
	l := &p.Lines[i]
	return p.Places[l.FirstPlace : l.FirstPlace+l.PlaceCount]
}

// BlockLines yields the lines of block b with their index.
func (p *Page) BlockLines(b *Block) iter.Seq2[int, *Line] {
	return func(yield func(int, *Line) bool) {
		for i := b.FirstLine; i < b.FirstLine+b.LineCount; i++ {
			if !yield(int(i), &p.Lines[i]) {
				return
			}
		}
	}
}
