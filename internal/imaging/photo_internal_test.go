package imaging

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
)

func TestTheQualityOfAPhotoIsThatOfItsSource(t *testing.T) {
	t.Parallel()
	for bytes, want := range map[int]int{1249: faintQuality, 1250: photoQuality, 1 << 20: photoQuality} {
		h := &header{Source: Source{Stream: &pdf.Stream{Raw: make([]byte, bytes)}}}
		require.Equal(t, want, h.quality(image.Pt(1000, 100)), "%d bytes", bytes)
	}
}
