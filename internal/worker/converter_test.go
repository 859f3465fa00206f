package worker_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/internal/worker"
)

// converters returns the two kinds of converters.
func converters(t *testing.T) map[string]worker.Converter {
	t.Helper()
	return map[string]worker.Converter{"in process": worker.NewInProcess(1, ""), "pool": newPool(t)}
}

// read reads a file of an outcome, and requires that it is what the outcome says.
func read(t *testing.T, job worker.Job, f worker.File) []byte {
	t.Helper()
	data, err := f.Bytes(job.Folder)
	require.NoError(t, err)
	sum := sha256.Sum256(data)
	require.Equal(t, f.SHA256, hex.EncodeToString(sum[:]))
	require.Equal(t, f.Size, int64(len(data)))
	return data
}

func TestAnOutcomeIsWhatConvertGives(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../examples/sample.pdf")
	require.NoError(t, err)
	want, err := convert.Convert(t.Context(), bytes.NewReader(file), convert.DefaultOptions())
	require.NoError(t, err)
	var archive bytes.Buffer
	require.NoError(t, want.WriteZip(&archive))
	for name, c := range converters(t) {
		job := sample(t, name)
		var pages [][2]int
		job.Progress = func(done, total int) { pages = append(pages, [2]int{done, total}) }
		outcome, err := c.Convert(t.Context(), job)
		require.NoError(t, err, name)
		require.Equal(t, want.Metadata, outcome.Metadata, name)
		require.Equal(t, want.Warnings, outcome.Warnings, name)
		require.Equal(t, archive.Bytes(), read(t, job, outcome.Archive), name)
		require.Equal(t, want.HTML, string(read(t, job, outcome.HTML)), "it has no assets")
		require.Equal(t, want.CSS, string(read(t, job, outcome.CSS)), name)
		require.Nil(t, outcome.Assets)
		require.Positive(t, outcome.Duration)
		require.Equal(t, [2]int{2, 2}, pages[len(pages)-1], name)
		report, err := json.Marshal(want.Accessibility)
		require.NoError(t, err)
		require.JSONEq(t, string(report), string(read(t, job, outcome.Report)), name)
		requireFiles(t, job.Folder, "archive.zip", "report.json", "result.css", "result.html")
	}
}

// TestADocumentInMemoryHasItsOutcomeThere, except what is too large: the folder is made only for that.
func TestADocumentInMemoryHasItsOutcomeThere(t *testing.T) {
	t.Parallel()
	large := pictures(t, 900<<10)
	for name, c := range converters(t) {
		inFile, inMemory := sample(t, name), sample(t, name)
		var err error
		inMemory.Data, err = os.ReadFile(inMemory.Input)
		require.NoError(t, err)
		inMemory.Input, inMemory.Folder = "", filepath.Join(t.TempDir(), "output")
		want, err := c.Convert(t.Context(), inFile)
		require.NoError(t, err)
		got, err := c.Convert(t.Context(), inMemory)
		require.NoError(t, err)
		require.NoDirExists(t, inMemory.Folder)
		require.Equal(t, read(t, inFile, want.HTML), read(t, inMemory, got.HTML))
		require.Equal(t, read(t, inFile, want.CSS), read(t, inMemory, got.CSS))
		require.Equal(t, read(t, inFile, want.Report), read(t, inMemory, got.Report))
		require.Equal(t, read(t, inFile, want.Archive), read(t, inMemory, got.Archive))

		inMemory.Data, err = os.ReadFile(large)
		require.NoError(t, err)
		got, err = c.Convert(t.Context(), inMemory)
		require.NoError(t, err)
		require.Contains(t, string(read(t, inMemory, got.HTML)), `src="data:image/png;base64,`)
		require.NotNil(t, got.CSS.Data)
		requireFiles(t, inMemory.Folder, got.HTML.Name)
	}
}

