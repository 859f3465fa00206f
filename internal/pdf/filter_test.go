package pdf_test

import (
	"bytes"
	"compress/flate"
	"compress/lzw"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

// open opens src, which must be sound.
func open(t testing.TB, src []byte) *pdf.Document {
	t.Helper()
	d, err := pdf.Open(t.Context(), src, pdf.Options{})
	require.NoError(t, err)
	return d
}

// anyDocument returns a document to decode streams with.
func anyDocument(t testing.TB) *pdf.Document {
	var p testkit.PDF
	p.AddPage(testkit.Page{})
	return open(t, p.Bytes())
}

// dictOf parses a dictionary.
func dictOf(t testing.TB, src string) pdf.Dict {
	t.Helper()
	o, _, ok := pdf.ParseDirect([]byte(src))
	require.True(t, ok)
	return o.(pdf.Dict)
}

func deflate(data string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(data))
	w.Close()
	return b.String()
}

// lzwLate encodes for EarlyChange 0. That is what compress/lzw calls MSB.
func lzwLate(data string) string {
	var b bytes.Buffer
	w := lzw.NewWriter(&b, lzw.MSB, 8)
	w.Write([]byte(data))
	w.Close()
	return b.String()
}

// lzwEarly encodes with literals only, and clears the table before codes grow.
func lzwEarly(data string) string {
	var out []byte
	var bits uint64
	n := 0
	put := func(code int) {
		bits = bits<<9 | uint64(code)
		for n += 9; n >= 8; n -= 8 {
			out = append(out, byte(bits>>(n-8)))
		}
	}
	for i := range len(data) {
		if i%250 == 0 {
			put(256)
		}
		put(int(data[i]))
	}
	put(257)
	return string(append(out, byte(bits<<(8-n))))
}

func runLength(data string) string {
	var out []byte
	for len(data) > 0 {
		same := 1
		for same < min(len(data), 128) && data[same] == data[0] {
			same++
		}
		n := min(len(data), 128)
		if same > 1 {
			n = same
			out = append(out, byte(257-n), data[0])
		} else {
			out = append(append(out, byte(n-1)), data[:n]...)
		}
		data = data[n:]
	}
	return string(append(out, 128))
}

func ascii85Of(data string) string {
	dst := make([]byte, ascii85.MaxEncodedLen(len(data)))
	return string(dst[:ascii85.Encode(dst, []byte(data))]) + "~>"
}

const sample = "BT /F1 12 Tf (Hello, hello, hello) Tj ET BT /F1 12 Tf (Hello, hello, hello) Tj ET"

