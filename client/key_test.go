package client_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/apikey"
)

// testKey is a key of the right form that no service has issued.
var testKey = sealed("pl_dev_Ab3dEf6hIj_" + testSecret)

const testSecret = "0123456789abcdefghijABCDEFGHIJxy"

func sealed(head string) string { return head + apikey.Checksum(head) }

func TestParseKeyTakesApartWhatIsNoSecret(t *testing.T) {
	t.Parallel()
	parts, err := client.ParseKey(testKey)
	require.NoError(t, err)
	require.Equal(t, client.KeyParts{Environment: "dev", ID: "Ab3dEf6hIj"}, parts)
}

func TestParseKeyRefusesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	swapped := []byte(testKey)
	swapped[20], swapped[21] = swapped[21], swapped[20]
	for name, key := range map[string]string{
		"nothing":                   "",
		"a character lost":          testKey[:30] + testKey[31:],
		"a character more":          testKey + "0",
		"two characters swapped":    string(swapped),
		"a space at the end":        testKey[:len(testKey)-1] + " ",
		"another prefix":            sealed("pk_dev_Ab3dEf6hIj_" + testSecret),
		"another environment":       sealed("pl_tst_Ab3dEf6hIj_" + testSecret),
		"an underscore in the id":   sealed("pl_dev_Ab3d_f6hIj_" + testSecret),
		"a longer id":               sealed("pl_dev_Ab3dEf6hIj0_" + testSecret[1:]),
		"a letter beyond the digit": sealed("pl_dev_Ab3dEf6hIj_" + strings.Replace(testSecret, "a", "-", 1)),
		"a line end in the secret":  sealed("pl_dev_Ab3dEf6hIj_" + strings.Replace(testSecret, "a", "\n", 1)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := client.ParseKey(key)
			require.ErrorIs(t, err, client.InvalidAPIKey)
			require.NotContains(t, err.Error(), "456789")
			require.NotContains(t, err.Error(), "Ab3d")
		})
	}
}
