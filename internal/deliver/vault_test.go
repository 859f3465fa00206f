package deliver

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func newTestVault(t *testing.T, key string) *Vault {
	t.Helper()
	v, err := NewVault([]byte(key))
	require.NoError(t, err)
	return v
}

func TestSecretsOpenForTheirOwnerOnly(t *testing.T) {
	t.Parallel()
	v := newTestVault(t, "k")
	s := v.New("whk_1")
	require.True(t, strings.HasSuffix(s.Clear, s.Hint))
	require.NotContains(t, s.Sealed, s.Clear)
	k, err := v.open("whk_1", s.Sealed)
	require.NoError(t, err)
	require.Equal(t, []string{s.Clear}, k.signing(time.Now()))
	for name, err := range map[string]error{
		"another owner": second(v.open("whk_2", s.Sealed)),
		"another key":   second(newTestVault(t, "l").open("whk_1", s.Sealed)),
		"damage":        second(v.open("whk_1", "A"+s.Sealed)),
		"no base64":     second(v.open("whk_1", "!")),
		"cut short":     second(v.open("whk_1", s.Sealed[:8])),
	} {
		require.Error(t, err, name)
		require.NotContains(t, err.Error(), s.Sealed, name)
	}
}

func second[T any](_ T, err error) error { return err }

func TestRotationOverlaps(t *testing.T) {
	t.Parallel()
	v, now := newTestVault(t, "k"), time.Now()
	signing := func(sealed string, at time.Time) []string {
		k, err := v.open("whk_1", sealed)
		require.NoError(t, err)
		return k.signing(at)
	}
	first := v.New("whk_1")
	next, err := v.Rotate("whk_1", first.Sealed, Rotation{Now: now, Grace: time.Hour})
	require.NoError(t, err)
	require.Equal(t, []string{first.Clear, next.Clear}, signing(next.Sealed, now.Add(59*time.Minute)), "the old one first")
	require.Equal(t, []string{next.Clear}, signing(next.Sealed, now.Add(time.Hour)))

	_, err = v.Rotate("whk_1", next.Sealed, Rotation{Now: now, Grace: time.Hour})
	require.ErrorIs(t, err, ErrRotating)
	forced, err := v.Rotate("whk_1", next.Sealed, Rotation{Now: now, Grace: time.Hour, Force: true})
	require.NoError(t, err)
	require.Equal(t, []string{next.Clear, forced.Clear}, signing(forced.Sealed, now))
	leaked, err := v.Rotate("whk_1", forced.Sealed, Rotation{Now: now.Add(2 * time.Hour)})
	require.NoError(t, err)
	require.Equal(t, []string{leaked.Clear}, signing(leaked.Sealed, now))
}

func TestAnAccountSignsBeforeItAsksForItsSecret(t *testing.T) {
	t.Parallel()
	v := newTestVault(t, "k")
	one, err := v.open("acct_1", "")
	require.NoError(t, err)
	again, err := v.open("acct_1", "")
	require.NoError(t, err)
	other, err := v.open("acct_2", "")
	require.NoError(t, err)
	require.Equal(t, one, again)
	require.NotEqual(t, one.Current, other.Current)
	s, err := v.Rotate("acct_1", "", Rotation{Now: time.Now(), Grace: time.Hour})
	require.NoError(t, err)
	k, err := v.open("acct_1", s.Sealed)
	require.NoError(t, err)
	require.Equal(t, []string{s.Clear}, k.signing(time.Now()), "nobody has the one before")
}
