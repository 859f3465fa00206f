package ccitt_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging/ccitt"
	"github.com/pagelift/pagelift/internal/limits"
)

// pictures have runs of every kind: none, short, over several codes, rows that
// begin or end black, changes that repeat the row above or move by up to four.
func pictures() map[string][]string {
	r := rand.New(rand.NewPCG(4, 6))
	all := map[string][]string{
		"one white pixel": {"."},
		"one black pixel": {"#"},
		"white":           {strings.Repeat(".", 70), strings.Repeat(".", 70)},
		"black":           {strings.Repeat("#", 70), strings.Repeat("#", 70)},
		"very long runs":  {strings.Repeat("#", 2700) + strings.Repeat(".", 2800), strings.Repeat(".", 5300) + strings.Repeat("#", 200)},
		"noise":           noise(r, 83, 40, 2),
		"runs":            noise(r, 700, 40, 90),
		"slanted":         {},
	}
	for y := range 60 {
		row := strings.Repeat(strings.Repeat(".", y%13+1)+strings.Repeat("#", y%7+1), 110)
		all["slanted"] = append(all["slanted"], row[:210])
	}
	for n := range 64 {
		all["every run"] = append(all["every run"], strings.Repeat(".", n*41)+strings.Repeat("#", 2600-n*41)+strings.Repeat(".", n)+strings.Repeat("#", 63-n))
	}
	return all
}

// noise returns rows of random runs. They are often like those above.
func noise(r *rand.Rand, width, height, run int) (rows []string) {
	for len(rows) < height {
		if len(rows) > 0 && r.IntN(3) > 0 {
			row := []byte(rows[len(rows)-1])
			for range 1 + r.IntN(4) {
				x := r.IntN(width)
				row[x] = other(row[x])
			}
			rows = append(rows, string(row))
			continue
		}
		var b strings.Builder
		for color := byte('.'); b.Len() < width; color = other(color) {
			b.WriteString(strings.Repeat(string(color), r.IntN(run+1)))
		}
		rows = append(rows, b.String()[:width])
	}
	return rows
}

func pack(picture []string) (out []byte) {
	for _, row := range picture {
		out = append(out, packed(row)...)
	}
	return out
}

func TestEveryCodeAndFraming(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		encoder encoder
		params  ccitt.Params
	}{
		"Group 4":                                {encoder{k: -1, endBlock: true}, ccitt.Params{K: -1, EndOfBlock: true}},
		"Group 4 without its end":                {encoder{k: -1}, ccitt.Params{K: -1, EndOfBlock: true}},
		"Group 4 with aligned rows":              {encoder{k: -1, align: true, endBlock: true}, ccitt.Params{K: -1, EncodedByteAlign: true, EndOfBlock: true}},
		"Group 3":                                {encoder{eol: true, endBlock: true}, ccitt.Params{EndOfLine: true, EndOfBlock: true}},
		"Group 3, patterns not announced":        {encoder{eol: true, endBlock: true}, ccitt.Params{EndOfBlock: true}},
		"Group 3 with patterns that end bytes":   {encoder{eol: true, alignEOL: true, endBlock: true}, ccitt.Params{EndOfLine: true, EncodedByteAlign: true, EndOfBlock: true}},
		"patterns that end bytes, not announced": {encoder{eol: true, alignEOL: true}, ccitt.Params{EncodedByteAlign: true}},
		"Group 3 with patterns that begin them":  {encoder{eol: true, align: true, endBlock: true}, ccitt.Params{EndOfLine: true, EncodedByteAlign: true, EndOfBlock: true}},
		"Group 3 without patterns":               {encoder{}, ccitt.Params{EndOfBlock: true}},
		"Group 3 without patterns, aligned":      {encoder{align: true}, ccitt.Params{EncodedByteAlign: true, EndOfBlock: true}},
		"Group 3 aligned, with an end":           {encoder{align: true, endBlock: true}, ccitt.Params{EncodedByteAlign: true, EndOfBlock: true}},
		"two dimensions":                         {encoder{k: 4, eol: true, endBlock: true}, ccitt.Params{K: 4, EndOfLine: true, EndOfBlock: true}},
		"two dimensions, another K":              {encoder{k: 2, eol: true, endBlock: true}, ccitt.Params{K: 4, EndOfBlock: true}},
		"two dimensions without patterns":        {encoder{k: 4}, ccitt.Params{K: 4, EndOfBlock: true}},
		"two dimensions, patterns end bytes":     {encoder{k: 4, eol: true, alignEOL: true}, ccitt.Params{K: 4, EndOfLine: true, EncodedByteAlign: true}},
	}
	for name, c := range cases {
		for kind, picture := range pictures() {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				e, p := c.encoder, c.params
				data := e.encode(picture)
				p.Columns, p.Rows, p.BlackIs1 = len(picture[0]), len(picture), true
				got, err := ccitt.Decode(t.Context(), data, p)
				require.NoError(t, err)
				require.True(t, bytes.Equal(pack(picture), got), "want %v\ngot %08b", picture, got)
			})
		}
	}
}

