package examples_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
)

// TestFormIsWhatThisFileBuilds checks that form.pdf, which a picture of the README shows, is what the source below
// builds. go test ./examples -update writes the file.
func TestFormIsWhatThisFileBuilds(t *testing.T) {
	t.Parallel()
	built := form()
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		require.NoError(t, os.WriteFile("form.pdf", built, 0o644))
	}
	stored, err := os.ReadFile("form.pdf")
	require.NoError(t, err)
	require.Equal(t, string(stored), string(built), "run: go test ./examples -update")
}

// form returns a form of one page: text fields, a choice and check boxes. Each field stands beside its label, in a
// frame that the page draws, and shows its value.
func form() []byte {
	pdf := &testkit.PDF{Catalog: "/Lang (en-GB)", FormDict: "/DA (/R 11 Tf 0 g)"}
	p := newPage()
	appearance := func(width, height float64, content string) int {
		return pdf.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 %g %g] /Resources << /Font << %s >> >>",
			width, height, sampleFonts), content)
	}
	// field sets a label, and beside it a frame with the field.
	field := func(label, name, value, kind string, width float64) {
		p.line("R", 11, 72, 30, label)
		x, y := 190.0, p.y-5
		fmt.Fprintf(&p.b, "q .5 w .4 G %g %g %g 18 re S Q\n", x, y, width)
		shown := appearance(width, 18, fmt.Sprintf("/Tx BMC BT /R 11 Tf 4 5 Td (%s) Tj ET EMC", value))
		pdf.AddField(fmt.Sprintf("%g %g %g %g", x, y, x+width, y+18),
			fmt.Sprintf("/T (%s) /V (%s) /DA (/R 11 Tf 0 g) %s /AP << /N %d 0 R >>", name, value, kind, shown))
	}
	// box sets a check box, and its label after it.
	box := func(label, name, state string) {
		p.line("R", 11, 96, 22, label)
		fmt.Fprintf(&p.b, "q .5 w .4 G 74 %g 11 11 re S Q\n", p.y-2)
		on, off := appearance(11, 11, "q 1.2 w 2 2 m 9 9 l 2 9 m 9 2 l S Q"), appearance(11, 11, "")
		pdf.AddField(fmt.Sprintf("74 %g 85 %g", p.y-2, p.y+9),
			fmt.Sprintf("/FT /Btn /T (%s) /V /%s /AS /%s /AP << /N << /On %d 0 R /Off %d 0 R >> >>", name, state, state, on, off))
	}

	p.line("B", 20, 72, 30, "Application for a berth")
	p.line("I", 11, 72, 22, "Please return this form to the harbour office by the end of February.")
	p.heading("Applicant")
	field("Name:", "name", "Ines Calder", "/FT /Tx /Ff 2", 280)
	field("Telephone:", "telephone", "", "/FT /Tx", 140)
	field("Member since:", "since", "2030", "/FT /Ch /Ff 131072 /Opt [(2029) (2030) (2031)]", 80)
	p.heading("Vessel")
	field("Name of the vessel:", "vessel", "Sea Holly", "/FT /Tx", 280)
	p.y -= 8
	box("The vessel has an engine", "engine", "On")
	box("The vessel needs shore power", "power", "Off")
	box("I have read the rules of the harbour", "rules", "On")

	pdf.AddPage(testkit.Page{Content: p.b.String(), Fonts: sampleFonts, MediaBox: "0 0 595 842"})
	pdf.Trailer = fmt.Sprintf("/Info %d 0 R", pdf.Add("<< /Title (Application for a berth) /Producer (pagelift testkit) >>"))
	return pdf.Bytes()
}
