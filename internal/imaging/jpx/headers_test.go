package jpx_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging/jpx"
)

// stream has the parts of a codestream of one tile-part. Tests put them together in ways in which
// opj_compress does not write them.
type stream struct {
	main, part []string // marker segments, as marker and body
	packets    string
}

func takeApart(t *testing.T, name string) *stream {
	t.Helper()
	data := string(read(t, name))
	s := &stream{}
	rest := data[2:]
	segment := func() string {
		n := 2 + int(binary.BigEndian.Uint16([]byte(rest[2:])))
		seg := rest[:2] + rest[4:n]
		rest = rest[n:]
		return seg
	}
	for !strings.HasPrefix(rest, "\xff\x90") {
		s.main = append(s.main, segment())
	}
	segment() // SOT
	for !strings.HasPrefix(rest, "\xff\x93") {
		s.part = append(s.part, segment())
	}
	s.packets = strings.TrimSuffix(rest[2:], "\xff\xd9")
	require.NotContains(t, s.packets, "\xff\x90", "more than one tile-part")
	return s
}

func be(n, bytes int) string {
	return string(binary.BigEndian.AppendUint64(nil, uint64(n))[8-bytes:])
}

func joined(segments []string) string {
	var b strings.Builder
	for _, s := range segments {
		b.WriteString(s[:2] + be(len(s), 2) + s[2:])
	}
	return b.String()
}

// bytes puts the codestream together.
func (s *stream) bytes() []byte {
	part := joined(s.part) + "\xff\x93" + s.packets
	return []byte("\xff\x4f" + joined(s.main) + joined([]string{"\xff\x90" + be(0, 2) + be(12+len(part), 4) + "\x00\x01"}) + part + "\xff\xd9")
}

// find returns the marker segment with that low byte in the main header.
func (s *stream) find(t *testing.T, marker byte) *string {
	t.Helper()
	for i := range s.main {
		if s.main[i][1] == marker {
			return &s.main[i]
		}
	}
	require.Fail(t, "no such marker segment")
	return nil
}

// splitPackets takes the headers out of packets that have SOP and EPH.
func (s *stream) splitPackets(withEPH bool) (headers string) {
	var bodies strings.Builder
	for _, p := range strings.Split(s.packets, "\xff\x91")[1:] {
		head, body, _ := strings.Cut(p[4:], "\xff\x92")
		headers += head
		if withEPH {
			headers += "\xff\x92"
		}
		bodies.WriteString("\xff\x91" + p[:4] + body)
	}
	s.packets = bodies.String()
	return headers
}

// with returns s with byte i of a segment replaced.
func with(s string, i int, v byte) string { return s[:i] + string([]byte{v}) + s[i+1:] }

// TestHeaders moves settings to other headers. They count wherever they stand.
func TestHeaders(t *testing.T) {
	t.Parallel()
	const cod, qcd, wrongBlocks, wrongGuard = 0x52, 0x5c, 2 + 6, 2
	for title, test := range map[string]struct {
		file   string
		change func(t *testing.T, s *stream)
	}{
		"nothing changed": {"rlcp.j2k", func(*testing.T, *stream) {}},
		"packet headers in the tile-part": {"markers.j2k", func(_ *testing.T, s *stream) {
			h := s.splitPackets(true)
			s.part = append(s.part, "\xff\x61\x00"+h[:9], "\xff\x61\x01"+h[9:])
		}},
		"packet headers in the main header": {"markers.j2k", func(_ *testing.T, s *stream) {
			h := s.splitPackets(false)
			h = be(len(h), 4) + h
			s.main = append(s.main, "\xff\x60\x01"+h[13:], "\xff\x60\x00"+h[:13])
		}},
		"coding of each component": {"rlcp.j2k", func(t *testing.T, s *stream) {
			c := s.find(t, cod)
			for i := range 3 {
				s.main = append(s.main, "\xff\x53"+be(i, 1)+"\x01"+(*c)[7:])
			}
			*c = with(*c, wrongBlocks, 4)
		}},
		"coding of the tile": {"rlcp.j2k", func(t *testing.T, s *stream) {
			c := s.find(t, cod)
			s.part = append(s.part, *c)
			*c = with(*c, wrongBlocks, 4)
		}},
		"coding of the tile before that of components": {"rlcp.j2k", func(t *testing.T, s *stream) {
			c := s.find(t, cod)
			s.part = append(s.part, *c)
			s.main = append(s.main, "\xff\x53\x01\x01"+with(*c, wrongBlocks, 4)[7:])
		}},
		"coding of a component in the tile": {"rlcp.j2k", func(t *testing.T, s *stream) {
			c := s.find(t, cod)
			s.part = append(s.part, "\xff\x53\x02\x01"+(*c)[7:])
			s.main = append(s.main, "\xff\x53\x02\x01"+with(*c, wrongBlocks, 4)[7:])
		}},
		"quantization of each component": {"colors-97.j2k", func(t *testing.T, s *stream) {
			q := s.find(t, qcd)
			for i := range 3 {
				s.main = append(s.main, "\xff\x5d"+be(i, 1)+(*q)[2:])
			}
			*q = with(*q, wrongGuard, 0xe2)
		}},
		"quantization of the tile": {"rlcp.j2k", func(t *testing.T, s *stream) {
			q := s.find(t, qcd)
			s.part = append(s.part, *q)
			*q = with(*q, wrongGuard, 0xe0)
		}},
		"an order in runs that overlap": {"lrcp.j2k", func(_ *testing.T, s *stream) {
			runs := ""
			for layer := 1; layer <= 3; layer++ {
				runs += "\x00\x00" + be(layer, 2) + "\x21\x00\x00"
			}
			s.main = append(s.main, "\xff\x5f"+runs)
		}},
		"another order in the tile": {"lrcp.j2k", func(_ *testing.T, s *stream) {
			s.main = append(s.main, "\xff\x5f\x00\x00\x00\x01\x01\x01\x00")
			s.part = append(s.part, "\xff\x5f\x00\x00\x00\x03\x21\x03\x00")
		}},
		"comments, lengths and what is of another part": {"rlcp.j2k", func(_ *testing.T, s *stream) {
			s.main = append(s.main, "\xff\x64\x00\x01hello", "\xff\x55\x00\x00", "\xff\x78\x00\x00")
			s.part = append(s.part, "\xff\x58\x00\x01", "\xff\x64\x00\x00")
		}},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			want, err := decode(t, read(t, test.file), jpx.Options{})
			require.NoError(t, err)
			s := takeApart(t, test.file)
			test.change(t, s)
			got, err := decode(t, s.bytes(), jpx.Options{})
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

// TestDerivedSteps has all steps of quantization derived from the first (E.1.1).
func TestDerivedSteps(t *testing.T) {
	t.Parallel()
	const qcd = 0x5c
	s := takeApart(t, "colors-97.j2k")
	q := s.find(t, qcd)
	expounded := *q
	first := binary.BigEndian.Uint16([]byte(expounded[3:]))
	levels := (len(expounded) - 3) / 2 / 3
	var steps strings.Builder
	for i := range 3*levels + 1 {
		down := max(i-1, 0) / 3 // sizes from the coarsest on
		steps.WriteString(be(int(first)-down<<11, 2))
	}
	*q = expounded[:3] + steps.String()
	want, err := decode(t, s.bytes(), jpx.Options{})
	require.NoError(t, err)
	*q = "\xff\x5c" + string([]byte{expounded[2]&^3 | 1}) + expounded[3:5]
	got, err := decode(t, s.bytes(), jpx.Options{})
	require.NoError(t, err)
	require.Equal(t, want, got)
}
