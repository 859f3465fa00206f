package layout

// Field is one widget of an interactive form (ISO 32000-2 clause 12.7) that a reader of the page can see.
// A group of radio buttons is several Fields. The character FieldSign stands for it in the text of the
// page, as wide as the widget and on the baseline of the text beside it.
type Field struct {
	Kind   FieldKind
	Flags  FieldFlags
	Object int  // number of the widget annotation's object, for structure references; 0: none
	Box    Rect // rectangle of the widget

	Name    string // full name; widgets of one field share it
	Title   string // the name that the author gives it for people (TU), "" when it has none
	Caption string // PushButton: what is written on it
	Values  []string
	Options []FieldOption
	Export  string  // CheckBox, RadioButton: the value it stands for
	MaxLen  int     // characters; 0: any number
	Size    float32 // size of what is written in it, points; 0: as fits the box
	Look    FieldLook

	// At is the place of its FieldSign in Page.Text; -1: it has none, since another control covers it.
	// Label is the text of the page that names the control. It may go over several lines of a block.
	// LabelWhy says where the label stands.
	At       int32
	Label    TextRange
	LabelWhy string
	// LabelText is what Label says. It stays right when the text is put in another order, which may tear
	// Label apart.
	LabelText string
	// Part counts the controls that share one Label because they stand beside or below each other without
	// text between: 2 for the second, 3 for the third; 0 for the first and for all others.
	Part int
}

// FieldLook is what a control looks like whatever is written in it.
type FieldLook struct {
	Frame      float32 // width of the frame, which lies inside the box, points; 0: none
	FrameColor Color
	Ground     *Color // nil: what lies below the control is seen
	Ink        Color  // colour of what is written
}

// FieldSign is the character that stands for a control in Page.Text: OBJECT
// REPLACEMENT CHARACTER.
const FieldSign = '\uFFFC'

// TextRange is a stretch of Page.Text, in bytes. The zero value is none.
type TextRange struct{ Start, End int32 }

// Empty reports whether there is nothing in it.
func (r TextRange) Empty() bool { return r.Start >= r.End }

// FieldKind says what a reader does with a Field.
type FieldKind uint8

const (
	TextField   FieldKind = iota // writes
	CheckBox                     // ticks
	RadioButton                  // ticks one of several with the same Name
	PushButton                   // presses
	ComboBox                     // chooses from Options that open
	ListBox                      // chooses from Options that are all seen
	Signature                    // signs
)

// FieldFlags are what a Field allows (clause 12.7.4.1 and those of the types).
type FieldFlags uint16

const (
	ReadOnly    FieldFlags = 1 << iota
	Required               // it must have a value
	Checked                // CheckBox, RadioButton; Signature: somebody signed
	MultiLine              // TextField
	Password               // TextField: what is written is not shown
	FileSelect             // TextField: it names a file
	Comb                   // TextField: MaxLen places of one character each
	NoSpelling             // what is written is no prose
	MultiSelect            // ListBox: more than one option may be chosen
	Editable               // ComboBox: other values may be written
	ResetsForm             // PushButton
	SubmitsForm            // PushButton
	Centred                // what is written stands in the middle
	AtRight                // what is written stands at the right
)

// FieldOption is one choice of a ComboBox or ListBox.
type FieldOption struct {
	Export  string // value
	Display string // what a reader sees
	Chosen  bool
}

// Ticks reports whether a reader ticks it. Such a control usually stands before its label.
func (f *Field) Ticks() bool { return f.Kind == CheckBox || f.Kind == RadioButton }
