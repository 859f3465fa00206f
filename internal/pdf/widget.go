package pdf

import (
	"context"

	"github.com/pagelift/pagelift/internal/limits"
)

// FieldReader reads the fields of the widgets of one page. It bounds the text that it takes from
// all of them: see limits.FieldText.
type FieldReader struct {
	d       *Document
	ctx     context.Context
	text    allowance
	options int
	// Cut is set if there was more text, or more choices, than allowed.
	Cut bool
}

// FieldReader returns a reader for the widgets of one page. ctx bounds the decoding of streams.
func (d *Document) FieldReader(ctx context.Context) *FieldReader {
	return &FieldReader{d: d, ctx: ctx, text: limits.FieldText, options: limits.FieldOptions}
}

// Field returns the field of the widget a. It takes it from the field tree or, if the tree does not
// list the widget, from the Parent entries from a upwards. It returns nil if a has no known type.
// Its texts count against the bound of the page, and it leaves out what exceeds the bound.
func (fr *FieldReader) Field(a *Annotation) *Field {
	var f Field
	if form := fr.d.Form(); form != nil && form.byWidget[a.Ref] != nil {
		f = *form.byWidget[a.Ref]
	} else {
		f = fr.orphan(a)
	}
	if f.Type == "" {
		return nil
	}
	for _, s := range [...]*string{&f.Name, &f.Alternative} {
		*s = fr.shorten(*s)
	}
	if len(f.Options) > fr.options {
		f.Options, fr.Cut = nil, true
	}
	fr.options -= len(f.Options)
	size := 0
	for _, o := range f.Options {
		size += len(o.Export) + len(o.Display)
	}
	if size > max(0, int(fr.text)) {
		f.Options, size, fr.Cut = nil, 0, true
	}
	fr.text -= allowance(size)
	return &f
}

// shorten returns s, cut to the text that is still allowed.
func (fr *FieldReader) shorten(s string) string {
	if len(s) > max(0, int(fr.text)) {
		fr.Cut = true
		return ""
	}
	fr.text -= allowance(len(s))
	return s
}

// orphan returns the field of a widget that the field tree does not list.
func (fr *FieldReader) orphan(a *Annotation) Field {
	d := fr.d
	chain := []Dict{a.Dict}
	seen := map[Ref]bool{a.Ref: true}
	for len(chain) < limits.Depth {
		r, ok := chain[len(chain)-1].Raw("Parent").(Ref)
		if !ok || seen[r] {
			break
		}
		seen[r] = true
		parent := d.Dict(r)
		if parent.Len() == 0 || parent.Has("Type") && d.Name(parent.Raw("Type")) == "Page" {
			break
		}
		chain = append(chain, parent)
	}
	w := formWalk{d: d, seen: seen, text: fr.text}
	f := d.formDefaults()
	for i := len(chain) - 1; i >= 0; i-- {
		f = w.field(a.Ref, chain[i], f, limits.Depth)
	}
	return *f
}

// Texts returns the values of o, which is a string, the text of a stream, a name, or an array of
// these (clause 12.7.5).
func (fr *FieldReader) Texts(o Object) []string {
	o = fr.d.Resolve(o)
	array, ok := o.(Array)
	if !ok {
		if s, ok := fr.value(o); ok {
			return []string{s}
		}
		return nil
	}
	var out []string
	for _, e := range array[:min(len(array), limits.FieldOptions)] {
		if s, ok := fr.value(fr.d.Resolve(e)); ok {
			out = append(out, s)
		}
	}
	return out
}

func (fr *FieldReader) value(o Object) (string, bool) {
	var s String
	switch o := o.(type) {
	case String:
		s = o
	case Name:
		s = String(o)
	case *Stream:
		data, err := fr.d.Decode(fr.ctx, o)
		if err != nil {
			return "", false
		}
		s = String(data)
	default:
		return "", false
	}
	fr.Cut = fr.Cut || len(s) > int(fr.text)
	left := max(0, int(fr.text))
	fr.text -= allowance(min(len(s), left))
	return s[:min(len(s), left)].Text(), true
}

// OnState returns the name of the appearance of a check box or radio button that is on (clause
// 12.7.5.2.3), or "" when it has none.
func (d *Document) OnState(widget Dict) Name {
	normal := d.Dict(d.Dict(widget.Raw("AP")).Raw("N"))
	for key := range normal.All() {
		if key != "Off" {
			return key
		}
	}
	return ""
}
