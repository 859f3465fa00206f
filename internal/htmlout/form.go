package htmlout

import (
	"math"
	"strings"
	"unicode"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// formID is the ID of the form that owns all controls.
const formID = "acroform"

// form writes the form that owns the controls of the document, if there are any. Its method dialog sends nothing
// anywhere, whatever button is pressed.
func (w *writer) form() {
	if !w.hasControls {
		return
	}
	w.str("<form")
	w.id(formID)
	w.strLine(` method="dialog"></form>`)
}

// control writes a form control (Deriving HTML from PDF, clause 4.3.7). Its Label children stand before it, or
// behind it if it can be ticked.
func (w *writer) control(n *semantic.Node) {
	if n.Attr == nil || n.Attr.Field == nil || n.Attr.ID == "" || w.inLink {
		w.inlines(n)
		return
	}
	f := n.Attr.Field
	w.hasControls = true
	if !f.Ticks() {
		w.labels(n)
	}
	c := controlWriter{writer: w, n: n, f: f}
	switch f.Kind {
	case layout.CheckBox:
		c.tick("checkbox")
	case layout.RadioButton:
		c.tick("radio")
	case layout.PushButton:
		c.button()
	case layout.ComboBox:
		c.combo()
	case layout.ListBox:
		c.selection()
	case layout.Signature:
		c.signature()
	default:
		c.text()
	}
	if f.Ticks() {
		w.labels(n)
	}
}

// fieldClass returns the class of a paragraph that is one control and the text that names it: "tick" for a box or
// button to tick, "field" for other controls. It returns "" for any other paragraph.
func (w *writer) fieldClass(n *semantic.Node) string {
	if n.Role != semantic.P || n.Text != "" || w.pages != nil || w.inTable {
		return ""
	}
	class, named := "", false
	for _, c := range n.Children {
		switch {
		case isSilent(c) || c.Role == semantic.Span && len(c.Children) == 0 && strings.TrimSpace(c.Text) == "":
		case c.Role == semantic.Label:
			named = true
		case c.Role == semantic.Form && class == "" && c.Attr != nil && c.Attr.Field != nil && c.Attr.Field.Kind != layout.PushButton:
			named = named || len(c.Children) > 0
			if class = "field"; c.Attr.Field.Ticks() {
				class = "tick"
			}
		default:
			return ""
		}
	}
	if !named {
		return ""
	}
	return class
}

// labels writes the children of n, with spaces between them and the control.
func (w *writer) labels(n *semantic.Node) {
	if len(n.Children) == 0 {
		return
	}
	if n.Attr.Field.Ticks() {
		w.str(" ")
	}
	w.run(n.Children)
	if !n.Attr.Field.Ticks() {
		w.str(" ")
	}
}

// fieldset writes controls that belong together, and their common name.
func (w *writer) fieldset(n *semantic.Node) {
	w.str("<fieldset")
	w.common(n)
	if n.Attr != nil {
		w.attr("aria-label", n.Attr.Alt)
	}
	w.strLine(">")
	legend := childOf(n, semantic.Caption)
	if legend != nil {
		w.open("legend", legend)
		w.inlines(legend)
		w.strLine("</legend>")
	}
	for _, c := range n.Children {
		if c != legend {
			w.block(c)
		}
	}
	w.strLine("</fieldset>")
}

// fieldLabel writes the text that names a control.
func (w *writer) fieldLabel(n *semantic.Node) {
	if n.Attr == nil || len(n.Attr.Href) < 2 || w.inLink || w.inLabel {
		w.inlines(n)
		return
	}
	w.inLabel = true
	w.str("<label")
	w.common(n)
	w.attr("for", cleanID(n.Attr.Href[1:]))
	w.str(">")
	w.inlines(n)
	w.str("</label>")
	w.inLabel = false
}

// controlWriter writes one control.
type controlWriter struct {
	*writer
	n *semantic.Node
	f *layout.Field
}

// start writes the tag, up to the attributes that all controls have.
func (c *controlWriter) start(tag string) {
	c.str("<")
	c.str(tag)
	c.common(c.n)
	c.attr("form", formID)
	c.attr("name", c.f.Name)
	c.attr("aria-label", c.n.Attr.Alt)
	class := ""
	if c.f.Kind == layout.Signature {
		class = "signature"
	}
	if c.pages != nil {
		class = strings.TrimSpace(class + " " + c.placed())
	}
	c.attr("class", class)
}

// placed returns the classes that put the control, and the text in it, at their positions on the page.
func (c *controlWriter) placed() string {
	size := c.f.Size
	if size == 0 {
		size = c.fit()
	}
	class := c.pages.Place(c.f.Box)
	if look := c.pages.Look(&c.f.Look); look != "" {
		class += " " + look
	}
	if c.has(layout.Comb) && c.f.MaxLen > 0 && c.f.Kind == layout.TextField {
		return class + " comb " + c.pages.Type(size, c.f.Box.Width()/float32(c.f.MaxLen))
	}
	switch class += " " + c.pages.Type(size, 0); {
	case c.has(layout.Centred):
		class += " centred"
	case c.has(layout.AtRight):
		class += " at-right"
	}
	return class
}

// The text in a box without a text size. One line is as large as fits: up to mostFit points, with a line height of
// fitLeading and characters of fitWidth, both in text sizes.
const (
	fitLeading = 1.35
	fitWidth   = 0.5
	mostFit    = 12
)

// fit returns the text size in points at which the value fits the box.
func (c *controlWriter) fit() float32 {
	size := min(c.f.Box.Height()/fitLeading, mostFit)
	if n := utf16Length(c.value()); n > 0 && !c.has(layout.MultiLine) {
		size = min(size, c.f.Box.Width()/(fitWidth*float32(n)))
	}
	return max(size, 1)
}

// flag writes an attribute without value, if on is true.
func (c *controlWriter) flag(name string, on bool) {
	if on {
		c.str(" ")
		c.str(name)
	}
}

func (c *controlWriter) has(f layout.FieldFlags) bool { return c.f.Flags&f != 0 }

// value returns the text in the control, or "".
func (c *controlWriter) value() string {
	if len(c.f.Values) == 0 {
		return ""
	}
	return c.f.Values[0]
}

// text writes a text field.
func (c *controlWriter) text() {
	value := lineEnds.Replace(c.value())
	if c.has(layout.MultiLine) && !c.has(layout.Password|layout.FileSelect) {
		c.start("textarea")
		c.count("rows", min(max(int(c.f.Box.Height()/rowHeight), c.rowsOf(value), 2), rowsMost), 2)
		c.writing(value)
		c.str(">")
		if strings.HasPrefix(value, "\n") {
			c.str("\n") // parsers drop the first line end
		}
		c.writer.value(value)
		c.close("textarea")
		return
	}
	c.start("input")
	switch {
	case c.has(layout.FileSelect):
		c.str(` type="file"`)
		c.flag("required", c.has(layout.Required))
		c.flag("disabled", c.has(layout.ReadOnly))
		c.str(">")
		return
	case c.has(layout.Password):
		c.str(` type="password"`)
	default:
		c.str(` type="text"`)
		c.attr("value", strings.ReplaceAll(value, "\n", " "))
	}
	c.size()
	c.writing(value)
	c.str(">")
}

// lineEnds turns the line ends of text fields into those of HTML.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Sizes of handwriting or of text in the usual font, in points.
const (
	rowHeight  = 14
	rowsMost   = 24
	charWidth  = 5.5
	sizeLeast  = 2
	sizeMost   = 60
	sizeOfHTML = 20 // of an input without a size
)

// rowsOf returns how many lines a value takes at the usual width. On paper nobody can scroll to the rest.
func (c *controlWriter) rowsOf(value string) int {
	rows := 0
	for line := range strings.SplitSeq(value, "\n") {
		if rows += 1 + columnsOf(line)/sizeOfHTML; rows > rowsMost {
			break
		}
	}
	return rows
}

// size writes about how many characters fit, and at least the number of those that are there.
func (c *controlWriter) size() {
	n := max(int(math.Round(float64(c.f.Box.Width())/charWidth)), columnsOf(c.value()))
	if c.f.MaxLen > 0 {
		n = min(n, max(c.f.MaxLen+1, columnsOf(c.value())))
	}
	c.count("size", min(max(n, sizeLeast), sizeMost), sizeOfHTML)
}

// writing writes the attributes that all text fields have.
func (c *controlWriter) writing(value string) {
	if n := c.f.MaxLen; n > 0 && n < math.MaxInt32 && utf16Length(value) <= n {
		c.count("maxlength", n, 0)
	}
	if c.has(layout.NoSpelling) {
		c.str(` spellcheck="false"`)
	}
	c.flag("readonly", c.has(layout.ReadOnly))
	c.flag("required", c.has(layout.Required) && !c.has(layout.ReadOnly))
}

// columnsOf returns the width of s in characters. A character of Chinese, Japanese or Korean is as wide as two
// letters. A mark above or below a letter takes no width.
func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case r >= cjk:
			n += 2
		default:
			n++
		}
	}
	return n
}

