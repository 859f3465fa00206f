package server

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheDescriptionIsShownWhole(t *testing.T) {
	d, err := newDocs()
	require.NoError(t, err)
	page := string(d.page.data)
	require.Contains(t, page, "/v1/convert/pdf-to-html")
	for code := range statuses {
		require.NotEmpty(t, meanings[code], code)
		require.Contains(t, string(d.errors.data), `id="`+string(code)+`"`)
	}
}
