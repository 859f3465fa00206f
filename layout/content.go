package layout

// Content is everything one page paints, in page space. Indexes into its
// slices are int32; -1 means none. Slices hold no pointers where a page has
// many of a thing, so that the garbage collector has little to follow.
type Content struct {
	Page   int     // 1-based
	Label  string  // the document's own page label, "" when it has none
	Width  float32 // points
	Height float32 // points

	Items []Item // paint order over all kinds

	Runs    []Run
	Glyphs  []Glyph
	Strings []string // texts of glyphs that are not exactly one character
	Fonts   []*Font  // fonts of this page; shared between pages of a document

	Paths    []Path
	Segments []Segment
	Images   []Image
	Shadings []Shading
	Patterns []Pattern
	Groups   []Group
	Masks    []SoftMask
	Clips    []Clip
	Paints   []Paint
	Marks    []Mark

	Links  []Link
	Fields []Field // in the order of the page's annotations

	Warnings []Warning
}

// Kind says which slice of Content an Item points into.
type Kind uint8

const (
	KindRun Kind = iota
	KindPath
	KindImage
	KindShading
	KindGroup    // a transparency group or a soft-masked part; its items follow until KindGroupEnd
	KindGroupEnd // Index is that of its KindGroup
)

// Item is one painted thing, in paint order.
type Item struct {
	Kind  Kind
	Index int32
}

// Origin says who read the text of a run.
type Origin uint8

const (
	FromPDF        Origin = iota // text operators of the page
	FromAnnotation               // the appearance of an annotation or form field
	FromOCR                      // recognised in pixels
	FromField                    // stands for a control: see Field
	FromPicture                  // stands for a picture in a line: see PictureSign
	FromFormula                  // stands for a formula: see FormulaSign
)

// RunFlags are facts about a run that decide whether it is content.
type RunFlags uint16

const (
	Invisible    RunFlags = 1 << iota // render mode 3 or 7, or fully transparent
	OffPage                           // wholly outside the visible page
	Clipped                           // wholly outside the clip
	Covered                           // wholly under a later opaque paint
	Tiny                              // smaller than a person can read
	SameAsPaper                       // painted in the colour of what is behind it
	OptionalOff                       // optional content that is switched off (ISO 32000-2 clause 8.11)
	ArtifactRun                       // inside an Artifact (clause 14.8.2.2)
	VerticalMode                      // written top to bottom (WMode 1)
	InPattern                         // painted as part of a tiling pattern
	Unmapped                          // holds glyphs whose Unicode could not be found
	Transcript                        // unseen itself, but it transcribes a picture that it lies on or under
	PaintedGlyph                      // painted by the procedure of an Unmapped glyph of a Type 3 font
	StrikesOut                        // a path of an annotation that strikes text out (clause 12.5.6.10)
)

// Unseen are the flags of text that a reader of the page does not see.
const Unseen = Invisible | OffPage | Clipped | Covered | Tiny | SameAsPaper | OptionalOff

// IsContent reports whether text with these flags is content: a reader sees the text itself, or the
// picture that it is the Transcript of.
func (f RunFlags) IsContent() bool { return f&Unseen == 0 || f&Transcript != 0 }

// Run is a row of glyphs shown by one operator in one font, size and state.
type Run struct {
	First, Count int32 // Glyphs[First : First+Count], in the order shown
	Font         int32 // Fonts
	Paint        int32 // Paints
	Clip         int32 // Clips; -1: the page
	Mark         int32 // Marks; -1: none. The innermost marked-content sequence
	Size         float32
	// Em maps em units to page space without the translation: a glyph's box in ems
	// goes through (A, B, C, D). Upright text at 10 points has {10, 0, 0, -10}.
	Em         [4]float32
	CharSpace  float32 // Tc in points along the baseline
	WordSpace  float32 // Tw likewise
	RenderMode uint8   // Tr, 0 to 7
	Origin     Origin
	Flags      RunFlags
	Confidence float32 // OCR only, 0 to 1
}

// Glyph is one shown character code.
type Glyph struct {
	X, Y    float32 // origin on the baseline (vertical: the vertical origin)
	Advance float32 // points along the baseline to where the pen goes, Tc and Tw left out
	// Char is the Unicode character, or the complement (^i) of an index into
	// Strings when the glyph stands for none or several.
	Char rune
	Code uint32 // character code as written; with the font it identifies the shape
}

// Font is what layout needs of a font; Handle leads back to its program.
type Font struct {
	ID       int    // unique in the document
	Name     string // PostScript name without the subset prefix
	Family   string
	Ascent   float32 // ems above the baseline, positive
	Descent  float32 // ems below the baseline, negative
	Space    float32 // advance of U+0020 in ems, 0 when the font has none
	XHeight  float32 // ems, 0 when unknown
	Bold     bool
	Italic   bool
	Mono     bool
	Serif    bool
	Symbolic bool
	Type3    bool
	Math     MathUse // what it is made for in mathematics
	Shapes   Shapes  `json:"-"` // what its program knows of its glyphs; nil: nothing
	Handle   any     `json:"-"` // the producer's font
}

