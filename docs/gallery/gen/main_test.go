package main

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// galleryBytes is what all pictures of the gallery may take: everybody who clones the repository has them.
const galleryBytes = 3 << 20

// TestTheGalleryIsWhole: each document is there, with both pictures, and nothing else.
func TestTheGalleryIsWhole(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	require.Equal(t, readme(), string(page), "run: go run ./docs/gallery/gen")
	size, expected := int64(0), map[string]bool{"gen": true, "README.md": true}
	for _, s := range gallery {
		require.FileExists(t, filepath.Join("../../..", s.document))
		for _, name := range s.files() {
			expected[name] = true
			file, err := os.Open(filepath.Join("..", name))
			require.NoError(t, err)
			t.Cleanup(func() { _ = file.Close() })
			config, err := png.DecodeConfig(file)
			require.NoError(t, err, name)
			require.GreaterOrEqual(t, config.Width, 2*sideWidth, name)
			info, err := file.Stat()
			require.NoError(t, err)
			size += info.Size()
		}
	}
	require.Less(t, size, int64(galleryBytes))
	entries, err := os.ReadDir("..")
	require.NoError(t, err)
	for _, e := range entries {
		require.True(t, expected[e.Name()], "%s is no part of the gallery", e.Name())
	}
}
