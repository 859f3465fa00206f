package convert_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

// Namespaces of tagged documents.
const (
	pdf2Space = "/NS (http://iso.org/pdf2/ssn)"
	mathSpace = "/NS (http://www.w3.org/1998/Math/MathML)"
	htmlSpace = "/NS (http://www.w3.org/1999/xhtml)"
)

// el is a structure element.
var el = testkit.El

// english returns a document in English with these elements in one Document.
func english(kids ...any) []byte { return spaced(nil, kids...) }

// spaced returns such a document with namespaces.
func spaced(spaces []string, kids ...any) []byte {
	return testkit.Tagged{Catalog: "/Lang (en)", Spaces: spaces}.Bytes(el("Document", kids...))
}

// mapped returns such a document with a role map and classes.
func mapped(root string, kids ...any) []byte {
	return testkit.Tagged{Catalog: "/Lang (en)", Root: root}.Bytes(el("Document", kids...))
}

// Lines of text that is clearly a paragraph.
const (
	oneThing   = "The first of these paragraphs says one thing and no more than that."
	otherThing = "The second of them says another thing, which is not the same at all."
)

// taggedDocuments has one document for each rule by which HTML is derived from tagged PDF. The numbers are those
// in docs/derivation.md.
var taggedDocuments = map[string]func() []byte{
	"d04 the order is that of the tree": func() []byte {
		return english(el("H1", "Order"), el("P", oneThing), el("Sect", el("H2", "Part"), el("P", otherThing)))
	},
	"d05 artifacts and what is private are left out": func() []byte {
		return english(el("H1", "Content"), testkit.Artifact("An artifact"), el("P", oneThing),
			el("Private", el("P", "A private paragraph")), el("NonStruct", el("P", otherThing)), el("Artifact", el("P", "An artifact element")))
	},
	"d61 the label that a form has": func() []byte {
		widget := func(rect, field string) any { return testkit.Annot("/Subtype /Widget /Rect [" + rect + "] " + field) }
		return english(el("H1", "Application"), el("P", oneThing), el("P", otherThing),
			el("Form", el("Lbl", "Surname"), widget("250 621 400 635", "/FT /Tx /T (a)")),
			el("P", el("Form", widget("55 598 65 608", "/FT /Btn /T (b)"), el("Lbl", "I agree to all of it"))),
			el("P", "Choose: ", el("Form", widget("260 573 300 585", "/FT /Tx /T (c)"), el("Lbl", "Red")), el("Form", widget("200 573 240 585", "/FT /Tx /T (d)"), el("Lbl", "Blue"))),
			el("Form", widget("72 549 200 563", "/FT /Tx /T (e)")).With("/Alt (Remarks)"))
	},
	"d61 a control and its label in elements of their own": func() []byte {
		widget := func(rect, field string) any { return testkit.Annot("/Subtype /Widget /Rect [" + rect + "] " + field) }
		div := func(kid any) *testkit.Tag { return el("Div", kid) }
		return english(el("H1", "Return"), el("P", oneThing), el("P", otherThing),
			div(el("P", "7")), div(el("P", "Wages and salaries")), div(el("P", "7")), div(el("Form", widget("300 620 380 634", "/FT /Tx /T (a)"))), div(el("Form", widget("380 620 400 634", "/FT /Tx /T (b)"))),
			div(el("P", "1")), div(el("Form", widget("60 550 69 559", "/FT /Btn /T (c)"))), div(el("P", "Single")),
			div(el("Form", widget("72 400 200 414", "/FT /Tx /T (alone)"))), div(el("P", "Nobody reads this, which is far from all controls.")))
	},
	"d60 a group of boxes with other things in it": func() []byte {
		widget := func(rect, field string) any { return testkit.Annot("/Subtype /Widget /Rect [" + rect + "] " + field) }
		box := func(y int, label string) *testkit.Tag {
			return el("P", el("Form", widget(fmt.Sprintf("50 %d 60 %d", y, y+10), "/FT /Btn /T (status)")), label)
		}
		return english(el("H1", "Return"), el("P", oneThing), el("P", otherThing), el("H2", "Filing status"),
			box(624, "Single"), box(600, "Married"), el("P", "Check only one box."), el("P", el("Form", widget("120 550 200 564", "/FT /Tx /T (name)"), el("Lbl", "Name"))),
			box(528, "Widowed"), el("P", oneThing), el("P", otherThing))
	},
	"d61 controls that the number of their line names": func() []byte {
		widget := func(rect, field string) any { return testkit.Annot("/Subtype /Widget /Rect [" + rect + "] " + field) }
		div := func(kid any) *testkit.Tag { return el("Div", kid) }
		return english(el("H1", "Return"), el("P", oneThing), el("P", otherThing),
			div(el("P", "Wages and salaries of all that worked there")), div(el("P", "44")), el("P", oneThing), div(el("P", "45")),
			div(el("Form", widget("400 500 480 514", "/FT /Tx /T (f1)"))), div(el("Form", widget("482 500 500 514", "/FT /Tx /T (f2)"))),
			div(el("Form", widget("400 300 480 314", "/FT /Tx /T (f3)"))))
	},
	"d61 controls under heads that do not say of what": func() []byte {
		cell := func(x, y int) *testkit.Tag {
			return el("TD", el("Form", testkit.Annot(fmt.Sprintf("/Subtype /Widget /Rect [%d %d %d %d] /FT /Tx /T (f%d.%d)", x, y, x+100, y+14, x, y))))
		}
		return english(el("H1", "Dependents"), el("P", oneThing), el("P", otherThing),
			el("Table", el("TR", el("TH", "Name"), el("TH", "Number")), el("TR", cell(72, 620), cell(182, 620)), el("TR", cell(72, 596), cell(182, 596))))
	},
	"d32 headings in heads of a table only": func() []byte {
		return mapped("/RoleMap << /Headline /P >>", el("Headline", "Income of the year"), el("P", oneThing), el("Headline", "Taxes"), el("P", otherThing),
			el("Table", el("TR", el("TH", el("H", "Name")), el("TH", el("H", "Number"))), el("TR", el("TD", "Ann"), el("TD", "12"))))
	},
	"d10 role maps": func() []byte {
		return mapped("/RoleMap << /Headline /Top /Top /H1 /Body /P /Loop /Loop2 /Loop2 /Loop >>",
			el("Headline", "Mapped twice"), el("Body", oneThing), el("Loop", el("P", otherThing)))
	},
	"d10 namespaces": func() []byte {
		return spaced([]string{pdf2Space, "/NS (urn:own) /RoleMapNS << /kop /H1 /alinea [/P SPACE1] >>", htmlSpace},
			el("kop", "In a namespace of its own").In(2), el("P", oneThing).In(1), el("H7", "A low heading").In(1), el("p", otherThing).In(3))
	},
	"d11 blocks": func() []byte {
		return english(
			el("DocumentFragment", el("Part", el("H1", "Parts"), el("Div", el("P", oneThing)))),
			el("Sect", el("H2", "A section"), el("P", oneThing)),
			el("Art", el("H2", "An article"), el("P", oneThing)),
			el("Aside", el("P", otherThing)),
			el("BlockQuote", el("P", "Somebody has said this before us.")),
			el("BibEntry", "Fox, A. On dogs. 2020."),
			el("Index", el("P", "dog, 3"), el("P", "fox, 4")))
	},
	"d11 text inside a line": func() []byte {
		return english(el("H1", "Inside"), el("P", "It is ", el("Em", "so"), " and ", el("Strong", "so"), ", he said: ", el("Quote", "so"),
			" be ", el("Span", "it"), ", ", el("Sub", "part one"), " with ", el("Code", "x := 1"), "."))
	},
	"d11 code as a block": func() []byte {
		return english(el("H1", "Code"), el("P", oneThing), el("Code", "x := 1").With("/A << /O /Layout /Placement /Block >>"), el("P", otherThing))
	},
	"d11 headings without a level": func() []byte {
		return english(el("Sect", el("H", "Outer"), el("P", oneThing), el("Sect", el("H", "Inner"), el("P", otherThing))))
	},
	"d11 a title": func() []byte {
		return english(el("Title", "The title"), el("P", oneThing), el("H1", "First"), el("P", otherThing))
	},
	"d11 headings made of paragraphs": func() []byte {
		return english(el("Title", el("P", "The title"), el("P", "and what is below it")), el("P", oneThing), el("H1", el("P", "First")), el("P", otherThing))
	},
	"d05 artifacts in the middle of a page": func() []byte {
		return english(el("H1", "Content"), el("P", oneThing), el("P", otherThing), el("P", oneThing), el("P", otherThing), testkit.Artifact("An ornament"), el("P", oneThing), el("P", otherThing))
	},
	"d05 leaders outside of the tree": func() []byte {
		return english(el("H1", "Contents"), el("P", oneThing), testkit.Untagged(". . . . . . . . . . . ."), el("P", otherThing), testkit.Untagged("Name: ______"))
	},
	"d12 ids that are bytes": func() []byte {
		return english(el("H1", "Identified").With("/ID (a b)"), el("P", oneThing).With("/ID (a b)"), el("P", otherThing).With(`/ID (\377\000)`))
	},
	"d14 languages": func() []byte {
		return english(el("H1", "Languages"), el("P", oneThing), el("P", "Das ist ein deutscher Satz.").With("/Lang (de-DE)"),
			el("P", "He said ", el("Span", "bonjour").With("/Lang (fr)"), " and ", testkit.Marked{Dict: "/Lang (it)", Text: "ciao"}, " to ",
				el("Span", "us").With("/Lang (not a tag)"), ", then ", el("Span", "qapla").With("/Lang ()"), "."),
			el("P", "Here the text was typed with the keyboard of another country, and that is what the writer of the document took for its language.").With("/Lang (sv)"))
	},
	"d14 neighbours of one language": func() []byte {
		word := func(lang, text string) *testkit.Tag { return el("Span", text).With("/Lang (" + lang + ")") }
		mark := func(lang, text string) testkit.Marked {
			return testkit.Marked{Dict: "/Lang (" + lang + ")", Text: text}
		}
		return english(el("H1", "Neighbours"),
			el("P", "Each digit: ", word("fa-IR", "1"), word("fa-IR", "4"), word("fa-IR", "0"), word("fa-IR", "3"), " is a year."),
			el("P", "Each word: ", word("fr", "je"), " ", word("fr", "ne"), " ", word("fr", "sais"), " ", word("fr", "pas"), "."),
			el("P", "Each sequence: ", mark("fr", "je "), mark("fr", "ne "), mark("fr", "sais "), "is French."),
			el("P", "Apart: ", word("fr", "oui"), " or ", word("fr", "non"), " ", word("it", "si"), " ", word("it", "no").With("/E (number)"), " ",
				el("Quote", word("it", "ecco")), " ", word("it", "qua"), "."))
	},
	"d15 actual text": func() []byte {
		return english(el("H1", "Replaced"), el("P", "It reads ", el("Span", "f1sh").With("/ActualText (fish)"), " and ", testkit.Marked{Dict: "/ActualText (chips)", Text: "ch1ps"}, "."),
			el("P", "xxx").With("/ActualText (All of it is replaced.)"), el("P", otherThing, el("Span", "junk").With("/ActualText ()")))
	},
	"d16 alternatives of what is no picture": func() []byte {
		return english(el("H1", "Alternatives"), el("P", el("Span", "text stays").With("/Alt (an alternative)"), " as it is."))
	},
	"d17 abbreviations": func() []byte {
		return english(el("H1", "Short"), el("P", "The ", el("Span", "EU").With("/E (European Union)"), " and the ",
			testkit.Marked{Dict: "/E (United Nations) /Lang (en-GB)", Text: "UN"}, " met."))
	},
	"d18 titles of elements": func() []byte {
		return english(el("H1", "Titles").With("/T (for authors)"), el("P", oneThing).With("/T (too)"))
	},
	"d20 bullets": func() []byte {
		return english(el("H1", "Lists"), list("/A << /O /List /ListNumbering /Disc >>", "•", "one", "•", "two"))
	},
	"d20 numbers": func() []byte {
		return english(el("H1", "Lists"), list("/A << /O /List /ListNumbering /UpperRoman >>", "III.", "three", "IV.", "four"), el("P", oneThing), list("", "a)", "one", "b)", "two"))
	},
	"d21 labels that no marker says": func() []byte {
		return english(el("H1", "Lists"), list("/A << /O /List /ListNumbering /Unordered >>", "Art. 5", "five", "Rule 6", "six"))
	},
	"d22 descriptions": func() []byte {
		return english(el("H1", "Lists"), list("/A << /O /List /ListNumbering /Description >>", "Fox", "a red animal", "Dog", "a lazy one"))
	},
	"d23 lists in lists and in paragraphs": func() []byte {
		return english(el("H1", "Lists"), el("L", item("•", "one"), el("L", item("•", "inner")), item("•", "two")),
			el("P", "Text goes on: ", el("L", item("•", "in a paragraph"))))
	},
	"d30 spans and scopes": func() []byte {
		return english(el("H1", "Tables"), el("Table",
			el("THead", el("TR", el("TH", "Place").With("/A << /O /Table /RowSpan 2 /Scope /Both >>"), el("TH", "Spring").With("/A << /O /Table /ColSpan 2 /Scope /Column /Short (Spr.) >>")),
				el("TR", el("TH", "Count").With("/A << /O /Table /Scope /Column >>"), el("TH", "Share").With("/A << /O /Table /Scope /Column >>"))),
			el("TBody", el("TR", el("TH", "Oak").With("/A << /O /Table /Scope /Row >>"), el("TD", "1"), el("TD", "2"))),
			el("TFoot", el("TR", el("TH", "All").With("/A << /O /Table /Scope /Row >>"), el("TD", "3"), el("TD", "4")))))
	},
	"d31 headers by their ids": func() []byte {
		return english(el("H1", "Tables"), el("Table",
			el("TR", el("TH", "Place").With("/ID (t 1)"), el("TH", "Count").With("/ID (t 2)")),
			el("TR", el("TD", "Oak").With("/A << /O /Table /Headers [(t 1)] >>"), el("TD", "1").With("/A << /O /Table /Headers [(t 2) (none) (x)] >>")),
			el("TR", el("TD", "Ash").With("/A << /O /Table /Headers [(t 1)] >>"), el("TD", "2").With("/A << /O /Table /Headers [(t 1) (t 2)] >>"))),
			el("P", oneThing).With("/ID (x)"))
	},
	"d32 headings in heads, rows in the table, rows that are too short": func() []byte {
		return english(el("H1", "Tables"), el("Table",
			el("TR", el("TH", el("H2", "Place")), el("TH", el("Sect", el("P", "Count")))),
			el("TR", el("TD", "Oak"), el("TD", "1")), el("TR", el("TD", "Ash"))))
	},
	"d33 captions that are tagged as paragraphs": func() []byte {
		table := func() any {
			return el("Table", el("TR", el("TH", "Place"), el("TH", "Count")), el("TR", el("TD", "Oak"), el("TD", "1")))
		}
		return english(el("H1", "Captions"), el("P", "Table 1. Trees by their place"), table(),
			el("P", "Table 2 shows what was counted later than that."), table())
	},
	"d33 captions": func() []byte {
		table := func(kids ...any) any {
			return el("Table", append(kids, el("TR", el("TH", "Place"), el("TH", "Count")), el("TR", el("TD", "Oak"), el("TD", "1")))...)
		}
		return english(el("H1", "Captions"), table(el("Caption", "Inside of the table")), el("P", oneThing),
			el("Caption", "Before the table"), table(), el("P", otherThing),
			el("Figure", testkit.Paint("0 0 1 1 re f"), el("Caption", "Inside of the figure")).With("/Alt (A square)"), el("P", oneThing),
			el("Figure", testkit.Paint("0 0 1 1 re f")).With("/Alt (Another square)"), el("Caption", "Behind the figure"))
	},
	"d33 captions of groups": func() []byte {
		return english(el("H1", "Captions"),
			el("Div", el("Caption", el("Lbl", "Listing 1:"), el("P", "A listing")), el("P", oneThing), el("P", otherThing)),
			el("Sect", el("Figure", testkit.Paint("0 0 1 1 re f")).With("/Alt (A square)"), el("P", "Painted by hand."), el("Caption", "A painting")),
			el("Aside", el("Part", el("P", el("Figure", testkit.Paint("0 0 1 1 re f")).With("/Alt (A square that floats)"))), el("Caption", "A float")),
			el("Table", el("Caption", el("P", "A caption with a table"), el("Table", el("TR", el("TH", "x"), el("TD", "y")))),
				el("TR", el("TH", "Place"), el("TH", "Count")), el("TR", el("TD", "Oak"), el("TD", "1"))),
			el("P", oneThing), el("Caption", "A caption of nothing that is there"), el("P", otherThing))
	},
	"d33 captions in the first row": func() []byte {
		return english(el("H1", "Tables"), el("Table",
			el("TR", el("TD", "Table 1. Trees by number").With("/A << /O /Table /ColSpan 2 >>")),
			el("TR", el("TD", "Place"), el("TD", "2020")), el("TR", el("TD", "Oak"), el("TD", "100")), el("TR", el("TD", "Ash"), el("TD", "200"))))
	},
	"d35 figures in links": func() []byte {
		return english(el("H1", "Figures"), el("P", el("Link", el("Figure", testkit.Paint("0 0 1 1 re f")).With("/Alt (Our place)"),
			testkit.Annot("/Subtype /Link /A << /S /URI /URI (https://example.org/) >>"))), el("P", oneThing))
	},
	"d35 figures in the flow and in a line": func() []byte {
		return english(el("H1", "Figures"), el("Figure", testkit.Paint("0 0 m 1 1 l S")).With("/Alt (A line)"),
			el("P", oneThing, el("Figure", testkit.Paint("0 0 1 1 re f")).With("/Alt (A square)")))
	},
	"d35 several pictures in a figure": func() []byte {
		image := testkit.Paint("BI /W 2 /H 2 /CS /G /BPC 8 ID \x00\xff\x80\x10 EI")
		return english(el("H1", "Figures"), el("P", oneThing),
			el("Figure", testkit.Paint("0 0 m 1 1 l S"), testkit.Paint("0 0 1 1 re f .2 .2 m 1 .5 l S"), image).With("/Alt (Two drawings and an image)"), el("P", otherThing),
			el("Figure", testkit.Paint("0 0 m 1 1 l S"), testkit.PageEnd{}, testkit.Paint("0 0 1 1 re f .2 .2 m 1 .5 l S")).With("/Alt (A drawing on each page)"), el("P", oneThing))
	},
	"d60 controls in a figure": func() []byte {
		widget := func(rect, field string) any { return testkit.Annot("/Subtype /Widget /Rect [" + rect + "] " + field) }
		return english(el("H1", "Figures"), el("P", oneThing), el("P", otherThing),
			el("Figure", "Some words ", testkit.Paint("0 0 1 1 re f 0 0 m 1 1 l S"), el("Form", el("Lbl", "Name"), widget("180 530 280 545", "/FT /Tx /T (a) /V (x)")), el("P", "More of them")).With("/Alt (A chart)"),
			el("P", oneThing))
	},
	"d37 figures without an alternative": func() []byte {
		return english(el("H1", "Figures"), el("Figure", testkit.Paint("0 0 m 1 1 l S")), el("P", oneThing),
			el("Figure", testkit.Paint("0 0 1 1 re f"), el("Caption", "Figure 7. A square")), el("P", otherThing))
	},
	"d38 MathML of elements": func() []byte {
		return spaced([]string{pdf2Space, mathSpace}, el("H1", "Formulas"), el("P", "Let ",
			el("Formula", el("math", el("mrow", el("mi", "x"), el("mo", "="), el("mfrac", el("mn", "1"), el("mn", "2")))).In(2)).In(1), " be."),
			el("Formula", el("math", el("msup", el("mi", "x"), el("mn", "2"))).In(2)).In(1))
	},
	"d38 MathML of a file": func() []byte {
		return english(el("H1", "Formulas"), el("P", "Let ", el("Formula", "x=1").File("Supplement", "application/mathml+xml", "<math><mi>x</mi><mo>=</mo><mn>1</mn></math>"), " be."))
	},
	"d38 MathML of an attribute": func() []byte {
		return english(el("H1", "Formulas"), el("Formula", "x=1").With("/Alt (x is 1) /A << /O /MSFT_Office /MSFT_MathML (<mml:math xmlns:mml=\"http://www.w3.org/1998/Math/MathML\"><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn></mml:math>) >>"))
	},
	"d38 a formula in words": func() []byte {
		return english(el("H1", "Formulas"), el("Formula", "x=1").With("/Alt (x is one)"), el("P", "Let ", el("Formula", "y=2").With("/Alt (y is two)"), " be."))
	},
	"d41 blocks in paragraphs": func() []byte {
		return english(el("H1", "Blocks"), el("P", "It begins, ", el("P", oneThing), el("BlockQuote", el("P", "Somebody said so.")), "and goes on."))
	},
	"d50 links": func() []byte {
		link := func(text, action string) *testkit.Tag {
			return el("Link", text, testkit.Annot("/Subtype /Link /Contents (Tip) "+action))
		}
		return english(el("H1", "Links").With("/ID (top)"), el("P", "See ", link("this place", "/A << /S /URI /URI (https://example.org/a) >>"), "."),
			el("P", "Mail ", link("to us", "/A << /S /URI /URI (mailto:a@example.org) >>"), "."),
			el("P", "Do not follow ", link("this", "/A << /S /URI /URI (javascript:alert\\(1\\)) >>"), "."),
			el("P", "As ", el("Reference", link("said", "/A << /S /URI /URI (https://example.org/b) >>")), " before."))
	},
	"d51 links without text": func() []byte {
		link := func(of string) *testkit.Tag {
			return el("Link", testkit.Annot("/Subtype /Link /Rect [300 300 320 320] "+of))
		}
		uri := "/A << /S /URI /URI (https://example.org/a) >>"
		return english(el("H1", "Links"), el("P", "Text before ", link("/Contents (Our place) "+uri), " and behind."),
			el("P", "Named by the element: ", link(uri).With("/Alt (Our other place)")), el("P", link("/A << /S /URI /URI (https://example.org/b) >>")),
			el("L", el("LI", el("LBody", link("/Dest [0 /Fit]")))))
	},
	"d51 links beside their text": func() []byte {
		return english(el("H1", "Links"), el("P", "A word", el("Link", testkit.Annot("/Subtype /Link /A << /S /URI /URI (https://example.org/a) >>"))), el("P", otherThing))
	},
	"d52 notes": func() []byte {
		return english(el("H1", "Notes"), el("P", "Foxes are red", el("Reference", el("Lbl", "1")).With("/Ref []"), " as a rule."),
			el("Note", el("Lbl", "1"), " But not all of them are.").With("/ID (n1)"), el("P", otherThing),
			el("FENote", el("P", "A note at the end.")).With("/ID (n2)"))
	},
	"d52 the mark of a note in a link to its page": func() []byte {
		return english(el("H1", "Notes"), el("P", oneThing), el("P", "Foxes are red", el("Link", "*",
			testkit.Annot("/Subtype /Link /Dest [0 /Fit]")), " as a rule."), el("P", otherThing), el("Note", el("Lbl", "*"), " But not all of them are."))
	},
	"d70 what attributes of other owners may not say": func() []byte {
		attributes := func(text, list string) *testkit.Tag { return el("P", text).With("/A [" + list + "]") }
		return english(el("H1", "Owners"), attributes(oneThing, "<< /O /CSS-2 /color (red) /background (url\\(//example.org/x\\)) /display (none) >> << /O /HTML-4.01 /onclick (x) /style (color:red) /href (javascript:x) /hidden (hidden) >> << /O /ARIA-1.1 /role (button) /aria-hidden (true) >>"),
			attributes(otherThing, `<< /O /HTML-5.00 /title ("><script>x</script>) /translate (on) /dir (up) >> << /O /Other /title (x) >> << /O /HTMLX /title (x) >>`),
			el("BlockQuote", el("P", "Somebody said so.")).With("/A << /O /HTML-5.00 /cite (javascript:x) >>"),
			el("Sect", el("P", oneThing)).With("/A << /O /ARIA-1.1 /role /region >>"),
			el("Sect", el("P", oneThing)).With("/A << /O /ARIA-1.1 /role /none /aria-label (x) >>"))
	},
	"d70 attributes of HTML": func() []byte {
		html := func(attributes string) string { return "/A << /O /HTML-5.00 " + attributes + " >>" }
		return english(el("H1", "Owners"), el("P", oneThing).With(html("/title (A tip) /translate /no")), el("P", "abc").With(html("/dir /rtl")),
			el("P", otherThing).With("/A << /O /NSO /NS << /Type /Namespace "+htmlSpace+" >> /title (Another tip) >>"),
			el("P", "See ", el("Span", "there").With(html("/title (Not here)")), "."),
			el("BlockQuote", el("P", "Somebody said so.")).With(html("/cite (https://example.org/a?b&c)")),
			el("Table", el("TR", el("TH", "Place").With("/A [<< /O /Table /Scope /Row >> << /O /HTML-4.01 /scope /col /abbr (Pl.) >>]"), el("TH", "Count").With(html("/id (x)")+" /ID (count)")),
				el("TR", el("TD", "Oak"), el("TD", "1")), el("TR", el("TD", "All of them").With(html("/colspan 2 /headers (count)")))),
			el("L", item("a", "one"), item("b", "two")).With(html("/type (a)")))
	},
	"d70 attributes of CSS": func() []byte {
		css := func(text, attributes string) *testkit.Tag {
			return el("Span", text).With("/A << /O /CSS-3 " + attributes + " >>")
		}
		return english(el("H1", "Owners"), el("P", "Some is ", css("bold", "/font-weight (700)"), ", ", css("italic", "/font-style /italic"), ", ", css("gone", "/text-decoration-line (line-through)"),
			", ", css("small", "/font-variant (small-caps)"), ", ", css("low", "/vertical-align /sub /color (red)"), ", and ", css("plain", "/font-weight 400 /font-family (x)"), "."),
			el("P", oneThing).With("/A << /O /CSS-2 /direction /rtl /text-align /right >>"),
			el("L", el("LI", el("LBody", "one")), el("LI", el("LBody", "two"))).With("/A << /O /CSS-1.00 /list-style-type (upper-roman) >>"))
	},
	"d70 attributes of ARIA": func() []byte {
		aria := func(attributes string) string { return "/A << /O /ARIA-1.1 " + attributes + " >>" }
		return english(el("H1", "Owners"), el("Div", el("P", oneThing)).With(aria("/role (doc-abstract)")),
			el("Sect", el("H2", "One"), el("P", otherThing)).With(aria("/role /doc-chapter /aria-label (Chapter)")),
			el("Sect", el("H2", "Two"), el("P", otherThing)).With(aria("/role /doc-chapter /aria-label (Chapter)")),
			el("Aside", el("P", "Mind the gap.")).With(aria("/role /note")))
	},
	"d71 attributes that say what text is": func() []byte {
		at := func(text, attribute string) any {
			return el("Span", text).With("/A << /O /Layout " + attribute + " >>")
		}
		return english(el("H1", "Layout"), el("P", "E = mc", at("2", "/TextPosition /Sup"), " and H", at("2", "/TextPosition /Sub"), "O are ",
			at("old", "/TextDecorationType /LineThrough"), " ", at("known", "/TextDecorationType /Underline"), "."))
	},
	"d72 ruby and warichu": func() []byte {
		return english(el("H1", "Ruby"), el("P", "It says ", el("Ruby", el("RB", "base"), el("RP", "("), el("RT", "reading"), el("RP", ")")),
			" and ", el("Warichu", el("WP", "("), el("WT", "in small"), el("WP", ")")), " here."))
	},
	"d80 associated files that stay out": func() []byte {
		return english(el("H1", "Files"), el("P", oneThing).File("Alternative", "text/html", "<script>alert(1)</script>").File("Supplement", "text/css", "p{color:red}").
			File("Source", "application/mathml+xml", "<math><mi>x</mi></math>"))
	},
	"d80 pictures of figures": func() []byte {
		drawing := func(inside string) string {
			return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40">` + inside + `</svg>`
		}
		painted := func() *testkit.Tag {
			return el("Figure", testkit.Paint("0 0 1 1 re f 0 0 m 1 1 l S")).With("/Alt (A chart)")
		}
		return english(el("H1", "Files"), el("P", oneThing),
			painted().File("Source", "image/svg+xml", drawing("<g/>")).File("Alternative", "image/svg+xml", drawing(`<script>alert(1)</script><rect onload="x" width="9" height="9"/>`)),
			el("P", otherThing),
			painted().File("Supplement", "image/svg+xml", drawing(`<circle r="9"/>`)).File("Supplement", "image/gif", "GIF89a"),
			el("P", oneThing),
			el("Figure", "Words in the figure", el("Caption", "A drawing of nothing else")).With("/Alt (A drawing)").File("Alternative", "image/svg+xml", drawing(`<path d="M0 0L9 9"/>`)),
			el("P", otherThing),
			painted().File("Alternative", "image/svg+xml", "<svg/>").File("Alternative", "image/png", "no image"))
	},
	"d80 contents": func() []byte {
		return english(el("H1", "A book"), el("TOC", el("TOCI", el("Reference", el("Link", "One", testkit.Annot("/Subtype /Link /Dest [3 0 R /Fit]"))), " 1"),
			el("TOCI", "Two 2", el("TOC", el("TOCI", "Inner 3"))), el("TOCI")), el("P", oneThing)) // an office program leaves an empty entry
	},
}

