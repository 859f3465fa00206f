package pdf_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// bothWays reads the entries of one link twice: as an object of its own, whose text is skimmed, and
// as a dictionary inside Annots, which is parsed. Page 2 is object 6.
func bothWays(t testing.TB, entries string) []pdf.Annotation {
	file := &testkit.PDF{Catalog: "/OCProperties << /OCGs [7 0 R] /D << /OFF [7 0 R] >> >> /Names << /Dests 8 0 R >>"}
	file.AddPage(testkit.Page{Extra: "/Annots [9 0 R << /Subtype /Link " + entries + " >>]"})
	file.AddPage(testkit.Page{})
	file.Add("<< /Type /OCG >>")
	file.Add("<< /Names [(a) [6 0 R /XYZ 1 2 null] (b) 10 0 R (c) 11 0 R (d) (a) (e) 12 0 R] >>")
	file.Add("<< /Subtype /Link " + entries + " >>")
	file.Add("[6 0 R /FitR 1 2.5 -3 4]")
	file.Add("<< /D [6 0 R /FitH 7] >>")
	file.Add("<< /Type /X /D [4 0 R /Fit] >>")
	d, err := pdf.Open(t.Context(), file.Bytes(), pdf.Options{})
	if err != nil || d.PageCount() == 0 {
		return nil
	}
	annots := d.Annotations(d.Page(1))
	for i := range annots {
		annots[i].Ref, annots[i].Dict, annots[i].Appearance = pdf.Ref{}, pdf.Dict{}, nil
	}
	return annots
}

var linkEntries = map[string]string{
	"a name in an action":           "/Type /Annot /Border [0 0 1] /H /I /C [1 0 0] /Rect [1.5 2 -3 4] /A << /S /GoTo /D (b) >>",
	"a name of a dictionary":        "/Rect [1 2 3 4] /A << /Type /Action /S /GoTo /D (c) >>",
	"a name of a longer dictionary": "/Rect [1 2 3 4] /Dest (e)",
	"a name for a name":             "/Rect [1 2 3 4] /Dest (d)",
	"a name that nobody knows":      "/Dest (x)",
	"an action to an unknown name":  "/A << /S /GoTo /D (x) >>",
	"an unknown name and a page":    "/Dest (x) /A << /S /GoTo /D [6 0 R /Fit] >>",
	"an unknown name and no action": "/Dest (x) /A null",
	"an explicit destination":       "/Dest [ 6 0 R /XYZ 10 +20.5 null ]",
	"a destination of a bare page":  "/Dest [6 0 R]",
	"a page number":                 "/A << /S /GoTo /D [1 /Fit] >>",
	"an escaped fit":                "/Dest [6 0 R /F#69tH 9]",
	"a coordinate elsewhere":        "/Dest [6 0 R /FitH 99 0 R]",
	"a string with escapes": `/Dest (\141) /Contents (\(x\) \
y)`,
	"an address":                  "/A << /S /URI /URI (https://example.com/) >> /F 4 /QuadPoints [0 0 1 0 1 1 0 1]",
	"an action after an action":   "/A << /S /Named /N /Nowhere /Next << /S /GoTo /D (a) >> >>",
	"hidden by a flag":            "/F 2 /Rect [0 0 1 1]",
	"hidden by optional content":  "/OC 7 0 R",
	"an escaped key":              "/Re#63t [1 2 3 4]",
	"a key that stands twice":     "/Rect [1 2 3 4] /Rect [5 6 7 8]",
	"a rectangle of references":   "/Rect [1 2 3 99 0 R]",
	"a rectangle of too few":      "/Rect [1 2 3]",
	"a rectangle of too many":     "/Rect [1 2 3 4 5]",
	"a rectangle with a hole":     "/Rect [1 null 3 4]",
	"numbers that are hardly any": "/Rect [--1 2.3.4 1e2 .]",
	"comments everywhere":         "% (\n/Rect % [\n [1 % 9\n 2 3 4] /A << /S % x\n /GoTo /D (a) >>",
	"another subtype after all":   "/Subtype /Text /Contents (note)",
}

func TestLinksReadAsTextAndAsObjects(t *testing.T) {
	t.Parallel()
	for name, entries := range linkEntries {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			annots := bothWays(t, entries)
			require.Len(t, annots, 2)
			require.Equal(t, annots[1], annots[0])
		})
	}
}

func TestLinksAreNotReadTwice(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{}
	one := file.Add("<< /Subtype /Link /Contents (one) >>")
	two := file.Add("<< /Subtype /Link /Contents (two) >>")
	three := file.Add("<< /Subtype /Link /Contents (three) >>")
	annots := annotated(t, file, ref(two)+" "+ref(three)+" "+ref(one)+" "+ref(three)+" "+ref(one)+" "+ref(two))
	require.Len(t, annots, 3)
	require.Equal(t, "two", annots[0].Contents)
	require.Equal(t, "three", annots[1].Contents)
	require.Equal(t, "one", annots[2].Contents)
}

// FuzzLink gives a link any values, and checks that both ways to read it give the same.
func FuzzLink(f *testing.F) {
	f.Add("[1.5 2 -3 4]", "(a)", "<< /S /GoTo /D (b) >>", "4", "(text)", "[0 0 1 0 1 1 0 1]")
	f.Add("[1 2 3 99 0 R]", "[6 0 R /XYZ 1 null 2]", "<< /S /URI /URI (www.example.com) >>", "2", "<feff0041>", "")
	f.Add("[--1 2.3.4 1e2 .]", "/c", "[<< /S /Named /N /LastPage >>]", "", "", "null")
	f.Add("(x)", "[1 /Fit]", "<< /S /GoTo /SD [6 0 R] /Next 9 0 R >>", "-1", "7", "[1 2]")
	f.Add("[1 2 3 4 5]", "[ 6 0 R/FitR 1 2 3 4 ]", "<</S/GoTo/D/e>>", "+2", "()", "99 0 R")
	keys := [...]string{"/Rect ", "/Dest ", "/A ", "/F ", "/Contents ", "/QuadPoints "}
	f.Fuzz(func(t *testing.T, rect, dest, action, flags, contents, quads string) {
		entries := ""
		for i, value := range [...]string{rect, dest, action, flags, contents, quads} {
			if value == "" {
				continue
			}
			// Where a broken value ends is a matter of taste.
			if _, n, ok := pdf.ParseDirect([]byte(value + " /Behind")); !ok || n != len(value) {
				return
			}
			if strings.Count(value, "[")+strings.Count(value, "<") > limits.Depth/2 {
				return // neither way reads deeper, but they may stop at different places
			}
			entries += keys[i] + value + " "
		}
		if annots := bothWays(t, entries); len(annots) == 2 {
			require.Equal(t, annots[1], annots[0])
		}
	})
}
