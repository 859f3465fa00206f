package words

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"2014 – 2019":                    true,
		"May 2024":                       true,
		"09/2019 – today":                true,
		"seit 2021":                      true,
		"September 2019 – December 2021": true,
		"20194":                          false,
		"12,019":                         false,
		"3019":                           false,
		"Engineer":                       false,
		"the census of 2011":             false,
		"":                               false,
	} {
		require.Equal(t, want, IsDates(text), text)
	}
}