// TestAPageIsDrawn in place of a conversion.
func TestAPageIsDrawn(t *testing.T) {
	t.Parallel()
	for name, c := range converters(t) {
		inFile, inMemory := sample(t, name), sample(t, name)
		inFile.Page, inMemory.Page = 2, 2
		var err error
		inMemory.Data, err = os.ReadFile(inMemory.Input)
		require.NoError(t, err)
		inMemory.Input, inMemory.Folder = "", filepath.Join(t.TempDir(), "output")
		for _, job := range []worker.Job{inFile, inMemory} {
			outcome, err := c.Convert(t.Context(), job)
			require.NoError(t, err, name)
			require.Empty(t, outcome.HTML)
			require.Equal(t, "image/png", outcome.Picture.MediaType)
			size, err := png.DecodeConfig(bytes.NewReader(read(t, job, outcome.Picture.File)))
			require.NoError(t, err)
			require.InDelta(t, outcome.Picture.Width*1.5, size.Width, 1)
			require.InDelta(t, outcome.Picture.Height*1.5, size.Height, 1)
		}
		inFile.Page = 3
		_, err = c.Convert(t.Context(), inFile)
		require.ErrorIs(t, err, convert.InvalidOption, name)
	}
}

// requireFiles requires that a folder holds these files.
func requireFiles(t *testing.T, folder string, want ...string) {
	t.Helper()
	var got []string
	require.NoError(t, fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			got = append(got, name)
		}
		return err
	}))
	require.Equal(t, want, got)
}

// pictures returns a document with one image on each page. An image cannot be compressed, and has the given size
// in bytes.
func pictures(t *testing.T, sizes ...int) string {
	t.Helper()
	var pdf testkit.PDF
	for i, size := range sizes {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		samples := make([]byte, size/1024*1024)
		for j := range samples {
			samples[j] = byte(rng.Uint32())
		}
		n := pdf.AddStream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width 1024 /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray", size/1024), string(samples))
		pdf.AddPage(testkit.Page{Content: "BT /F1 12 Tf 72 720 Td (A picture.) Tj ET q 300 0 0 300 72 300 cm /I Do Q", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n)})
	}
	path := filepath.Join(t.TempDir(), "pictures.pdf")
	require.NoError(t, os.WriteFile(path, pdf.Bytes(), 0o600))
	return path
}

func TestAssetsAreInsideTheHTMLOrWhereItSays(t *testing.T) {
	t.Parallel()
	small, large := pictures(t, 100<<10), pictures(t, 5<<20, 5<<20)
	for name, c := range converters(t) {
		job := sample(t, name)
		job.Input, job.AssetURL = small, "https://example.org/c/1/assets/{name}?expires=1&signature=a"
		outcome, err := c.Convert(t.Context(), job)
		require.NoError(t, err)
		require.Contains(t, string(read(t, job, outcome.HTML)), `src="data:image/png;base64,`)
		require.Nil(t, outcome.Assets)

		job.Input, job.Folder = large, t.TempDir()
		outcome, err = c.Convert(t.Context(), job)
		require.NoError(t, err)
		html := string(read(t, job, outcome.HTML))
		require.Contains(t, html, `src="https://example.org/c/1/assets/p1-1.png?expires=1&amp;signature=a"`)
		require.Contains(t, html, `href="style.css"`)
		require.NotContains(t, html, `"assets/`)
		require.Len(t, outcome.Assets, 2)
		archive, err := zip.OpenReader(filepath.Join(job.Folder, outcome.Archive.Name))
		require.NoError(t, err)
		for _, a := range outcome.Assets {
			require.Equal(t, "image/png", a.MediaType)
			zipped, err := fs.ReadFile(archive, a.Name)
			require.NoError(t, err)
			require.True(t, bytes.Equal(zipped, read(t, job, a.File)))
		}
		require.NoError(t, archive.Close())
		requireFiles(t, job.Folder, "archive.zip", "assets/p1-1.png", "assets/p2-1.png", "report.json", "result.css", "result.html")

		job.Folder, job.AssetURL = t.TempDir(), ""
		outcome, err = c.Convert(t.Context(), job)
		require.NoError(t, err)
		require.Greater(t, outcome.HTML.Size, int64(10<<20), "there is no other place for them")
	}
}

