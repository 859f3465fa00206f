package convert_test

import (
	"bytes"
	"fmt"
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
