package facsimile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/webfont"
)

// made is what one call of webfont has made, of so many families.
func made(families int) *cast {
	set := &webfont.Set{}
	for range families {
		set.Families = append(set.Families, &webfont.Family{})
	}
	c := &cast{set: set}
	c.faces = []*face{{cast: c, set: set}, {cast: c, set: set}}
	return c
}

func TestADocumentHasSoManyFonts(t *testing.T) {
	t.Parallel()
	var f faces
	most, more, one := made(limits.DocumentFonts-1), made(2), made(1)
	f.admit(most)
	f.admit(most) // once for each of its faces
	require.False(t, f.full)
	f.admit(more)
	require.True(t, f.full)
	require.Nil(t, more.faces[0].set, "let go of wholly: its text is in a font of the reader")
	require.Nil(t, more.faces[1].set)
	f.admit(one)
	require.NotNil(t, one.faces[0].set, "there is room for a smaller one")

	f = faces{bytes: limits.DocumentFontBytes + 1}
	late := made(1)
	f.admit(late)
	require.True(t, f.full)
	require.Nil(t, late.set)
}