func TestNoCodeBeginsAnother(t *testing.T) {
	t.Parallel()
	for _, codes := range []string{
		ccitt.WhiteTerminating + " " + ccitt.WhiteMakeup + " " + ccitt.LongMakeup,
		ccitt.BlackTerminating + " " + ccitt.BlackMakeup + " " + ccitt.LongMakeup,
	} {
		all := strings.Fields(codes)
		require.Len(t, all, 64+27+13)
		for i, a := range all {
			for j, b := range all {
				require.False(t, i != j && strings.HasPrefix(b, a), "%s and %s", a, b)
			}
		}
	}
}

func TestRowsEndWithTheBlockOrTheData(t *testing.T) {
	t.Parallel()
	picture := pictures()["noise"]
	for name, e := range map[string]*encoder{"block": {k: -1, endBlock: true}, "data": {k: -1}} {
		got, err := ccitt.Decode(t.Context(), e.encode(picture), ccitt.Params{K: -1, Columns: len(picture[0]), EndOfBlock: true, BlackIs1: true})
		require.NoError(t, err, name)
		require.Equal(t, pack(picture), got, name)
	}
}

func TestWhiteIsOneUnlessToldOtherwise(t *testing.T) {
	t.Parallel()
	picture := []string{"..####..##"}
	data := (&encoder{k: -1}).encode(picture)
	got, err := ccitt.Decode(t.Context(), data, ccitt.Params{K: -1, Columns: 10, Rows: 1})
	require.NoError(t, err)
	require.Equal(t, []byte{0b11000011, 0b00111111}, got)
}

func TestDamagedRowsAreRepairedFromAbove(t *testing.T) {
	t.Parallel()
	picture := []string{"..##....##..####", "..##....##..###.", ".###....##..###.", "####....##..###."}
	e := &encoder{eol: true, endBlock: true}
	data := e.encode(picture)
	broken := &encoder{}
	broken.bits.WriteString(breakRow(e.bits.String(), 1))
	require.NotEqual(t, data, broken.bytes())

	got, err := ccitt.Decode(t.Context(), broken.bytes(), ccitt.Params{Columns: 16, Rows: 4, EndOfLine: true, EndOfBlock: true, BlackIs1: true})
	require.ErrorIs(t, err, ccitt.ErrDamaged)
	require.Equal(t, pack([]string{picture[0], picture[0], picture[2], picture[3]}), got)

	_, err = ccitt.Decode(t.Context(), broken.bytes(), ccitt.Params{Columns: 16, Rows: 4, EndOfLine: true, EndOfBlock: true, DamagedRowsBeforeError: 1})
	require.NoError(t, err, "one damaged row is tolerated")
}

// breakRow puts a code that does not exist into row n of a fax with patterns.
func breakRow(code string, n int) string {
	const pattern = "000000000001"
	at := 0
	for range n + 1 {
		at += strings.Index(code[at:], pattern) + len(pattern)
	}
	return code[:at] + "00000000" + "1" + code[at:]
}

func TestWhatWasReadBeforeDamageStays(t *testing.T) {
	t.Parallel()
	picture := pictures()["runs"]
	data := (&encoder{k: -1}).encode(picture)
	got, err := ccitt.Decode(t.Context(), data[:len(data)/2], ccitt.Params{K: -1, Columns: len(picture[0]), Rows: len(picture), BlackIs1: true})
	require.ErrorIs(t, err, ccitt.ErrDamaged)
	whole := pack(picture)
	rows := len(got)/len(packed(picture[0])) - 1 // the last one is torn
	require.Greater(t, rows, 5)
	require.Equal(t, whole[:rows*len(packed(picture[0]))], got[:rows*len(packed(picture[0]))])
}

