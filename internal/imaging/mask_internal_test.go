package imaging

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAMaskIsMadeSmaller(t *testing.T) {
	t.Parallel()
	a := &alpha{width: 5, height: 3, pix: []byte{
		0, 255, 255, 255, 9,
		255, 255, 255, 255, 9,
		100, 100, 200, 200, 9,
	}}
	require.Equal(t, &alpha{width: 2, height: 1, smooth: true, pix: []byte{191, 255}}, a.shrunk(image.Pt(1, 1)))
	require.True(t, composable(10, 10, 400))
	require.False(t, composable(10, 11, 400))
}
