package pdf

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseDate(t *testing.T) {
	t.Parallel()
	at := func(year int, month time.Month, day, hour, minute, second int) time.Time {
		return time.Date(year, month, day, hour, minute, second, 0, time.UTC)
	}
	cases := map[string]struct {
		s    string
		want time.Time
	}{
		"the form of the standard":       {"D:20240229134501+02'00'", at(2024, 2, 29, 11, 45, 1)},
		"without the last apostrophe":    {"D:20240229134501-05'30", at(2024, 2, 29, 19, 15, 1)},
		"an offset without apostrophes":  {"D:20240229134501+0200", at(2024, 2, 29, 11, 45, 1)},
		"an offset of hours":             {"D:20240229134501+02", at(2024, 2, 29, 11, 45, 1)},
		"an offset of one digit":         {"D:20240229134501+2'00'", at(2024, 2, 29, 11, 45, 1)},
		"Z":                              {"D:20240229134501Z", at(2024, 2, 29, 13, 45, 1)},
		"Z with an offset":               {"D:20240229134501Z00'00'", at(2024, 2, 29, 13, 45, 1)},
		"no zone":                        {"D:20240229134501", at(2024, 2, 29, 13, 45, 1)},
		"no seconds":                     {"D:202402291345", at(2024, 2, 29, 13, 45, 0)},
		"a day":                          {"D:20240229", at(2024, 2, 29, 0, 0, 0)},
		"a month":                        {"D:202402", at(2024, 2, 1, 0, 0, 0)},
		"a year":                         {"D:2024", at(2024, 1, 1, 0, 0, 0)},
		"no prefix":                      {"20240229134501+02'00'", at(2024, 2, 29, 11, 45, 1)},
		"a prefix without colon":         {"D20240229134501", at(2024, 2, 29, 13, 45, 1)},
		"white space":                    {" D: 20240229134501 ", at(2024, 2, 29, 13, 45, 1)},
		"the year 2000 mistake":          {"D:191000229134501", at(2000, 2, 29, 13, 45, 1)},
		"ISO 8601":                       {"2024-02-29T13:45:01+02:00", at(2024, 2, 29, 11, 45, 1)},
		"ISO 8601 with a fraction":       {"2024-02-29T13:45:01.123Z", at(2024, 2, 29, 13, 45, 1)},
		"ISO 8601 fraction and offset":   {"2024-02-29T13:45:01.123-01:00", at(2024, 2, 29, 14, 45, 1)},
		"ISO 8601 without seconds":       {"2024-02-29T13:45Z", at(2024, 2, 29, 13, 45, 0)},
		"ISO 8601 day":                   {"2024-02-29", at(2024, 2, 29, 0, 0, 0)},
		"ISO 8601 behind the prefix":     {"D:2024-02-29T13:45:01", at(2024, 2, 29, 13, 45, 1)},
		"as cameras write":               {"2024:02:29 13:45:01", at(2024, 2, 29, 13, 45, 1)},
		"single digits":                  {"2024-2-9 3:04:05", at(2024, 2, 9, 3, 4, 5)},
		"slashes":                        {"2024/02/29 13:45:01 +0100", at(2024, 2, 29, 12, 45, 1)},
		"asctime":                        {"Thu Feb 29 13:45:01 2024", at(2024, 2, 29, 13, 45, 1)},
		"asctime with a padded day":      {"Fri Mar  1 13:45:01 2024", at(2024, 3, 1, 13, 45, 1)},
		"a mail date":                    {"Thu, 29 Feb 2024 13:45:01 +0100", at(2024, 2, 29, 12, 45, 1)},
		"as in the United States":        {"2/29/2024 1:45:01 PM", at(2024, 2, 29, 13, 45, 1)},
		"an hour that is none":           {"D:20240229994501", at(2024, 2, 29, 0, 0, 0)},
		"an offset that is none":         {"D:20240229134501+99'99'", at(2024, 2, 29, 13, 45, 1)},
		"a missing month ends the date":  {"D:2024Z13", at(2024, 1, 1, 0, 0, 0)},
		"nothing":                        {"", time.Time{}},
		"only the prefix":                {"D:", time.Time{}},
		"no date":                        {"yesterday", time.Time{}},
		"month and day in unknown order": {"3/4/2024", time.Time{}},
		"a month that is none":           {"D:20241329", time.Time{}},
		"a day that is none":             {"D:20230229", time.Time{}},
		"the year zero":                  {"D:00000101000000Z", time.Time{}},
		"zeros":                          {"D:00000000000000", time.Time{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, parseDate(c.s))
		})
	}
}

func FuzzParseDate(f *testing.F) {
	for _, s := range []string{
		"D:20240229134501+02'00'", "2024-02-29T13:45:01.1Z", "D:191000229134501", "Thu Feb 29 13:45:01 2024",
		"2/29/2024 1:45:01 PM", "D:20240229134501-23'59'", "D:00010101000000+01'00'",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := parseDate(s)
		if got.IsZero() {
			return
		}
		if got.Location() != time.UTC || got.Year() < 0 || got.Year() > 10_000 {
			t.Errorf("%v from %q", got, s)
		}
		// What is written in the form of the standard is read back.
		if again := parseDate(got.Format("D:20060102150405Z")); got.Year() > 0 && got.Year() < 10_000 && !again.Equal(got) {
			t.Errorf("%v is read back as %v", got, again)
		}
	})
}
