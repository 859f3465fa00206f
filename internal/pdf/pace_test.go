package pdf_test

import (
	"context"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

// endingContext ends when somebody looks at it for the last time. If there is no last time, it only
// counts the looks.
type endingContext struct {
	context.Context
	looks, last int
}

func (c *endingContext) Err() error {
	if c.looks++; c.last > 0 && c.looks >= c.last {
		return context.Canceled
	}
	return nil
}

// TestDecodeStopsWithItsContext lets the context end at each look that decoding takes at it.
func TestDecodeStopsWithItsContext(t *testing.T) {
	t.Parallel()
	const size = 4 << 20
	d := anyDocument(t)
	data := strings.Repeat(sample, size/len(sample)+1)
	row := "\x04" + data // of a PNG predictor
	for name, test := range map[string]struct{ dict, raw string }{
		"flate":                          {"<</Filter/Fl>>", deflate(data)},
		"flate without header":           {"<</Filter/Fl>>", deflate(data)[2:]},
		"flate of empty blocks":          {"<</Filter/Fl>>", "\x78\x9c" + strings.Repeat("\x00\x00\x00\xff\xff", 512)},
		"flate of stored blocks":         {"<</Filter/Fl>>", "\x78\x9c" + strings.Repeat("\x00\xff\xff\x00\x00"+data[:0xffff], 64)},
		"lzw":                            {"<</Filter/LZW/DecodeParms<</EarlyChange 0>>>>", lzwLate(data)},
		"lzw that clears its table only": {"<</Filter/LZW>>", strings.Repeat("\x80\x40\x20\x10\x08\x04\x02\x01\x00", size/8)},
		"ascii85":                        {"<</Filter/A85>>", ascii85Of(data)},
		"ascii85 of white space":         {"<</Filter/A85>>", "!!" + strings.Repeat(" ", size)},
		"hexadecimal":                    {"<</Filter/AHx>>", hex.EncodeToString([]byte(data))},
		"run length":                     {"<</Filter/RL>>", runLength(data)},
		"a chain":                        {"<</Filter[/Fl/AHx/RL]>>", deflate(hex.EncodeToString([]byte(runLength(data))))},
		"png in one row":                 {"<</Filter/Fl/DecodeParms<</Predictor 15/Columns 16777216>>>>", deflate(row)},
		"png in short rows":              {"<</Filter/Fl/DecodeParms<</Predictor 15/Columns 4>>>>", deflate(row)},
		"tiff of 8 bits in one row":      {"<</Filter/Fl/DecodeParms<</Predictor 2/Columns 16777216>>>>", deflate(data)},
		"tiff of 16 bits in one row":     {"<</Filter/Fl/DecodeParms<</Predictor 2/Columns 16777216/BitsPerComponent 16>>>>", deflate(data)},
		"tiff of 4 bits in one row":      {"<</Filter/Fl/DecodeParms<</Predictor 2/Columns 16777216/BitsPerComponent 4>>>>", deflate(data)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &pdf.Stream{Dict: dictOf(t, test.dict), Raw: []byte(test.raw)}
			all := &endingContext{Context: t.Context()}
			whole, _ := d.Decode(all, s)
			require.GreaterOrEqual(t, all.looks, size>>20)
			require.Less(t, all.looks, 100, "looks are not free")
			for last := 1; last <= all.looks; last++ {
				ctx := &endingContext{Context: t.Context(), last: last}
				got, err := d.Decode(ctx, s)
				require.ErrorIs(t, err, context.Canceled, last)
				require.LessOrEqual(t, len(got), min(len(whole), last<<21), last)
				require.LessOrEqual(t, ctx.looks, last+5, "goes on after look %d", last)
			}
		})
	}
}

// TestDecodeInPieces has rows that are longer than what is decoded between two looks at the context.
// They come out as if they were decoded at once.
func TestDecodeInPieces(t *testing.T) {
	t.Parallel()
	const size = 5 << 19 // two and a half pieces
	d := anyDocument(t)
	ones := strings.Repeat("\x01", size)
	counted := func(step int) string { // 1, 2, 3 and so on, each step times
		b := make([]byte, size)
		for i := range b {
			b[i] = byte(i/step + 1)
		}
		return string(b)
	}
	for name, test := range map[string]struct{ dict, data, want string }{
		"hexadecimal":          {"<</Filter/AHx>>", " " + strings.Repeat("41", size), strings.Repeat("A", size)},
		"png, left":            {"<</Filter/Fl/DecodeParms<</Predictor 15/Columns 16777216>>>>", "\x01" + ones, counted(1)},
		"png, left of three":   {"<</Filter/Fl/DecodeParms<</Predictor 15/Columns 16777216/Colors 3>>>>", "\x01" + ones, counted(3)},
		"png, paeth":           {"<</Filter/Fl/DecodeParms<</Predictor 15/Columns 16777216>>>>", "\x04" + ones, counted(1)},
		"png, up":              {"<</Filter/Fl/DecodeParms<</Predictor 15/Columns 2621440>>>>", "\x00" + ones + "\x02" + ones, ones + strings.Repeat("\x02", size)},
		"tiff of three colors": {"<</Filter/Fl/DecodeParms<</Predictor 2/Columns 16777216/Colors 3>>>>", ones, counted(3)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if strings.Contains(test.dict, "/Fl") {
				test.data = deflate(test.data)
			}
			got, err := d.Decode(t.Context(), &pdf.Stream{Dict: dictOf(t, test.dict), Raw: []byte(test.data)})
			require.NoError(t, err)
			require.True(t, test.want == string(got))
		})
	}
}

func TestContentStopsWithItsContext(t *testing.T) {
	t.Parallel()
	f := newFile()
	onePage(f)
	f.stream(4, "/Filter /FlateDecode", deflate(strings.Repeat(" ", 64<<20)))
	d, err := pdf.Open(t.Context(), f.end(f.table("/Root 1 0 R")), pdf.Options{Warn: func(damage pdf.Damage) {
		t.Errorf("not damage: %+v", damage)
	}})
	require.NoError(t, err)
	content := d.Content(&endingContext{Context: t.Context(), last: 3}, nil, d.Page(1))
	require.NotEmpty(t, content)
	require.Less(t, len(content), 8<<20)
}

// TestOpenStopsWithItsContext lets the context end at each look that Open takes at it, also while an
// object stream inflates.
func TestOpenStopsWithItsContext(t *testing.T) {
	t.Parallel()
	f := newFile()
	f.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
	f.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	f.stream(4, "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", deflate("3 0 << /Type /Page >>"+strings.Repeat(" ", 8<<20)))
	f.WriteString("trailer << /Root 1 0 R >>")
	src := f.Bytes()
	all := &endingContext{Context: t.Context()}
	d, err := pdf.Open(all, src, pdf.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, d.PageCount())
	require.Greater(t, all.looks, 8)
	for last := 1; last <= all.looks; last++ {
		_, err := pdf.Open(&endingContext{Context: t.Context(), last: last}, src, pdf.Options{})
		require.ErrorIs(t, err, context.Canceled, last)
	}
}