func TestDecode(t *testing.T) {
	t.Parallel()
	d := anyDocument(t)
	for name, test := range map[string]struct{ dict, raw, want string }{
		"no filter":                          {"<<>>", sample, sample},
		"a null filter":                      {"<</Filter [null]>>", sample, sample},
		"flate":                              {"<</Filter /FlateDecode>>", deflate(sample), sample},
		"flate, abbreviated":                 {"<</Filter /Fl>>", deflate(sample), sample},
		"flate with a line end before it":    {"<</Filter /FlateDecode>>", "\r\n" + deflate(sample), sample},
		"flate with a broken header":         {"<</Filter /FlateDecode>>", "\x00\x00" + deflate(sample)[2:], sample},
		"flate without header":               {"<</Filter /FlateDecode>>", deflate(sample)[2:], sample},
		"flate with a wrong checksum":        {"<</Filter /FlateDecode>>", deflate(sample)[:len(deflate(sample))-4] + "\x00\x00\x00\x00", sample},
		"flate with junk behind":             {"<</Filter /FlateDecode>>", deflate(sample) + "junk", sample},
		"lzw":                                {"<</Filter /LZWDecode>>", lzwEarly(strings.Repeat(sample, 20)), strings.Repeat(sample, 20)},
		"lzw with late change":               {"<</Filter /LZWDecode/DecodeParms <</EarlyChange 0>>>>", lzwLate(strings.Repeat(sample, 99)), strings.Repeat(sample, 99)},
		"lzw of clause 7.4.4.2":              {"<</Filter /LZW>>", "\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", "-----A---B"},
		"lzw without end code":               {"<</Filter /LZW>>", "\x80\x0b\x60\x50\x22\x0c\x0c\x85", "-----A---B"},
		"ascii85":                            {"<</Filter /ASCII85Decode>>", ascii85Of(sample), sample},
		"ascii85 with white space and z":     {"<</Filter /A85>>", "<~ 87 cUR\nz\t~>", "Hell\x00\x00\x00\x00"},
		"ascii85 without end":                {"<</Filter /A85>>", strings.TrimSuffix(ascii85Of("abcdef"), "~>"), "abcdef"},
		"hexadecimal":                        {"<</Filter /ASCIIHexDecode>>", "48 65\n6C6c6F>junk", "Hello"},
		"hexadecimal of odd length":          {"<</Filter /AHx>>", "417>", "Ap"},
		"run length":                         {"<</Filter /RunLengthDecode>>", runLength("aaaabcd" + strings.Repeat("x", 300)), "aaaabcd" + strings.Repeat("x", 300)},
		"a chain":                            {"<</Filter [/A85 /Fl /RL]>>", ascii85Of(deflate(runLength(sample))), sample},
		"a crypt filter that does nothing":   {"<</Filter [/Crypt /AHx]>>", "4142>", "AB"},
		"parameters in an array with null":   {"<</Filter [/AHx /Fl]/DecodeParms [null <</Predictor 12/Columns 3>>]>>", hex.EncodeToString([]byte(deflate("\x02abc\x02\x01\x01\x01"))), "abcbcd"},
		"parameters that should be an array": {"<</Filter [/AHx /Fl]/DecodeParms <</Predictor 12/Columns 3>>>>", hex.EncodeToString([]byte(deflate("\x02abc\x02\x01\x01\x01"))), "abcbcd"},
		"short keys of an inline image":      {"<</F /Fl/DP <</Predictor 12/Columns 3>>>>", deflate("\x02abc\x02\x01\x01\x01"), "abcbcd"},
		"predictor 1":                        {"<</Filter /Fl/DecodeParms <</Predictor 1/Columns 3>>>>", deflate("abc"), "abc"},
		"png rows with tags of all kinds":    {"<</Filter /Fl/DecodeParms <</Predictor 15/Columns 3>>>>", deflate("\x00abc" + "\x01a\x01\x01" + "\x02\x01\x01\x01" + "\x03\x31\x01\x01" + "\x04\x01\x01\x01"), "abc" + "abc" + "bcd" + "bcd" + "cde"},
		"png with a short last row":          {"<</Filter /Fl/DecodeParms <</Predictor 15/Columns 3>>>>", deflate("\x00abc\x02\x01"), "abcb"},
		"png of 16 bits and two colours":     {"<</Filter /Fl/DecodeParms <</Predictor 11/Columns 2/Colors 2/BitsPerComponent 16>>>>", deflate("\x01\x00\x01\x00\x02\x00\x01\x00\x01"), "\x00\x01\x00\x02\x00\x02\x00\x03"},
		"png of 4 bits and three colours":    {"<</Filter /Fl/DecodeParms <</Predictor 11/Columns 2/Colors 3/BitsPerComponent 4>>>>", deflate("\x01\x01\x02\x03"), "\x01\x02\x04"},
		"png with rows beyond any stream":    {"<</Filter /Fl/DecodeParms <</Predictor 15/Columns 16777216/Colors 64/BitsPerComponent 16>>>>", deflate("\x00abc"), "abc"},
		"tiff of 8 bits and three colours":   {"<</Filter /Fl/DecodeParms <</Predictor 2/Columns 2/Colors 3>>>>", deflate("abc\x01\x02\x03" + "ABC\x01\x01\x01"), "abcbdf" + "ABCBCD"},
		"tiff of 16 bits":                    {"<</Filter /Fl/DecodeParms <</Predictor 2/Columns 2/BitsPerComponent 16>>>>", deflate("\x01\xff\x00\x01"), "\x01\xff\x02\x00"},
		"tiff of 4 bits":                     {"<</Filter /Fl/DecodeParms <</Predictor 2/Columns 4/BitsPerComponent 4>>>>", deflate("\x12\x1f"), "\x13\x43"},
		"tiff of 2 bits":                     {"<</Filter /Fl/DecodeParms <</Predictor 2/Columns 4/BitsPerComponent 2>>>>", deflate("\x55"), "\x6c"},
		"tiff of 1 bit":                      {"<</Filter /Fl/DecodeParms <</Predictor 2/Columns 8/BitsPerComponent 1>>>>", deflate("\xff"), "\xaa"},
		"lzw with predictor":                 {"<</Filter /LZW/DecodeParms <</Predictor 12/Columns 3>>>>", lzwEarly("\x02abc\x02\x01\x01\x01"), "abcbcd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &pdf.Stream{Dict: dictOf(t, test.dict), Raw: []byte(test.raw)}
			raw := slices.Clone(s.Raw)
			got, err := d.Decode(t.Context(), s)
			require.NoError(t, err)
			require.Equal(t, test.want, string(got))
			require.Equal(t, raw, s.Raw, "the encoded data must not change")

			got, err = d.AppendDecoded(t.Context(), []byte("before "), s)
			require.NoError(t, err)
			require.Equal(t, "before "+test.want, string(got))
		})
	}
}

