package a11y_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

func TestCheckReadsTagNamesThatAreNoText(t *testing.T) {
	t.Parallel()
	for _, html := range []string{"<a\xff\xfe\xff\xf0>", "<\x00b\xff c>x", "<p\xff\xff\xff\xff\xff", "<a\x00\x00\x00>", "</a\xff\xff>"} {
		_, err := a11y.Check(t.Context(), html, a11y.Options{})
		require.NoError(t, err)
	}
}
