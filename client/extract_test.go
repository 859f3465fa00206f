package client_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// entry is a file of a hand-made archive. It may contradict itself.
type entry struct {
	zip.FileHeader
	content string
	raw     bool // content is written as it is, with the sizes and checksum of the header
}

func named(name string) entry { return entry{FileHeader: zip.FileHeader{Name: name}, content: "x"} }

func moded(name string, mode fs.FileMode, content string) entry {
	e := entry{FileHeader: zip.FileHeader{Name: name}, content: content}
	e.SetMode(mode)
	return e
}

func archive(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		create := w.CreateHeader
		if e.raw {
			create = w.CreateRaw
		}
		f, err := create(&e.FileHeader)
		require.NoError(t, err)
		if e.content == "" { // a folder accepts no write at all
			continue
		}
		_, err = io.WriteString(f, e.content)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// bomb returns a compressed file of size zeros.
func bomb(t testing.TB, name string, size int64) entry {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	require.NoError(t, err)
	sum := crc32.NewIEEE()
	_, err = io.Copy(io.MultiWriter(w, sum), io.LimitReader(zeros{}, size))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return entry{zip.FileHeader{Name: name, Method: zip.Deflate, CRC32: sum.Sum32(), CompressedSize64: uint64(b.Len()), UncompressedSize64: uint64(size)}, b.String(), true}
}

// tree returns the files and folders in dir, with their content.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	got := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			got[filepath.ToSlash(rel)+"/"] = ""
			return nil
		}
		text, err := os.ReadFile(name)
		got[filepath.ToSlash(rel)] = string(text)
		return err
	}))
	return got
}

func TestExtract(t *testing.T) {
	t.Parallel()
	a := archive(t,
		entry{FileHeader: zip.FileHeader{Name: "index.html", Method: zip.Deflate}, content: "<p>Hello"},
		named("assets/figure-1.png"), moded("fonts/", fs.ModeDir|0o755, ""), named("fonts/ü.woff2"), moded("empty.css", 0o644, ""))
	dir := filepath.Join(t.TempDir(), "new", "folder")
	require.NoError(t, client.Extract(bytes.NewReader(a), int64(len(a)), dir))
	want := map[string]string{"index.html": "<p>Hello", "assets/": "", "assets/figure-1.png": "x", "fonts/": "", "fonts/ü.woff2": "x", "empty.css": ""}
	require.Equal(t, want, tree(t, dir))

	require.ErrorIs(t, client.Extract(bytes.NewReader(a), int64(len(a)), dir), fs.ErrExist, "nothing is replaced")
	require.Equal(t, want, tree(t, dir), "and nothing removed that was there")
}

func TestExtractRefusesHostileArchives(t *testing.T) {
	t.Parallel()
	encrypted := named("a")
	encrypted.Flags = 1
	method := entry{FileHeader: zip.FileHeader{Name: "a", Method: 12, CompressedSize64: 1, UncompressedSize64: 1}, content: "x", raw: true}
	lying := func(size uint64, sum uint32) entry {
		return entry{zip.FileHeader{Name: "b", CRC32: sum, CompressedSize64: 5, UncompressedSize64: size}, "01234", true}
	}
	as := func(name string, e entry) entry { e.Name = name; return e }
	hidden := bomb(t, "b", 1<<20)
	hidden.UncompressedSize64 = 1000
	cases := map[string][]entry{
		"the parent":                      {named("../x")},
		"a parent inside":                 {named("a/../../x")},
		"a parent that goes nowhere":      {named("a/../x")},
		"an absolute path":                {named("/etc/passwd")},
		"two slashes":                     {named("//host/share")},
		"an empty part":                   {named("a//b")},
		"a dot":                           {named("./a")},
		"a backslash":                     {named(`a\b`)},
		"a parent by backslash":           {named(`..\x`)},
		"a drive":                         {named("C:x")},
		"a stream":                        {named("index.html:evil")},
		"NUL in the name":                 {named("a\x00b")},
		"a line end in the name":          {named("a\nb")},
		"a wildcard":                      {named("a*")},
		"bytes that are no text":          {named("a\xff")},
		"a name that reads backwards":     {named("a\u202egpj.exe")},
		"a device":                        {named("NUL")},
		"a device with an extension":      {named("assets/con.png")},
		"a port":                          {named("LPT1.txt")},
		"a port in small letters":         {named("com¹")},
		"a dot at the end":                {named("a.")},
		"a space at the end":              {named("a ")},
		"a space in front":                {named(" a")},
		"300 characters":                  {named(strings.Repeat("a", 300))},
		"40 folders":                      {named(strings.Repeat("a/", 40) + "a")},
		"2000 characters":                 {named(strings.Repeat(strings.Repeat("a", 99)+"/", 20) + "a")},
		"no name":                         {entry{FileHeader: zip.FileHeader{}, content: "x"}},
		"nothing but a slash":             {moded("/", fs.ModeDir|0o755, "")},
		"a link":                          {moded("a", fs.ModeSymlink|0o777, "/etc/passwd")},
		"a link and a file through it":    {moded("a", fs.ModeSymlink|0o777, "/tmp"), named("a/b")},
		"a pipe":                          {moded("a", fs.ModeNamedPipe|0o666, "")},
		"a device file":                   {moded("a", fs.ModeDevice|0o666, "")},
		"a file that says it is a folder": {moded("a", fs.ModeDir|0o755, "")},
		"the same name twice":             {named("a"), named("a")},
		"names that differ in case":       {named("assets/A.png"), named("Assets/a.png")},
		"names that differ in a sharp s":  {named("straße"), named("STRASSE"), named("strasſe")},
		"a file and a folder":             {named("a"), named("a/b")},
		"a folder and a file":             {named("a/b"), named("a")},
		"encrypted":                       {encrypted},
		"a method of others":              {method},
		"a bomb":                          {lying(100<<20, 0)},
		"a bomb in parts":                 {lying(40<<20, 0), as("c", lying(40<<20, 0))},
		"a bomb that hides":               {named("a/b"), hidden},
		"a file of exabytes":              {lying(1<<62, 0)},
		"files of 20 GiB in all":          {lying(10<<30, 0), as("c", lying(10<<30, 0))},
		"more than was announced":         {named("a/b"), lying(3, crc32.ChecksumIEEE([]byte("012")))},
		"less than was announced":         {named("a/b"), lying(7, crc32.ChecksumIEEE([]byte("01234")))},
		"another checksum":                {named("a/b"), lying(5, 1)},
	}
	require.GreaterOrEqual(t, len(cases), 30)
	for name, entries := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := archive(t, entries...)
			around := t.TempDir()
			dir := filepath.Join(around, "out")
			require.NoError(t, os.Mkdir(dir, 0o755))
			err := client.Extract(bytes.NewReader(a), int64(len(a)), dir)
			require.ErrorIs(t, err, client.UnsafeArchive)
			require.NotRegexp(t, "[\x00-\x1f\u202e]", err.Error())
			require.Equal(t, map[string]string{"out/": ""}, tree(t, around))
		})
	}
}