func TestDecodeKeepsWhatDamageLeaves(t *testing.T) {
	t.Parallel()
	d := anyDocument(t)
	long := strings.Repeat(sample, 50)
	for name, test := range map[string]struct{ dict, raw, want string }{
		"flate cut short":           {"<</Filter /Fl>>", deflate(sample)[:40], sample[:10]},
		"lzw with an unknown code":  {"<</Filter /LZW>>", lzwEarly("abc")[:4] + "\xff\xff\xff", "ab"},
		"ascii85 with odd letters":  {"<</Filter /A85>>", "87\xffcUR~>", "Hell"},
		"run length cut short":      {"<</Filter /RL>>", "\x05abc", "abc"},
		"an unknown filter":         {"<</Filter /FlateDecod>>", sample, sample},
		"an unknown filter in line": {"<</Filter [/AHx /Foo]>>", "4142>", "AB"},
		"damage in the middle":      {"<</Filter [/Fl /AHx]>>", deflate(hex.EncodeToString([]byte(long)))[:60], sample[:10]},
		"impossible predictor":      {"<</Filter /Fl/DecodeParms <</Predictor 12/Columns 0>>>>", deflate("abc"), "abc"},
		"a filter that is a number": {"<</Filter 7>>", sample, sample},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := d.Decode(t.Context(), &pdf.Stream{Dict: dictOf(t, test.dict), Raw: []byte(test.raw)})
			require.Error(t, err)
			require.True(t, strings.HasPrefix(string(got), test.want), "%q", got)
		})
	}
}

func TestDecodeStopsBombs(t *testing.T) {
	t.Parallel()
	d := anyDocument(t)
	bomb := deflate(strings.Repeat("\x00", 4<<20))
	for name, test := range map[string]struct {
		dict, raw string
		room      int
	}{
		"deflated twice":   {"<</Filter [/Fl /Fl]>>", deflate(bomb), limits.StreamRatio * len(deflate(bomb))},
		"too many filters": {"<</Filter [/Fl /Fl /Fl /Fl /Fl /Fl /Fl /Fl /Fl]>>", bomb, len(bomb)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := d.Decode(t.Context(), &pdf.Stream{Dict: dictOf(t, test.dict), Raw: []byte(test.raw)})
			require.ErrorIs(t, err, pdf.ErrLimit)
			require.LessOrEqual(t, len(got), max(limits.StreamSmall, test.room))
		})
	}
}

