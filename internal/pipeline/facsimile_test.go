package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/testkit"
)

// crowded returns a document of pages with graphics and images. One image is on every page, and each page shares
// one with the next page.
func crowded(pages int) []byte {
	var doc testkit.PDF
	image := func(seed int) int {
		pixels := make([]byte, 3*20*20)
		for i := range pixels {
			seed = seed*1103515245 + 12345
			pixels[i] = byte(seed >> 16)
		}
		return doc.AddStream("/Type /XObject /Subtype /Image /Width 20 /Height 20 /BitsPerComponent 8 /ColorSpace /DeviceRGB", string(pixels))
	}
	logo, next := image(0), image(1)
	for n := range pages {
		var b strings.Builder
		for i := range 10 * (1 + n*7%5) {
			fmt.Fprintf(&b, "%.2f 0 0 rg %d %d 20 9 re f\n", float64(i%10)/10, 20+i*37%500, 20+i*53%700)
		}
		shared := next
		next = image(n + 2)
		b.WriteString("q 50 0 0 50 100 100 cm /Logo Do Q q 60 0 0 60 200 200 cm /A Do Q q 70 0 0 70 300 300 cm /B Do Q")
		doc.AddPage(testkit.Page{Content: b.String(), Resources: fmt.Sprintf("/XObject << /Logo %d 0 R /A %d 0 R /B %d 0 R >>", logo, shared, next)})
	}
	return doc.Bytes()
}

func TestWhatOfADocumentIsTooMuchDoesNotDependOnTheWorkers(t *testing.T) {
	t.Parallel()
	file := crowded(24)
	const patient = time.Hour // the document decides, and not how busy the machine is
	for name, tc := range map[string]struct {
		bounds bounds
		warned string // on some pages
	}{
		"all of it fits":       {bounds{layers: limits.DocumentLayerBytes, images: limits.AssetBytes, drawing: patient}, ""},
		"its layers are many":  {bounds{layers: 20_000, images: limits.AssetBytes, drawing: patient}, "page_rastered"},
		"its images are large": {bounds{layers: limits.DocumentLayerBytes, images: 12_000, drawing: patient}, "image_unsupported"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want *Output
			for _, workers := range []int{1, 4, 8} {
				got, err := Run(t.Context(), bytes.NewReader(file), Config{
					Facsimile: true, Workers: workers, MaxBytes: limits.FileBytes, MaxPages: limits.Pages, bounds: tc.bounds,
				})
				require.NoError(t, err)
				if want == nil {
					want = got
				}
				require.Equal(t, want, got, "%d workers", workers)
			}
			warned := 0
			for _, w := range want.Warnings {
				if w.Code == tc.warned {
					warned++
				}
			}
			if tc.warned != "" {
				require.Positive(t, warned)
				require.Less(t, warned, 24)
			}
			files := map[string]bool{}
			for _, a := range want.Assets {
				files[a.Name] = true
			}
			for _, link := range regexp.MustCompile(`href="(assets/[^"]*)"`).FindAllStringSubmatch(want.HTML, -1) {
				require.True(t, files[link[1]], "%s is there", link[1])
			}
		})
	}
}

func TestRationsAreThoseOfPagesInTheirOrder(t *testing.T) {
	t.Parallel()
	asks := []int{3, 9, 11, 0, 5, 8, 4, 10, 2, 1, 6, 1} // 11 is more than any page may have
	want := []bool{true, true, false, true, true, true, true, false, false, true, false, false}
	for range 50 {
		r := rations{size: 30, most: 10}
		got := make([]bool, len(asks))
		var pages sync.WaitGroup
		for i, n := range asks {
			pages.Go(func() {
				got[i] = r.reserve(t.Context(), i, n)
				r.settle(i) // changes nothing
			})
		}
		pages.Wait()
		require.Equal(t, want, got)
		require.Equal(t, 30, r.taken)
		require.Empty(t, r.settled)
	}
}

func TestAPageWaitsForThoseBeforeItOnlyWhereItHasTo(t *testing.T) {
	t.Parallel()
	r := rations{size: 30, most: 10}
	require.True(t, r.reserve(t.Context(), 2, 10), "whatever the two before it take")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.False(t, r.reserve(ctx, 3, 10), "it depends on them, and nobody waits")
	r.settle(0) // it takes nothing, like a page that is lost
	require.True(t, r.reserve(t.Context(), 3, 10))
	require.False(t, r.reserve(t.Context(), 4, 10+1), "more than a page may take")
	require.True(t, r.reserve(t.Context(), 1, 10))
	require.False(t, r.reserve(t.Context(), 5, 1))
}

func TestImagesOfTheFirstPagesAreKept(t *testing.T) {
	t.Parallel()
	file := func(fill byte) *imaging.File {
		return &imaging.File{MediaType: "image/png", Data: bytes.Repeat([]byte{fill}, 10)}
	}
	m := images{most: 20}
	later := m.add(9, "late", file('l'))
	logo := m.add(5, "logo", file('g'))
	require.Len(t, m.list(), 2)
	early := m.add(2, "", file('e')) // there is no room for the new image of page 9
	require.NotContains(t, m.files, later)
	require.Equal(t, logo, m.add(1, "logo", file('g')))
	m.add(3, "", file('t')) // page 9 was the last one, and pages from there on add no new images
	m.add(4, "", file('u'))
	require.ElementsMatch(t, []string{early, logo}, []string{m.list()[0].Name, m.list()[1].Name})
	require.Equal(t, 3, m.cut)
	require.Equal(t, later, m.add(1, "late", file('l')), "page 1 has it, too, and page 2 had less")
	require.NotContains(t, m.files, early)
	missing := map[int][]string{}
	for page, names := range m.missing() {
		missing[page] = names
	}
	require.Len(t, missing, 3)
	require.Equal(t, []string{early}, missing[2])
}
