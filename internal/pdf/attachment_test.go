package pdf_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/internal/testkit"
)

func TestAttachments(t *testing.T) {
	t.Parallel()
	file := &testkit.PDF{Catalog: "/Names << /EmbeddedFiles << /Names [(a) 7 0 R (again) 7 0 R (none) << /F (x) >> (nothing) null] >> >> /AF [8 0 R 7 0 R]"}
	file.AddStream("/Type /EmbeddedFile /Subtype /text#2Fplain /Params << /Size 5 /ModDate (D:20240102) >>", "Hello")
	file.AddStream("/Subtype /Application#2FXML", "<a/>")
	file.AddStream("/Subtype /nonsense /Params << /Size -1 >>", "three")
	file.AddStream("", "four")
	file.Add(`<< /Type /Filespec /F (old.txt) /UF (\376\377\000\344\000.\000t) /Desc (Greeting) /AFRelationship /Source /EF << /F 3 0 R /UF 3 0 R >> >>`)
	file.Add("<< /F (b.xml) /EF << /F 4 0 R >> >>")
	file.AddPage(testkit.Page{Extra: "/AF 11 0 R /Annots [<< /Subtype /FileAttachment /FS << /EF << /F 6 0 R >> >> >> << /Subtype /Text /FS 7 0 R >>]"})
	file.Add("<< /F (c) /EF << /F 5 0 R >> >>")
	d := opened(t, file, 0)

	got := d.Attachments()
	var data []string
	for i := range got {
		b, err := d.Decode(t.Context(), got[i].Stream)
		require.NoError(t, err)
		data = append(data, string(b))
		require.NotZero(t, got[i].Specification.Len())
		got[i].Stream, got[i].Specification = nil, pdf.Dict{}
	}
	require.Equal(t, []string{"Hello", "<a/>", "three", "four"}, data)
	require.Equal(t, []pdf.Attachment{
		{Name: "ä.t", Description: "Greeting", MediaType: "text/plain", Size: 5, Modified: time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC), Relationship: "Source"},
		{Name: "b.xml", MediaType: "application/xml"},
		{Name: "c", Page: 1},
		{Page: 1},
	}, got)
	require.Empty(t, opened(t, &testkit.PDF{}, 1).Attachments())
}