func TestExtractRefusesManyFiles(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := range 100_001 {
		if _, err := w.CreateRaw(&zip.FileHeader{Name: strconv.Itoa(i)}); err != nil {
			t.Fatal(err)
		}
	}
	require.NoError(t, w.Close())
	require.ErrorIs(t, client.Extract(bytes.NewReader(b.Bytes()), int64(b.Len()), t.TempDir()), client.UnsafeArchive)
}

func TestExtractRefusesWhatIsNoArchive(t *testing.T) {
	t.Parallel()
	a := archive(t, named("a"))
	for name, b := range map[string][]byte{"nothing": nil, "a page": []byte("<html>"), "half of one": a[:len(a)/2]} {
		require.ErrorIs(t, client.Extract(bytes.NewReader(b), int64(len(b)), t.TempDir()), client.UnsafeArchive, name)
	}
}

// Links that were in the folder before lead nowhere either.
func TestExtractDoesNotFollowLinksOutOfTheFolder(t *testing.T) {
	t.Parallel()
	around := t.TempDir()
	dir, outside := filepath.Join(around, "out"), filepath.Join(around, "outside")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.Mkdir(outside, 0o755))
	if err := os.Symlink(outside, filepath.Join(dir, "assets")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	a := archive(t, named("index.html"), named("assets/a.png"))
	require.Error(t, client.Extract(bytes.NewReader(a), int64(len(a)), dir))
	require.Empty(t, tree(t, outside))
	require.NoFileExists(t, filepath.Join(dir, "index.html"), "what was written is removed")
}

func TestConversionsAreExtracted(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.archive = archive(t, named("index.html"))
	s.conversions[conversionID] = &client.Conversion{ID: conversionID, Status: client.StatusCompleted}
	dir := t.TempDir()
	require.NoError(t, s.dial(client.Config{}).Conversions.Extract(t.Context(), conversionID, dir))
	require.Equal(t, map[string]string{"index.html": "x"}, tree(t, dir))

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.dial(client.Config{}).Conversions.Extract(ctx, conversionID, dir), context.Canceled)
}

// Whatever an archive says, nothing is written outside of the folder. Nothing stays of an archive that is refused.
// Of one that is accepted, the content is what other readers find.
func FuzzExtract(f *testing.F) {
	f.Add(archive(f, named("index.html"), moded("assets/", fs.ModeDir|0o755, ""), named("assets/a.png")))
	f.Add(archive(f, named("../x")))
	f.Add(archive(f, named("a"), named("a/b")))
	f.Add(archive(f, moded("a", fs.ModeSymlink|0o777, "/"), named("a/b")))
	f.Add(archive(f, bomb(f, "a", 1<<20)))
	f.Fuzz(func(t *testing.T, a []byte) {
		around := t.TempDir()
		err := client.Extract(bytes.NewReader(a), int64(len(a)), filepath.Join(around, "out"))
		got := tree(t, around)
		for name := range got {
			if !strings.HasPrefix(name, "out/") {
				t.Fatalf("%q was written", name)
			}
		}
		if err != nil {
			if len(got) > 1 {
				t.Fatalf("%v, and yet there is %v", err, got)
			}
			return
		}
		r, err := zip.NewReader(bytes.NewReader(a), int64(len(a)))
		require.NoError(t, err)
		for _, file := range r.File {
			if strings.HasSuffix(file.Name, "/") {
				continue
			}
			in, err := file.Open()
			require.NoError(t, err)
			text, err := io.ReadAll(in)
			require.NoError(t, err)
			require.Equal(t, string(text), got["out/"+file.Name])
		}
	})
}