// item is a list item, list a list of labels and texts.
func item(label, text string) *testkit.Tag { return el("LI", el("Lbl", label), el("LBody", text)) }

func list(dict string, texts ...string) *testkit.Tag {
	l := el("L").With(dict)
	for i := 0; i < len(texts); i += 2 {
		l.Kids = append(l.Kids, item(texts[i], texts[i+1]))
	}
	return l
}

func TestItemsThatSayNothingAreLeftOut(t *testing.T) {
	t.Parallel()
	result, err := convert.Convert(t.Context(), bytes.NewReader(english(el("H1", "Lists"),
		el("L", item("•", "one"), el("LI", el("LBody")), item("•", "two")), el("P", oneThing), el("L", el("LI", el("LBody"))))), convert.DefaultOptions())
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(result.HTML, "<li>"))
	require.Equal(t, 1, strings.Count(result.HTML, "<ul"))
}

// goldenName returns the golden file of a tagged document.
func goldenName(name string) string { return "tagged/" + strings.ReplaceAll(name, " ", "-") + ".html" }

func TestTaggedDocumentsGiveTheirStructure(t *testing.T) {
	t.Parallel()
	for name, document := range taggedDocuments {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := convert.DefaultOptions()
			opts.Minify = false
			result, err := convert.Convert(t.Context(), bytes.NewReader(document()), opts)
			require.NoError(t, err)
			requireSound(t, result.HTML)
			testkit.Golden(t, goldenName(name), []byte(result.HTML))
		})
	}
}

func TestEveryGoldenFileOfTaggedDocumentsIsOfOne(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(filepath.Join("testdata", "tagged"))
	require.NoError(t, err)
	names := map[string]bool{}
	for name := range taggedDocuments {
		names[filepath.Base(goldenName(name))] = true
	}
	for _, e := range entries {
		require.True(t, names[e.Name()], e.Name())
	}
}
