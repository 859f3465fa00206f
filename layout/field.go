package layout

// Field is a control of an interactive form (ISO 32000-2 clause 12.7) where a
// reader of the page can see it: one widget, so that a group of radio buttons is
// several. In the text of the page the character FieldSign stands for it, as wide
// as it is and on the baseline of the text beside it.
type Field struct {
	Kind   FieldKind
	Flags  FieldFlags
	Object int  // number of the widget annotation's object, for structure references; 0: none
	Box    Rect // of the widget

	Name    string // full name; widgets of one field share it
	Title   string // what the author calls it before people (TU), "" when he does not
	Caption string // PushButton: what is written on it
	Values  []string
	Options []FieldOption
	Export  string  // CheckBox, RadioButton: the value it stands for
	MaxLen  int     // characters; 0: any number
	Size    float32 // of what is written, points; 0: as fits the box
	Look    FieldLook

	// At is the place of its FieldSign in Page.Text; -1: it has none, since another
	// control covers it. Label is the text of the page that names it, which may go
	// over several lines of a block. LabelWhy says where that stands.
	At       int32
	Label    TextRange
	LabelWhy string
	// LabelText is what Label says. It stays when the text is put in another order, in
	// which Label may be torn.
	LabelText string
	// Part is 2 for the second of several controls that one Label names, since they stand
	// side by side or below each other without text between, and so on; else 0.
	Part int
}

// FieldLook is what a control looks like whatever is written in it.
type FieldLook struct {
	Frame      float32 // width of the frame, which lies inside the box, points; 0: none
	FrameColor Color
	Ground     *Color // nil: what lies below the control is seen
	Ink        Color  // of what is written
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

// Ticks reports whether it is ticked: its label stands behind it as a rule.
func (f *Field) Ticks() bool { return f.Kind == CheckBox || f.Kind == RadioButton }