// Verb is one step of a path.
type Verb uint8

const (
	MoveTo  Verb = iota // P[0]
	LineTo              // P[0]
	CurveTo             // P[0], P[1] controls, P[2] end
	Close
)

// Segment is one step of a path with its points in page space.
type Segment struct {
	Verb Verb
	P    [3]Point
}

// PaintOp says how a path is painted.
type PaintOp uint8

const (
	Fill    PaintOp = 1 << iota // nonzero winding unless EvenOdd
	Stroke                      // with the line style of its Paint
	EvenOdd                     // even-odd rule for Fill
)

// Path is one painted path.
type Path struct {
	First, Count int32 // Segments
	Box          Rect  // box of the outline, line width left out
	Op           PaintOp
	Paint        int32
	Clip         int32
	Mark         int32
	Flags        RunFlags
	Rectangle    bool // the path is exactly the upright rectangle Box
}

// Image is one placed raster image: the unit square through M.
type Image struct {
	M           Matrix // unit square, y up as in ISO 32000-2 clause 8.9.5, to page space
	Box         Rect
	Object      int // number of the image object, 0 for an inline image
	Width       int // samples
	Height      int // samples
	Stencil     bool
	Interpolate bool
	Inline      bool
	Paint       int32
	Clip        int32
	Mark        int32
	Flags       RunFlags
	Text        string `json:",omitempty"` // what was recognised in the image, line by line; the image is shown all the same
	Handle      any    `json:"-"`          // the producer's image
}

// Shading is a gradient painted over the clip (operator sh).
type Shading struct {
	Type   int // 1 to 7, ISO 32000-2 clause 8.7.4.5
	M      Matrix
	Box    Rect
	Paint  int32
	Clip   int32
	Mark   int32
	Flags  RunFlags
	Handle any `json:"-"`
}

// Pattern is a tiling or shading pattern used as a colour.
type Pattern struct {
	Tiling  bool
	M       Matrix // pattern space to page space
	Box     Rect   // cell, pattern space
	XStep   float32
	YStep   float32
	Colored bool
	Cell    *Content // what a cell paints, in pattern space; nil for shading patterns
	Shading int32    // Shadings of the page; -1 for tilings
}

// Group is a transparency group (clause 11.6.6).
type Group struct {
	Box      Rect
	Isolated bool
	Knockout bool
	Paint    int32 // alpha, blend mode and soft mask that the group as a whole is painted with
	Clip     int32
	Mark     int32
}

// SoftMask is a mask whose shape or brightness is the opacity of what is
// painted under it (clause 11.5).
type SoftMask struct {
	Luminosity bool // otherwise the alpha of the group
	Backdrop   Color
	Transfer   []uint8  // n values: an opacity or brightness of i/(n-1) becomes Transfer[i]/255; nil: it stays
	Content    *Content // what the mask's group paints, in page space
}

// Clip is a clipping path, the intersection of its own outline with Parent.
type Clip struct {
	Parent       int32 // Clips; -1: the page
	First, Count int32 // Segments; with Text set, Runs
	EvenOdd      bool
	Text         bool // the clip is made of those glyphs of the Runs that have render modes 4 to 7
	Rectangle    bool // this and all its parents are upright rectangles: Box is all there is
	Box          Rect // bounds of the intersection
}

// Color is an sRGB colour, or a pattern.
type Color struct {
	R, G, B uint8
	Pattern int32 // Patterns + 1; 0: none, so that the zero Color is plain black
}

// Paint is the part of the graphics state that says how things look.
type Paint struct {
	Fill, Stroke           Color
	FillAlpha, StrokeAlpha float32
	Blend                  string // "" is Normal
	SoftMask               int32  // Masks + 1; 0: none
	LineWidth              float32
	Cap, Join              uint8
	Miter                  float32
	Dash                   []float32
	DashPhase              float32
}

// Mark is a marked-content sequence (clause 14.6).
type Mark struct {
	Parent     int32 // Marks; -1: none
	Tag        string
	MCID       int32 // -1: none
	Owner      int32 // object number of the form XObject whose MCIDs these are; 0: the page
	ActualText string
	HasActual  bool     // ActualText was given, perhaps empty
	Sign       MathChar // what ActualText is in mathematics; zero unless it is one character
	Alt        string
	Expansion  string
	Lang       string
	Artifact   bool
	Subtype    string // kind of an Artifact: Header, Footer, Watermark, PageNum, ...
}

// Link is an active area of the page.
type Link struct {
	Areas  []Rect
	URI    string // external target; "" for an internal one
	Target *Target
	Title  string // Contents of the annotation
	Object int    // number of the annotation object, for structure references
}

// Target is a place in the document.
type Target struct {
	Page int   // 1-based; 0 when it points nowhere
	At   Point // page space of that page; {-1, -1} means the page as a whole
	Name string
	// Element is the object number of the structure element that is meant; 0: none.
	Element int
}

// Warning is damage or a loss that was survived.
type Warning struct {
	Code   string
	Page   int // 1-based; 0 means the whole document
	Detail string
}
