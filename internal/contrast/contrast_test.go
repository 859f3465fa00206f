package contrast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/contrast"
)

func TestRatio(t *testing.T) {
	t.Parallel()
	black, white := contrast.Luminance8(0, 0, 0), contrast.Luminance8(255, 255, 255)
	require.InDelta(t, 21, contrast.Ratio(black, white), 1e-9)
	require.InDelta(t, 21, contrast.Ratio(white, black), 1e-9)
	require.InDelta(t, 4.54, contrast.Ratio(white, contrast.Luminance8(0x76, 0x76, 0x76)), 0.005, "the lightest grey that WCAG lets text on white have")
}

func TestLuminanceOfEightBits(t *testing.T) {
	t.Parallel()
	for v := range 256 {
		part := float64(v) / 255
		require.Equal(t, contrast.Luminance(part, 1, 0), contrast.Luminance8(uint8(v), 255, 0))
	}
}