func TestDecodeUntilImage(t *testing.T) {
	t.Parallel()
	d := anyDocument(t)
	s := &pdf.Stream{Dict: dictOf(t, "<</Filter [/AHx /CCF]/DecodeParms [null <</K -1>>]>>"), Raw: []byte("4142>")}
	data, name, parms, err := d.DecodeUntilImage(t.Context(), s)
	require.NoError(t, err)
	require.Equal(t, "AB", string(data))
	require.Equal(t, pdf.Name("CCITTFaxDecode"), name)
	require.Equal(t, pdf.Integer(-1), parms.Raw("K"))

	_, err = d.Decode(t.Context(), s)
	require.ErrorContains(t, err, "CCITTFaxDecode")

	s.Dict = dictOf(t, "<</Filter /AHx>>")
	_, name, _, err = d.DecodeUntilImage(t.Context(), s)
	require.NoError(t, err)
	require.Empty(t, name)
}

func TestLastFilter(t *testing.T) {
	t.Parallel()
	d := anyDocument(t)
	for dict, want := range map[string]pdf.Name{
		"<< >>":                    "",
		"<< /Filter /DCTDecode >>": "DCTDecode",
		"<< /Filter /DCT >>":       "DCTDecode",
		"<< /F /CCF >>":            "CCITTFaxDecode",
		"<< /Filter [] >>":         "",
		"<< /Filter [/ASCII85Decode /DCT null] >>": "DCTDecode",
		"<< /Filter [/DCTDecode /FlateDecode] >>":  "FlateDecode",
		"<< /Filter [/JPXDecode (what?)] >>":       "JPXDecode",
	} {
		require.Equal(t, want, d.LastFilter(&pdf.Stream{Dict: dictOf(t, dict)}), dict)
	}
}

// TestInflate compares with the standard library on data of all kinds, whole,
// cut short and broken.
func TestInflate(t *testing.T) {
	t.Parallel()
	d := anyDocument(t)
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	letters := make([]byte, 200_000)
	for i := range letters {
		letters[i] = "etaoin shrdlu\n"[random.IntN(14)]
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "a byte": []byte("a"), "noise": noise, "letters": letters,
		"one byte again and again": bytes.Repeat([]byte("x"), 100_000),
		"short repeats":            bytes.Repeat([]byte("abcdefg"), 20_000),
		"far repeats":              append(append(slices.Clone(noise[:30_000]), letters...), noise[:30_000]...),
	} {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.BestCompression} {
			var b bytes.Buffer
			w, _ := flate.NewWriter(&b, level)
			w.Write(data)
			w.Close()
			for _, cut := range []int{0, 1, 5, b.Len() / 2} {
				packed := append([]byte("\x78\x9c"), b.Bytes()[:max(0, b.Len()-cut)]...)
				want, wantErr := io.ReadAll(flate.NewReader(bytes.NewReader(packed[2:])))
				got, err := d.Decode(t.Context(), &pdf.Stream{Dict: dictOf(t, "<</Filter/Fl>>"), Raw: packed})
				require.Equal(t, wantErr == nil, err == nil, "%s, level %d, cut by %d", name, level, cut)
				require.True(t, bytes.HasPrefix(got, want), "%s, level %d, cut by %d", name, level, cut)
				require.True(t, bytes.HasPrefix(data, got), "%s, level %d, cut by %d", name, level, cut)
			}
			for range 3 {
				packed := append([]byte("\x78\x9c"), b.Bytes()...)
				at := 2 + random.IntN(min(b.Len(), 200)) // where the codes are described
				packed[at] ^= 1 << random.IntN(8)
				want, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed[2:])), 1<<20))
				got, _ := d.Decode(t.Context(), &pdf.Stream{Dict: dictOf(t, "<</Filter/Fl>>"), Raw: packed})
				require.True(t, bytes.HasPrefix(got, want), "%s, level %d, byte %d broken", name, level, at)
			}
		}
	}
}

