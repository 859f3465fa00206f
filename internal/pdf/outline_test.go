package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestOutline(t *testing.T) {
	t.Parallel()
	// In each case the first object added has number 3, the next 4 and so on.
	cases := map[string]struct {
		items []string
		want  string
	}{
		"a tree with all kinds of targets": {[]string{
			"<< /First 4 0 R >>",
			`<< /Title (One) /Dest [PAGE1 /Fit] /Next 5 0 R /First 6 0 R >>`,
			`<< /Title (Two) /A << /S /GoTo /D [PAGE2 /XYZ 10 20 0] >> /Next 7 0 R >>`,
			"<< /Title (One\r\n  point one) /Dest [1 /Fit] >>",
			`<< /Title (Web) /A << /S /URI /URI (https://example.com/) >> /Next 8 0 R >>`,
			`<< /Title (Last) /A << /S /Named /N /LastPage >> /Next 9 0 R >>`,
			`<< /Title (Elsewhere) /A << /S /GoToR /F (other.pdf) /D [0 /Fit] >> >>`,
		}, "One -> 1 \n One point one -> 2 \nTwo -> 2 \nWeb -> 0 https://example.com/\nLast -> 2 \nElsewhere -> 0 \n"},
		"siblings in a circle": {[]string{
			"<< /First 4 0 R >>", "<< /Title (A) /Next 5 0 R >>", "<< /Title (B) /Next 4 0 R >>",
		}, "A -> 0 \nB -> 0 \n"},
		"a child that is its own parent": {[]string{
			"<< /First 4 0 R >>", "<< /Title (A) /First 4 0 R /Next 5 0 R >>", "<< /Title (B) >>",
		}, "A -> 0 \nB -> 0 \n"},
		"a next that is missing ends its level only": {[]string{
			"<< /First 4 0 R >>", "<< /Title (A) /First 5 0 R /Next 6 0 R >>", "<< /Title (A1) /Next 99 0 R >>", "<< /Title (B) >>",
		}, "A -> 0 \n A1 -> 0 \nB -> 0 \n"},
		"a chain of actions": {[]string{
			"<< /First 4 0 R >>", "<< /Title (A) /A << /S /JavaScript /JS (x) /Next [<< /S /Hide >> << /S /GoTo /D [PAGE2 /Fit] >>] >> >>",
		}, "A -> 2 \n"},
		"actions in a circle": {[]string{
			"<< /First 4 0 R >>", "<< /Title (A) /A 5 0 R >>", "<< /S /JavaScript /Next 5 0 R >>",
		}, "A -> 0 \n"},
		"nothing": {[]string{"<< /Type /Outlines >>"}, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := &testkit.PDF{Catalog: "/Outlines 3 0 R"}
			firstPage := len(c.items) + 4 // each page comes behind its content
			pages := strings.NewReplacer("PAGE1", ref(firstPage), "PAGE2", ref(firstPage+2))
			for _, item := range c.items {
				file.Add(pages.Replace(item))
			}
			require.Equal(t, c.want, outlineText(opened(t, file, 2).Outline()))
		})
	}
}

func TestOutlineDeeperThanTheLimitIsCut(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{Catalog: "/Outlines 3 0 R"}
	file.Add("<< /First 4 0 R >>")
	for i := range limits.Depth + 50 {
		file.Add(fmt.Sprintf("<< /Title (%d) /First %d 0 R >>", i, i+5))
	}
	depth := 0
	for items := opened(t, file, 1).Outline(); len(items) > 0; items = items[0].Children {
		depth++
	}
	require.Equal(t, limits.Depth, depth)
}

func TestSharedTitlesAreBounded(t *testing.T) {
	t.Parallel()
	const items, titleBytes = 100, 1 << 20
	file := &testkit.PDF{Catalog: "/Outlines 3 0 R"}
	file.Add("<< /First 5 0 R >>")
	file.Add("(" + strings.Repeat("x", titleBytes) + ")")
	for i := range items {
		file.Add(fmt.Sprintf("<< /Title 4 0 R /Next %d 0 R >>", i+6))
	}
	file.Add("null") // ends the level
	total := 0
	outline := opened(t, file, 1).Outline()
	for _, item := range outline {
		total += len(item.Title)
	}
	require.Equal(t, items, len(outline))
	require.Equal(t, limits.TreeText, total)
}

func BenchmarkOutline(b *testing.B) {
	file := &testkit.PDF{Catalog: "/Outlines 3 0 R"}
	file.Add("<< /First 4 0 R >>")
	const items = 1000
	for i := range items {
		file.Add(fmt.Sprintf("<< /Title (Chapter %d) /Next %d 0 R /Dest [0 /XYZ 72 700 null] >>", i, i+5))
	}
	file.Add("null") // ends the level
	d := opened(b, file, 1)
	b.ReportAllocs()
	for b.Loop() {
		if len(d.Outline()) != items {
			b.Fatal("items are missing")
		}
	}
}
