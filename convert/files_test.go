package convert_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
)

// written returns a result with files of every kind.
func written() *convert.Result {
	return &convert.Result{
		HTML: "<!DOCTYPE html><title>é</title>", CSS: "p{margin:0}",
		Assets: []convert.Asset{
			{Name: "assets/image-1.png", MediaType: "image/png", Data: []byte(strings.Repeat("png ", 100))},
			{Name: "assets/fonts/f.woff", MediaType: "font/woff", Data: []byte("woff")},
			{Name: "assets/drawing.svg", MediaType: "image/svg+xml", Data: []byte(strings.Repeat("<g/>", 100))},
		},
		Metadata: convert.Metadata{Pages: 1, Modified: time.Date(2024, 2, 29, 12, 0, 0, 0, time.FixedZone("", 3600))},
	}
}

func TestZipHoldsAllFiles(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, written().WriteZip(&b))
	archive, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)

	var names []string
	methods := map[string]uint16{}
	for _, f := range archive.File {
		names = append(names, f.Name)
		methods[f.Name] = f.Method
		require.Equal(t, "2024-02-29T11:00:00Z", f.Modified.UTC().Format(time.RFC3339), f.Name)
	}
	require.Equal(t, []string{
		"index.html", "style.css", "metadata.json", "assets/image-1.png", "assets/fonts/f.woff", "assets/drawing.svg",
	}, names)
	require.Equal(t, zip.Store, methods["assets/image-1.png"], "compressed in itself")
	require.Equal(t, zip.Deflate, methods["assets/drawing.svg"])
	html, err := fs.ReadFile(archive, "index.html")
	require.NoError(t, err)
	require.Equal(t, written().HTML, string(html))
}

func TestZipIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	for name, modified := range map[string]time.Time{
		"a date":                       time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC),
		"no date":                      {},
		"a date before zip files":      time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
		"a date beyond what zip holds": time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := written()
			r.Metadata.Modified = modified
			var first, second bytes.Buffer
			require.NoError(t, r.WriteZip(&first))
			require.NoError(t, r.WriteZip(&second))
			require.Equal(t, first.Bytes(), second.Bytes())
		})
	}
}

func TestFSIsAFileSystem(t *testing.T) {
	t.Parallel()
	require.NoError(t, fstest.TestFS(written().FS(),
		"index.html", "style.css", "metadata.json", "assets/image-1.png", "assets/fonts/f.woff", "assets/drawing.svg"))
	require.NoError(t, fstest.TestFS((&convert.Result{}).FS(), "index.html", "style.css", "metadata.json"))
}

func TestFSFilesCanBeSought(t *testing.T) {
	t.Parallel()
	f, err := written().FS().Open("style.css")
	require.NoError(t, err)
	seeker, ok := f.(io.Seeker)
	require.True(t, ok, "net/http needs it")
	_, err = seeker.Seek(2, io.SeekStart)
	require.NoError(t, err)
	rest, err := io.ReadAll(f)
	require.NoError(t, err)
	require.Equal(t, "margin:0}", string(rest))
}

func TestFSAndZipHaveTheSameFiles(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	require.NoError(t, written().WriteZip(&b))
	archive, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	files := written().FS()
	for _, f := range archive.File {
		zipped, err := fs.ReadFile(archive, f.Name)
		require.NoError(t, err)
		plain, err := fs.ReadFile(files, f.Name)
		require.NoError(t, err)
		require.Equal(t, string(plain), string(zipped), f.Name)
	}
}

func TestMetadataJSON(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		metadata convert.Metadata
		want     string
	}{
		"nothing known": {
			convert.Metadata{},
			`{"pages":0,"title":"","author":"","subject":"","keywords":[],"created_at":null,"modified_at":null,` +
				`"producer":"","language":"","accessibility_score":null,"word_count":0,"image_count":0}`,
		},
		"all known": {
			convert.Metadata{
				Pages: 2, Title: "T", Author: "A", Subject: "S", Keywords: []string{"k", "l"},
				Created:  time.Date(2024, 2, 29, 14, 0, 0, 0, time.FixedZone("", 2*3600)),
				Modified: time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC),
				Producer: "P", Language: "en-GB", WordCount: 3, ImageCount: 4,
			},
			`{"pages":2,"title":"T","author":"A","subject":"S","keywords":["k","l"],"created_at":"2024-02-29T12:00:00Z",` +
				`"modified_at":"2024-03-01T00:00:00Z","producer":"P","language":"en-GB","accessibility_score":null,` +
				`"word_count":3,"image_count":4}`,
		},
		"a year that JSON cannot hold": {
			convert.Metadata{Created: time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC)},
			`{"pages":0,"title":"","author":"","subject":"","keywords":[],"created_at":null,"modified_at":null,` +
				`"producer":"","language":"","accessibility_score":null,"word_count":0,"image_count":0}`,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(c.metadata)
			require.NoError(t, err)
			require.JSONEq(t, c.want, string(got))
		})
	}
}

func TestMetadataSurvivesJSON(t *testing.T) {
	t.Parallel()
	want := convert.Metadata{Title: "T", Keywords: []string{"k"}, Created: time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)}
	text, err := json.Marshal(want)
	require.NoError(t, err)
	var got convert.Metadata
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, want, got)
}
