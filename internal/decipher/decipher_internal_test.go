package decipher

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const english = "The council publishes the minutes of its meetings within ten days, and the public may inspect them at the town hall."

func TestNumbersInNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		names  []string
		prefix string
		base   int
		want   []int
	}{
		"base 10":                 {[]string{"g12", "g7"}, "g", 10, []int{12, 7}},
		"base 10 with zeros":      {[]string{"C0065", "C0101"}, "C", 10, []int{65, 101}},
		"a CID":                   {[]string{"cid:36", "cid:41"}, "cid:", 10, []int{36, 41}},
		"base 16":                 {[]string{"4A", "4f"}, "", 16, []int{0x4A, 0x4F}},
		"base 36":                 {[]string{"2P", "W", "1z"}, "", 36, []int{97, 32, 71}},
		"base 36 with a letter":   {[]string{"G2P", "GW"}, "G", 36, []int{97, 32}},
		"numbers below zero":      {[]string{"-5", "+5"}, "", 10, nil},
		"names of letters":        {[]string{"comma", "period"}, "", 10, nil},
		"numbers of no sane size": {[]string{"g12345678"}, "g", 10, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []int
			for _, name := range c.names {
				if n, ok := number(name, c.prefix, c.base); ok {
					got = append(got, n)
				}
			}
			require.Equal(t, c.want, got)
			if c.want != nil {
				require.Contains(t, prefixes(c.names), c.prefix)
				require.True(t, fits(c.names, c.prefix, c.base))
			}
		})
	}
}

func TestOddTextIsNoLanguage(t *testing.T) {
	t.Parallel()
	noise := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return 'a' + (r-'a'+7)%26
		}
		return r
	}, english)
	require.Greater(t, language(english), 30.)
	require.Less(t, language(noise), 0.)
	require.Equal(t, language("the town hall"), language("the town hall the town hall"), "a word counts once")
	require.Greater(t, language("Το δημοτικό συμβούλιο και τα πρακτικά του για την πόλη"), 8.)
	require.Greater(t, language("Городской совет публикует протоколы своих заседаний"), 8.)
	require.Zero(t, oddities("Don't stop; it's 9:30 (or 9.45)."))
	require.Negative(t, oddities("wORLD"))
	require.Negative(t, oddities("mo«re"))
	require.Negative(t, oddities("tеxt"), "a Cyrillic letter in a Latin word")
}

func TestAccentsAreThoseOfTheLanguage(t *testing.T) {
	t.Parallel()
	require.Positive(t, byAccents("größer über", "de"))
	require.Negative(t, byAccents("grô÷er ôber", "de"))
	require.Zero(t, byAccents("grôßer", "xx"))
}

func FuzzNumber(f *testing.F) {
	for _, name := range []string{"g12", "C0065", "cid:36", "2P", "", "_", "+1", "gg"} {
		f.Add(name, "g", 36)
	}
	f.Fuzz(func(t *testing.T, name, prefix string, base int) {
		base = 2 + int(uint(base)%35)
		n, ok := number(name, prefix, base)
		if ok && n < 0 {
			t.Errorf("%q is the number %d", name, n)
		}
		for _, p := range prefixes([]string{name}) {
			if !strings.HasPrefix(name, p) {
				t.Errorf("%q does not begin with %q", name, p)
			}
		}
	})
}
