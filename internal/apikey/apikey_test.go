package apikey_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/apikey"
)

// The sums were computed without this package, by zlib.crc32 of Python.
func TestChecksum(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		"": "000000",
		"pl_dev_Ab3dEf6hIj_0123456789abcdefghijABCDEFGHIJxy": "2tNfJp",
		"pl_prd_zzzzzzzzzz_" + strings.Repeat("Z", 32):       "24ksI0",
	} {
		require.Equal(t, want, apikey.Checksum(head))
	}
}