// FuzzFilters checks that no data decodes to more than its cap, that data decodes to the same each
// time, and that encoded data decodes to what it was.
func FuzzFilters(f *testing.F) {
	f.Add("FlateDecode", []byte(deflate(sample)), 12, 3, 1, 8)
	f.Add("LZWDecode", []byte(lzwEarly(sample)), 2, 4, 3, 4)
	f.Add("ASCII85Decode", []byte(ascii85Of(sample)), 1, 1, 1, 8)
	f.Add("ASCIIHexDecode", []byte("48656c6c6f>"), 1, 1, 1, 8)
	f.Add("RunLengthDecode", []byte(runLength(sample)), 1, 1, 1, 8)
	d := anyDocument(f)
	encoders := map[string]func(string) string{
		"Fl": deflate, "A85": ascii85Of, "RL": runLength, "LZW": lzwEarly,
		"AHx": func(s string) string { return hex.EncodeToString([]byte(s)) + ">" },
	}
	f.Fuzz(func(t *testing.T, name string, raw []byte, predictor, columns, colors, bits int) {
		parms := pdf.NewDict(pdf.Name("Predictor"), pdf.Integer(predictor), pdf.Name("Columns"), pdf.Integer(columns),
			pdf.Name("Colors"), pdf.Integer(colors), pdf.Name("BitsPerComponent"), pdf.Integer(bits))
		s := &pdf.Stream{Dict: pdf.NewDict(pdf.Name("Filter"), pdf.Name(name), pdf.Name("DecodeParms"), parms), Raw: raw}
		first, firstErr := d.Decode(t.Context(), s)
		if room := max(limits.StreamSmall, limits.StreamRatio*len(raw)); len(first) > room {
			t.Fatalf("%d bytes from %d", len(first), len(raw))
		}
		second, secondErr := d.Decode(t.Context(), s)
		require.Equal(t, firstErr == nil, secondErr == nil)
		require.True(t, bytes.Equal(first, second))

		for filter, encode := range encoders {
			s := &pdf.Stream{Dict: pdf.NewDict(pdf.Name("Filter"), pdf.Name(filter)), Raw: []byte(encode(string(raw)))}
			got, err := d.Decode(t.Context(), s)
			require.NoError(t, err, filter)
			require.True(t, bytes.Equal(raw, got), filter)
		}
	})
}

func TestDecodeHeadIsTheBeginning(t *testing.T) {
	t.Parallel()
	d := anyDocument(t)
	const whole = "a stream that is longer than what is asked for"
	for name, s := range map[string]*pdf.Stream{
		"no filter":      {Raw: []byte(whole)},
		"deflated":       {Dict: dictOf(t, "<</Filter/Fl>>"), Raw: []byte(deflate(whole))},
		"deflated twice": {Dict: dictOf(t, "<</Filter[/Fl/Fl]>>"), Raw: []byte(deflate(deflate(whole)))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, whole[:8], string(d.DecodeHead(t.Context(), s, 8)))
			require.Equal(t, whole, string(d.DecodeHead(t.Context(), s, 1000)))
			require.Empty(t, d.DecodeHead(t.Context(), s, 0))
		})
	}
}

func BenchmarkInflate(b *testing.B) {
	d := anyDocument(b)
	random := rand.New(rand.NewPCG(1, 2))
	var content strings.Builder
	for content.Len() < 100_000 {
		content.WriteString([]string{"BT /F1 ", "12 Tf ", "(words) Tj ", "ET\n", "1 0 0 1 72.5 ", "[(ab) -250 (cd)] TJ "}[random.IntN(6)])
	}
	s := &pdf.Stream{Dict: dictOf(b, "<</Filter/Fl>>"), Raw: []byte(deflate(content.String()))}
	buf := make([]byte, 0, 1<<18)
	b.SetBytes(int64(content.Len()))
	b.ReportAllocs()
	for b.Loop() {
		buf, _ = d.AppendDecoded(b.Context(), buf[:0], s)
	}
}
