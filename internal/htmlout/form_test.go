package htmlout_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/htmlout"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func control(f layout.Field) *semantic.Node {
	return with(node(semantic.Form), semantic.Attr{ID: "c", Field: &f})
}

func label(s string) *semantic.Node {
	return with(node(semantic.Label, text(s)), semantic.Attr{Href: "#c"})
}

// TestAParagraphOfOneControlSaysSo, so that the style sheet can put the label beside or over the control.
func TestAParagraphOfOneControlSaysSo(t *testing.T) {
	t.Parallel()
	field := control(layout.Field{Name: "a"})
	box := control(layout.Field{Name: "a", Kind: layout.CheckBox})
	within := control(layout.Field{Name: "a"})
	within.Children = []*semantic.Node{label("Name")}
	for name, c := range map[string]struct {
		nodes []*semantic.Node
		want  string
	}{
		"label and control":     {[]*semantic.Node{label("Name"), text(" "), field}, `<p class="field"><label for="c">Name</label> <input`},
		"label of the control":  {[]*semantic.Node{within}, `<p class="field"><label for="c">Name</label> <input`},
		"box and label":         {[]*semantic.Node{box, text(" "), label("Engine")}, `<p class="tick"><input`},
		"text behind it":        {[]*semantic.Node{label("Name"), field, text(" in capitals")}, `<p><label`},
		"two controls":          {[]*semantic.Node{label("Name"), field, control(layout.Field{Name: "b"})}, `<p><label`},
		"a control without any": {[]*semantic.Node{field}, `<p><input`},
		"a button":              {[]*semantic.Node{label("Go"), control(layout.Field{Name: "a", Kind: layout.PushButton, Caption: "Go"})}, `<p><label`},
		"text":                  {[]*semantic.Node{text("Name")}, `<p>Name`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, write(t, &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.P, c.nodes...))}, htmlout.Options{Semantic: true, Minify: true}), c.want)
		})
	}
}

// TestRoomOfControlsIsCountedInCharacters and not in bytes. A Greek character has two bytes. A Japanese one has
// three, and is as wide as two letters.
func TestRoomOfControlsIsCountedInCharacters(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ value, rows, size string }{
		"Latin":       {strings.Repeat("a", 39), "", `size="39"`},
		"Greek":       {strings.Repeat("α", 39), "", `size="39"`},
		"marks above": {strings.Repeat("e\u0301", 39), "", `size="39"`},
		"Japanese":    {strings.Repeat("港", 29), ` rows="3"`, `size="58"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			html := func(flags layout.FieldFlags) string {
				n := control(layout.Field{Name: "a", Values: []string{c.value}, Flags: flags})
				return write(t, &semantic.Document{Root: node(semantic.DocumentRole, node(semantic.P, n))}, htmlout.Options{})
			}
			require.Contains(t, html(layout.MultiLine), `<textarea id="c" form="acroform" name="a"`+c.rows+`>`)
			require.Contains(t, html(0), c.size)
		})
	}
}
