package convert_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestLettersThatNobodyKnowsAreSeenOnTheirPage(t *testing.T) {
	t.Parallel()
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	program := pdf.AddStream("", testkit.SquareFont())
	pdf.AddPage(testkit.Page{
		Fonts: fmt.Sprintf(fonts+" /U << /Type /Font /Subtype /Type0 /BaseFont /U /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /U /DW 600 "+
			"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /U /Flags 4 /FontFile2 %d 0 R >> >>] >>", program),
		Content: text("R", 11, 72, 700, "A line of text that has a name for everything.") + "BT /U 20 Tf 100 600 Td <0001> Tj ET ",
	})
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	result, err := convert.Convert(t.Context(), bytes.NewReader(pdf.Bytes()), opts)
	require.NoError(t, err)
	require.Regexp(t, `<svg class="g [^>]*><path fill="#000000" d="M5000 9600[^"]*z"`, result.HTML, "half an em from the baseline up, in fiftieths of a point")
}

func TestLinksOnNothingAreKeptOnTheirPage(t *testing.T) {
	t.Parallel()
	for facsimile, kept := range map[bool]bool{true: true, false: false} {
		opts := convert.DefaultOptions()
		opts.PreserveFormatting = facsimile
		result, err := convert.Convert(t.Context(), bytes.NewReader(facsimileDocument()), opts)
		require.NoError(t, err)
		require.Equal(t, kept, strings.Contains(result.HTML, "https://example.org/drawing"))
		for _, v := range result.Accessibility.Violations {
			require.Falsef(t, kept && v.ID == "pdf-links-kept", "%v", v)
		}
	}
}

func TestControlsHaveTheTypeOfTheirPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ field, want string }{
		"a size":                     {"/FT /Tx /DA (/Helv 10.5 Tf 0 g)", ` t140"`},
		"of the whole form":          {"/FT /Tx", ` t107"`},
		"in the middle":              {"/FT /Tx /Q 1", ` t107 centred"`},
		"at the right":               {"/FT /Tx /Q 2", ` t107 at-right"`},
		"a cell for each character":  {"/FT /Tx /Ff 16777216 /MaxLen 10", ` comb t107 v136 i68"`}, // 15 points, less a monospaced letter of 8
		"what the box has room for":  {"/FT /Tx /DA (/Helv 0 Tf)", ` t138"`},                      // 14 points, less the leading
		"what the value has room in": {"/FT /Tx /DA (/Helv 0 Tf) /V (" + strings.Repeat("word ", 10) + ")", ` t80"`},
		"no size that type can have": {"/FT /Tx /DA (/Helv 1e9 Tf)", ` t138"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pdf := &testkit.PDF{Catalog: "/Lang (en)", FormDict: "/DA (/Helv 8 Tf)"}
			pdf.AddField("150 697 300 711", "/T (name) "+c.field)
			pdf.AddPage(testkit.Page{Content: text("R", 11, 72, 700, "Name:"), Fonts: fonts})
			opts := convert.DefaultOptions()
			opts.PreserveFormatting = true
			result, err := convert.Convert(t.Context(), bytes.NewReader(pdf.Bytes()), opts)
			require.NoError(t, err)
			require.Regexp(t, `<input id="control-\d+" form="acroform" name="name" class="x2000 y1080 a2000 b187`+c.want, result.HTML)
		})
	}
}
