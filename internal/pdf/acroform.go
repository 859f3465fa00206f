package pdf

import "github.com/pagelift/pagelift/internal/limits"

// Form is the interactive form of a document (clause 12.7). It has the fields of the field tree.
// Widgets that the tree does not list are found only among the annotations of their page.
type Form struct {
	Fields []*Field // the roots, in file order
	// XFA is set if the form is also, or only, described in XML (clause 12.7.8).
	XFA bool
	// NeedAppearances is set if the appearances of the widgets may be out of date.
	NeedAppearances bool

	byWidget map[Ref]*Field
}

// Field is a node of the field tree. Attributes that a field inherits (clause 12.7.4.1) are filled in.
type Field struct {
	Ref         Ref    // zero when the field stands directly in its parent
	Name        string // partial names joined with full stops; "" when no ancestor has any
	Partial     string // T: "" for a field without name
	Alternative string // TU: the name of the field for people
	Mapping     string // TM: the name of the field in exported data
	Type        Name   // FT: Btn, Tx, Ch, Sig; "" when none is given
	Flags       int    // Ff
	Value       Object // V, resolved; nil: none
	Default     Object // DV, resolved; nil: none
	Options     []FieldOption
	MaxLen      int    // characters; 0: no limit
	Appearance  Object // DA, resolved: the font and size of variable text; nil: none
	Quadding    int    // Q: 1: centred, 2: right-aligned; else left-aligned
	Widgets     []Widget
	Kids        []*Field
	Dict        Dict
}

// FieldOption is a choice of a choice field, or the export value of a button.
type FieldOption struct {
	Export  string
	Display string
}

// Widget is the place of a field on a page. A field may have several.
type Widget struct {
	Ref  Ref
	Page int // 1-based; 0: on none
	Dict Dict
}

// Form returns the interactive form, or nil when the document has none.
func (d *Document) Form() *Form {
	d.trees.form.Do(func() { d.trees.fields = d.readForm() })
	return d.trees.fields
}

func (d *Document) readForm() *Form {
	dict := d.Dict(d.Catalog().Raw("AcroForm"))
	if dict.Len() == 0 {
		return nil
	}
	w := formWalk{d: d, seen: make(map[Ref]bool), text: limits.TreeText}
	f := &Form{
		XFA:             dict.Has("XFA") && d.Get(dict, "XFA") != nil,
		NeedAppearances: d.Bool(dict.Raw("NeedAppearances"), false),
	}
	w.byWidget = make(map[Ref]*Field)
	f.Fields, f.byWidget = w.fields(dict.Raw("Fields"), d.formDefaults(), 0), w.byWidget
	return f
}

// formDefaults returns what all fields inherit from the form.
func (d *Document) formDefaults() *Field {
	dict := d.Dict(d.Catalog().Raw("AcroForm"))
	return &Field{Appearance: d.Get(dict, "DA"), Quadding: d.Int(dict.Raw("Q"), 0)}
}

type formWalk struct {
	d    *Document
	seen map[Ref]bool
	// byWidget maps the objects of widgets to fields. It is nil if the map is not wanted.
	byWidget map[Ref]*Field
	count    int // fields and widgets
	choices  int
	text     allowance
}

// fields reads the fields of an array, which inherit from parent.
func (w *formWalk) fields(array Object, parent *Field, depth int) []*Field {
	var out []*Field
	for _, o := range w.d.Array(array) {
		if w.count > limits.Fields {
			break
		}
		if r, dict, ok := w.visit(o); ok {
			out = append(out, w.field(r, dict, parent, depth))
		}
	}
	return out
}

// visit returns the dictionary of the node o. ok is false if o was visited before or is no dictionary.
func (w *formWalk) visit(o Object) (r Ref, dict Dict, ok bool) {
	r, isRef := o.(Ref)
	w.count++
	if isRef && w.seen[r] {
		return r, Dict{}, false
	}
	if isRef {
		w.seen[r] = true
	}
	dict = w.d.Dict(o)
	return r, dict, dict.Len() > 0
}