// utf16Length returns the length of s as HTML counts it.
func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		if n++; r > 0xFFFF {
			n++
		}
	}
	return n
}

// tick writes a box or button to tick. HTML has no read-only ones.
func (c *controlWriter) tick(kind string) {
	c.start("input")
	c.attr("type", kind)
	c.attr("value", c.f.Export)
	c.flag("checked", c.has(layout.Checked))
	c.flag("required", c.has(layout.Required))
	c.flag("disabled", c.has(layout.ReadOnly))
	c.str(">")
}

// button writes a button. Of its actions in the PDF, only to reset the form is kept.
func (c *controlWriter) button() {
	kind := "button"
	switch {
	case c.has(layout.ResetsForm):
		kind = "reset"
	case c.has(layout.SubmitsForm):
		kind = "submit"
	}
	c.start("button")
	c.attr("type", kind)
	c.flag("disabled", c.has(layout.ReadOnly))
	c.str(">")
	c.writer.text(c.f.Caption)
	c.close("button")
}

// combo writes a drop-down list. If other values may be entered, it writes a text field with suggestions.
func (c *controlWriter) combo() {
	if !c.has(layout.Editable) {
		c.selection()
		return
	}
	list := cleanID(c.n.Attr.ID) + "-list"
	c.start("input")
	c.str(` type="text"`)
	c.attr("value", strings.ReplaceAll(lineEnds.Replace(c.shown()), "\n", " "))
	if len(c.f.Options) > 0 {
		c.attr("list", list)
	}
	c.size()
	c.writing("")
	c.str(">")
	if len(c.f.Options) == 0 {
		return
	}
	c.str("<datalist")
	c.id(list)
	c.str(">")
	for _, o := range c.f.Options {
		c.str("<option")
		c.attr("value", o.Display)
		c.str("></option>")
	}
	c.close("datalist")
}

