package font

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFixedWidthIsMeasured(t *testing.T) {
	t.Parallel()
	font := func(letters string, ems func(r rune) float32) func(uint32) (rune, float32) {
		return func(code uint32) (rune, float32) {
			for _, r := range letters {
				if uint32(r) == code {
					return r, ems(r)
				}
			}
			return 0, 0
		}
	}
	same := func(rune) float32 { return 0.6 }
	require.True(t, isFixedWidth(font("fiprnmtwhile01", same)), "Nimbus Mono")
	missing := func(letters string) func(rune) float32 {
		return func(r rune) float32 {
			if strings.ContainsRune(letters, r) {
				return 0.364
			}
			return 0.6
		}
	}
	require.True(t, isFixedWidth(font("Afiprnmtwhile01", missing("An"))), "M+ 1mn without two letters")
	require.False(t, isFixedWidth(font("afiprnmtwhile01", missing("fiprnt"))), "half of the letters")
	require.False(t, isFixedWidth(font("0123456789.,", same)), "numbers")
	require.False(t, isFixedWidth(font("iml", same)), "few letters")
	require.False(t, isFixedWidth(font("abdeghknopqu", same)), "letters that are equally wide in most fonts")
	require.False(t, isFixedWidth(font("fiprnmtwhile", func(rune) float32 { return 1 })), "full width")
	require.False(t, isFixedWidth(font("fiprnmtwhile", func(r rune) float32 {
		if r == 'm' {
			return 0.7
		}
		return 0.6
	})), "one that is wider")
}

func TestAFlagOfFixedWidthIsRefutedByTheWidths(t *testing.T) {
	t.Parallel()
	of := func(widths map[rune]float32) func(uint32) (rune, float32) {
		return func(code uint32) (rune, float32) { return rune(code), widths[rune(code)] }
	}
	require.True(t, variesInWidth(of(map[rune]float32{'i': 0.278, 'm': 0.974})), "DejaVu Sans")
	require.False(t, variesInWidth(of(map[rune]float32{'i': 0.6, 'm': 0.6})))
	require.False(t, variesInWidth(of(map[rune]float32{'i': 0.6, '1': 0.3})), "a number")
	require.False(t, variesInWidth(of(nil)), "no letter")
}

func TestNamelessFonts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"f-0-0", "CairoFont-1-0", "AdvOT1c92046c+20", "AdvTT464f2eac", "AdvP6975", "TTE2A4F0C8t00"} {
		require.True(t, isNameless(name), name)
	}
	for _, name := range []string{"Arial", "Futura", "Univers-55", "CMR10", "f-stop", "f-", "AdvTimes", "AdvOT", "AdvPSA-B"} {
		require.False(t, isNameless(name), name)
	}
}