// TestDataInMemory: a document that is passed in memory leaves no file except a large one.
func TestDataInMemory(t *testing.T) {
	t.Parallel()
	c := worker.NewInProcess(1, "")
	for document, files := range map[string][]string{
		"../../examples/sample.pdf":        nil,
		pictures(t, 100<<10, 5<<20, 5<<20): {"archive.zip", "assets/p2-1.png", "assets/p3-1.png"},
	} {
		job := sample(t, document)
		job.Input, job.AssetURL = document, "https://example.org/{name}"
		want, err := c.Convert(t.Context(), job)
		require.NoError(t, err)

		lean := job
		lean.Folder, lean.Input = filepath.Join(t.TempDir(), "made", "when it is needed"), ""
		lean.Data, err = os.ReadFile(document)
		require.NoError(t, err)
		got, err := c.Convert(t.Context(), lean)
		require.NoError(t, err)
		if files == nil {
			require.NoDirExists(t, lean.Folder)
		} else {
			requireFiles(t, lean.Folder, files...)
		}
		all := func(o *worker.Outcome) []worker.File {
			list := []worker.File{o.HTML, o.CSS, o.Archive, o.Report}
			for _, a := range o.Assets {
				list = append(list, a.File)
			}
			return list
		}
		require.Len(t, all(got), len(all(want)))
		for i, f := range all(got) {
			in, err := f.Open(lean.Folder)
			require.NoError(t, err)
			data, err := io.ReadAll(in)
			require.NoError(t, err)
			require.NoError(t, in.Close())
			require.True(t, bytes.Equal(read(t, job, all(want)[i]), data), f.Name)
			f.Data = nil
			require.Equal(t, all(want)[i], f)
		}
	}
}

func TestAddressesOfAssets(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"assets/p1-1.png":    "/x/p1-1.png?a",
		"assets/fonts/f.ttf": "/x/fonts/f.ttf?a",
		"assets/a b?#%.png":  "/x/a%20b%3F%23%25.png?a",
	} {
		require.Equal(t, want, worker.AssetURL("/x/{name}?a", name))
	}
}

func TestFailuresKeepTheirCodes(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text.pdf")
	require.NoError(t, os.WriteFile(text, []byte("Dear Sir or Madam"), 0o600))
	for name, c := range converters(t) {
		for want, change := range map[convert.Code]func(*worker.Job){
			convert.InvalidFileFormat: func(j *worker.Job) { j.Input = text },
			convert.PasswordRequired:  func(j *worker.Job) { j.Input = "../../convert/testdata/encrypted.pdf" },
			convert.PageLimitExceeded: func(j *worker.Job) { j.Options.MaxPages = 1 },
			convert.FileTooLarge:      func(j *worker.Job) { j.Options.MaxBytes = 100 },
			convert.InvalidOption:     func(j *worker.Job) { j.Options.Workers = -1 },
			convert.ReadFailed:        func(j *worker.Job) { j.Input = filepath.Join(t.TempDir(), "none.pdf") },
			worker.Unavailable:        func(j *worker.Job) { j.Folder = filepath.Join(t.TempDir(), "none") },
		} {
			job := sample(t, name)
			change(&job)
			outcome, err := c.Convert(t.Context(), job)
			require.ErrorIs(t, err, want, name)
			require.Nil(t, outcome)
		}
		requireWorks(t, c)
	}
}

func TestWhatIsNotWritten(t *testing.T) {
	t.Parallel()
	cause := &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	err := worker.NotWritten(cause)
	require.ErrorIs(t, err, worker.Unavailable)
	require.ErrorContains(t, err, "no space is left")
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.ErrorContains(t, worker.NotWritten(errors.New("?")), "cannot be written")

	job := sample(t, "")
	require.NoError(t, os.WriteFile(filepath.Join(job.Folder, "result.css"), nil, 0o600))
	_, err = worker.NewInProcess(1, "").Convert(t.Context(), job)
	require.ErrorIs(t, err, fs.ErrExist, "nothing is written over")
}

func TestAnEndedContextIsReturnedAsItIs(t *testing.T) {
	t.Parallel()
	for name, c := range converters(t) {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errors.New("another reason"))
		_, err := c.Convert(ctx, sample(t, name))
		require.Equal(t, context.Canceled, err, name)
		requireWorks(t, c)
	}
}

func TestOptionsOfAJob(t *testing.T) {
	t.Parallel()
	for name, c := range converters(t) {
		job := sample(t, name)
		job.Options.Pages = []convert.PageRange{{First: 2, Last: 2}}
		job.Options.SemanticHTML, job.Options.AccessibilityCheck = false, false
		outcome, err := c.Convert(t.Context(), job)
		require.NoError(t, err)
		require.Nil(t, outcome.Metadata.AccessibilityScore)
		html := string(read(t, job, outcome.HTML))
		require.NotContains(t, html, "<main")
		require.False(t, strings.Contains(html, `id="page-1"`))
	}
}