// shown returns the text that a reader sees for the value of a list.
func (c *controlWriter) shown() string {
	for _, o := range c.f.Options {
		if o.Chosen {
			return o.Display
		}
	}
	return c.value()
}

// listRows is the most options of a list box that are visible at a time.
const listRows = 12

// selection writes a list of options. A chosen value that is not an option is added to them.
func (c *controlWriter) selection() {
	c.start("select")
	c.flag("multiple", c.has(layout.MultiSelect))
	box := c.f.Kind == layout.ListBox
	if box {
		c.count("size", min(max(int(c.f.Box.Height()/rowHeight), sizeLeast), listRows), 0)
	}
	c.flag("required", c.has(layout.Required) && (box || c.has(layout.MultiSelect)))
	c.flag("disabled", c.has(layout.ReadOnly))
	c.str(">")
	chosen := false
	for _, o := range c.f.Options {
		on := o.Chosen && (!chosen || c.has(layout.MultiSelect))
		c.option(o.Export, o.Display, on)
		chosen = chosen || o.Chosen
	}
	switch value := c.value(); {
	case chosen:
	case value != "":
		c.option(value, value, true)
	case !box:
		c.option("", "", true) // nothing is chosen, and no option may look chosen
	}
	c.close("select")
}

func (c *controlWriter) option(value, text string, chosen bool) {
	c.str("<option")
	if value != text || !readable(text) {
		c.str(` value="`)
		c.writer.value(value)
		c.str(`"`)
	}
	if !readable(text) {
		c.str(` label="-"`)
	}
	c.flag("selected", chosen)
	c.str(">")
	c.writer.text(text)
	c.close("option")
}

// signature writes the place of a signature: who has signed, or that nobody has. Nobody can sign it here.
func (c *controlWriter) signature() {
	value := ""
	if c.has(layout.Checked) {
		value = "Signed"
		if name := c.value(); readable(name) {
			value = "Signed by " + name
		}
	}
	c.start("input")
	c.str(` type="text" readonly`)
	c.attr("value", value)
	c.size()
	c.str(">")
}