func (w *formWalk) field(r Ref, dict Dict, parent *Field, depth int) *Field {
	d := w.d
	f := &Field{
		Ref:         r,
		Partial:     w.text.text(d, dict.Raw("T")),
		Alternative: w.text.text(d, dict.Raw("TU")),
		Mapping:     w.text.text(d, dict.Raw("TM")),
		Type:        d.Name(dict.Raw("FT")),
		Flags:       d.Int(dict.Raw("Ff"), parent.Flags),
		Value:       d.Get(dict, "V"),
		Default:     d.Get(dict, "DV"),
		Options:     w.options(dict.Raw("Opt")),
		MaxLen:      max(0, d.Int(dict.Raw("MaxLen"), parent.MaxLen)),
		Appearance:  d.Get(dict, "DA"),
		Quadding:    d.Int(dict.Raw("Q"), parent.Quadding),
		Dict:        dict,
	}
	f.inherit(parent)
	f.Name = w.fullName(parent.Name, f.Partial)
	if d.isWidget(dict) {
		f.Widgets = append(f.Widgets, w.widget(f, r, dict))
	}
	if depth < limits.Depth {
		w.kids(f, dict.Raw("Kids"), depth+1)
	}
	return f
}

// inherit fills in the attributes that f does not have itself.
func (f *Field) inherit(parent *Field) {
	if f.Type == "" {
		f.Type = parent.Type
	}
	if f.Value == nil {
		f.Value = parent.Value
	}
	if f.Default == nil {
		f.Default = parent.Default
	}
	if f.Options == nil {
		f.Options = parent.Options
	}
	if f.Appearance == nil {
		f.Appearance = parent.Appearance
	}
}

// fullName charges the length of the whole name to the allowance, since the names in a deep tree
// repeat those of their ancestors.
func (w *formWalk) fullName(parent, partial string) string {
	if partial == "" || parent == "" {
		return parent + partial
	}
	if len(parent) > int(w.text) {
		return partial
	}
	w.text -= allowance(len(parent))
	return parent + "." + partial
}

// kids adds the kids of f. A kid with a name is a field, any other is a widget of f.
func (w *formWalk) kids(f *Field, array Object, depth int) {
	for _, o := range w.d.Array(array) {
		if w.count > limits.Fields {
			break
		}
		r, dict, ok := w.visit(o)
		switch {
		case !ok:
		case dict.Has("T") || dict.Has("Kids"):
			f.Kids = append(f.Kids, w.field(r, dict, f, depth))
		default:
			f.Widgets = append(f.Widgets, w.widget(f, r, dict))
		}
	}
}

// isWidget reports whether the dictionary of a field is also that of its only widget.
func (d *Document) isWidget(dict Dict) bool {
	return d.Name(dict.Raw("Subtype")) == "Widget" || dict.Has("Rect")
}

func (w *formWalk) widget(f *Field, r Ref, dict Dict) Widget {
	if w.byWidget != nil && r != (Ref{}) {
		w.byWidget[r] = f
	}
	page := 0
	if p, ok := dict.Raw("P").(Ref); ok {
		page = w.d.pageNumber(p)
	}
	if page == 0 {
		page = w.d.pageOfAnnotation(r)
	}
	return Widget{Ref: r, Page: page, Dict: dict}
}

// options reads Opt: strings, or arrays of export value and displayed text.
func (w *formWalk) options(o Object) []FieldOption {
	if o == nil || w.choices > limits.Fields {
		return nil
	}
	a := w.d.Array(o)
	if w.choices += len(a); len(a) == 0 || w.choices > limits.Fields { // fields may share one array
		return nil
	}
	out := make([]FieldOption, len(a))
	for i, o := range a {
		if pair := w.d.Array(o); len(pair) >= 2 {
			out[i] = FieldOption{Export: w.text.text(w.d, pair[0]), Display: w.text.text(w.d, pair[1])}
		} else {
			s := w.text.text(w.d, o)
			out[i] = FieldOption{Export: s, Display: s}
		}
	}
	return out
}

// pageOfAnnotation returns the page that lists the annotation r, or 0 when there is none. It is
// used for annotations that do not name their page.
func (d *Document) pageOfAnnotation(r Ref) int {
	d.trees.listed.Do(func() {
		listed := make(map[Ref]int)
		count := 0
		for n := 1; n <= d.PageCount() && count < limits.TreeNodes; n++ {
			annots := d.annotsOf(d.Page(n))
			count += len(annots) // pages may share one array
			for _, o := range annots {
				if r, ok := o.(Ref); ok && listed[r] == 0 {
					listed[r] = n
				}
			}
		}
		d.trees.annotationPage = listed
	})
	return d.trees.annotationPage[r]
}
