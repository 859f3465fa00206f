package content

import (
	"slices"
	"strconv"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// field adds the control for the widget a, if it is visible on the page. It reports whether the control replaces
// the whole appearance. The appearance of a signature says who signed, so it stays.
func (in *interp) field(r *pdf.FieldReader, a *pdf.Annotation, base *matrix) bool {
	f := r.Field(a)
	if f == nil {
		return false
	}
	box := base.bounds(a.Rect)
	if box.Empty() || box.Intersect(in.pageBox).Empty() || !in.b.item() {
		return true
	}
	out := layout.Field{
		Object: a.Ref.Num, Box: box.Intersect(in.pageBox),
		Name: f.Name, Title: f.Alternative, MaxLen: f.MaxLen, At: -1,
		Kind: fieldKind(f), Flags: flagsOf(f.Flags, commonFlags),
	}
	appearance := f.Appearance
	if a.Dict.Has("DA") {
		appearance = a.Dict.Raw("DA")
	}
	out.Size = coord(sizeOf(in.r.doc, appearance))
	out.Look = in.fieldLook(a, appearance)
	switch in.r.doc.Int(a.Dict.Raw("Q"), f.Quadding) { // table 231
	case 1:
		out.Flags |= layout.Centred
	case 2:
		out.Flags |= layout.AtRight
	}
	w := widgetReader{doc: in.r.doc, r: r, f: f, widget: a.Dict, out: &out}
	w.read()
	in.c.Fields = append(in.c.Fields, out)
	return out.Kind != layout.Signature || a.Appearance == nil
}

// Flags of fields (clauses 12.7.4.1, 12.7.5.2.1, 12.7.5.3, 12.7.5.4).
const (
	flagRadio      = 1 << 15
	flagPushButton = 1 << 16
	flagCombo      = 1 << 17
)

// flag is a bit of Ff and its meaning.
type flag struct {
	bit  int
	mean layout.FieldFlags
}

var (
	commonFlags = []flag{{1 << 0, layout.ReadOnly}, {1 << 1, layout.Required}}
	textFlags   = []flag{{1 << 12, layout.MultiLine}, {1 << 13, layout.Password}, {1 << 20, layout.FileSelect}, {1 << 22, layout.NoSpelling}, {1 << 24, layout.Comb}}
	choiceFlags = []flag{{1 << 18, layout.Editable}, {1 << 21, layout.MultiSelect}, {1 << 22, layout.NoSpelling}}
)

func flagsOf(ff int, table []flag) layout.FieldFlags {
	var out layout.FieldFlags
	for _, f := range table {
		if ff&f.bit != 0 {
			out |= f.mean
		}
	}
	return out
}

func fieldKind(f *pdf.Field) layout.FieldKind {
	switch {
	case f.Type == "Sig":
		return layout.Signature
	case f.Type == "Ch" && f.Flags&flagCombo != 0:
		return layout.ComboBox
	case f.Type == "Ch":
		return layout.ListBox
	case f.Type == "Btn" && f.Flags&flagPushButton != 0:
		return layout.PushButton
	case f.Type == "Btn" && f.Flags&flagRadio != 0:
		return layout.RadioButton
	case f.Type == "Btn":
		return layout.CheckBox
	}
	return layout.TextField
}

// widgetReader fills in the values that only some kinds of controls have.
type widgetReader struct {
	doc    *pdf.Document
	r      *pdf.FieldReader
	f      *pdf.Field
	widget pdf.Dict
	out    *layout.Field
}

func (w *widgetReader) read() {
	switch w.out.Kind {
	case layout.TextField:
		w.out.Flags |= flagsOf(w.f.Flags, textFlags)
		w.out.Values = w.r.Texts(w.f.Value)
	case layout.ComboBox, layout.ListBox:
		w.out.Flags |= flagsOf(w.f.Flags, choiceFlags)
		w.choice()
	case layout.CheckBox, layout.RadioButton:
		w.tick()
	case layout.PushButton:
		w.button()
	case layout.Signature:
		w.signature()
	}
}

// choice reads the options, and which of them are chosen. V names them by their exported or displayed values. If
// there is no V, I has their indexes.
func (w *widgetReader) choice() {
	w.out.Values = w.r.Texts(w.f.Value)
	chosen := make(map[string]bool, len(w.out.Values))
	for _, v := range w.out.Values {
		chosen[v] = true
	}
	w.out.Options = make([]layout.FieldOption, len(w.f.Options))
	for i, o := range w.f.Options {
		w.out.Options[i] = layout.FieldOption{Export: o.Export, Display: o.Display, Chosen: chosen[o.Export] || chosen[o.Display]}
	}
	if len(w.out.Values) > 0 {
		return
	}
	for _, i := range w.doc.Numbers(w.f.Dict.Raw("I")) {
		if i >= 0 && int(i) < len(w.out.Options) {
			w.out.Options[int(i)].Chosen = true
		}
	}
}

// tick reads whether the button is on, and its value then: the name of its appearance, or the text that Opt has
// under that number.
func (w *widgetReader) tick() {
	on, state := w.doc.OnState(w.widget), w.doc.Name(w.widget.Raw("AS"))
	if on == "" && state != "Off" {
		on = state
	}
	value := w.doc.Name(w.f.Value)
	if state == "" {
		state = value // for widgets without appearances
	}
	if state != "" && state != "Off" && (on == "" || state == on) {
		w.out.Flags |= layout.Checked
	}
	w.out.Export = pdf.String(on).Text()
	if i, err := strconv.Atoi(string(on)); err == nil && i >= 0 && i < len(w.f.Options) {
		w.out.Export = w.f.Options[i].Display
	}
}

// button reads the text on the button and what it does to the form.
func (w *widgetReader) button() {
	captions := w.r.Texts(w.doc.Dict(w.widget.Raw("MK")).Raw("CA"))
	if len(captions) > 0 {
		w.out.Caption = captions[0]
	}
	switch w.doc.Name(w.doc.Dict(w.widget.Raw("A")).Raw("S")) {
	case "ResetForm":
		w.out.Flags |= layout.ResetsForm
	case "SubmitForm":
		w.out.Flags |= layout.SubmitsForm
	}
}

// signature reads who signed. It sets nothing if nobody did.
func (w *widgetReader) signature() {
	signed := w.doc.Dict(w.f.Value)
	if signed.Len() == 0 {
		return
	}
	w.out.Flags |= layout.Checked
	w.out.Values = slices.Clip(w.r.Texts(signed.Raw("Name")))
}