func TestUncompressedModeIsRefused(t *testing.T) {
	t.Parallel()
	e := &encoder{k: -1}
	e.bits.WriteString("1" + "0000001111")
	got, err := ccitt.Decode(t.Context(), e.bytes(), ccitt.Params{K: -1, Columns: 8, BlackIs1: true})
	require.ErrorIs(t, err, ccitt.ErrUnsupported)
	require.Equal(t, []byte{0, 0}, got, "the white row before it, and the one it begins in")
}

func TestImpossibleSizesAreRefused(t *testing.T) {
	t.Parallel()
	_, err := ccitt.Decode(t.Context(), nil, ccitt.Params{Columns: limits.Pixels, Rows: 2})
	require.ErrorIs(t, err, ccitt.ErrTooLarge)
	_, err = ccitt.Decode(t.Context(), nil, ccitt.Params{Columns: -1})
	require.ErrorIs(t, err, ccitt.ErrDamaged)
	endless := bytes.Repeat([]byte{0xFF}, limits.Pixels/8/(1<<20)+1) // a row a bit, of 2^20 columns
	_, err = ccitt.Decode(t.Context(), endless, ccitt.Params{K: -1, Columns: 1 << 20})
	require.ErrorIs(t, err, ccitt.ErrTooLarge)
}

func TestDecodingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := ccitt.Decode(ctx, []byte{0xFF}, ccitt.Params{K: -1, Columns: 8})
	require.ErrorIs(t, err, context.Canceled)
}

func TestMMRTellsHowFarItRead(t *testing.T) {
	t.Parallel()
	picture := pictures()["noise"]
	for name, end := range map[string]bool{"with an end": true, "without": false} {
		data := (&encoder{k: -1, endBlock: end}).encode(picture)
		got, used, err := ccitt.DecodeMMR(t.Context(), append(bytes.Clone(data), 0x04, 0x12), len(picture[0]), len(picture))
		require.NoError(t, err, name)
		require.Equal(t, pack(picture), got, name)
		require.Equal(t, len(data), used, name)
	}
	got, _, err := ccitt.DecodeMMR(t.Context(), nil, 9, 3)
	require.NoError(t, err)
	require.Equal(t, make([]byte, 6), got, "rows that are missing are white")
}

// FuzzDecode decodes any bytes. All rows are whole, there are not more than were asked for, and the padding
// behind the columns stays clear.
func FuzzDecode(f *testing.F) {
	picture := pictures()["noise"]
	for _, e := range []*encoder{{k: -1, endBlock: true}, {eol: true}, {k: 4, eol: true, endBlock: true}, {align: true}} {
		f.Add(e.encode(picture), e.k, len(picture[0]), len(picture), byte(0xFF))
	}
	f.Add([]byte{0, 0, 0}, 0, 0, 0, byte(0))
	f.Fuzz(func(t *testing.T, data []byte, k, columns, rows int, flags byte) {
		columns, rows = columns&0xFFFF, rows&0xFFF
		p := ccitt.Params{K: k, Columns: columns, Rows: rows, BlackIs1: true, EndOfLine: flags&1 != 0, EncodedByteAlign: flags&2 != 0, EndOfBlock: flags&4 != 0}
		got, _ := ccitt.Decode(t.Context(), data, p)
		if columns == 0 {
			columns = 1728
		}
		stride := (columns + 7) / 8
		require.Zero(t, len(got)%stride)
		if rows > 0 {
			require.LessOrEqual(t, len(got), rows*stride)
		}
		if spare := stride*8 - columns; spare > 0 {
			for i := stride - 1; i < len(got); i += stride {
				require.Zero(t, got[i]<<(8-spare))
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	picture := noise(r, 2480, 800, 200)
	for name, e := range map[string]*encoder{"Group4": {k: -1}, "Group3": {eol: true}} {
		data := e.encode(picture)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := ccitt.Decode(b.Context(), data, ccitt.Params{K: e.k, Columns: 2480, Rows: 800})
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)*2480*800/1e6/b.Elapsed().Seconds(), "MP/s")
		})
	}
}
