package convert

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// FS is the result as a read-only file system: index.html, style.css,
// metadata.json, report.json where there is a report, and assets/. Opening a
// file copies nothing. It is safe for concurrent use as long as the result is not
// changed.
func (r *Result) FS() fs.FS { return resultFS{r} }

type resultFS struct{ result *Result }

// Open implements fs.FS.
func (f resultFS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	files, err := f.result.files()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	modified := f.result.fileTime()
	for _, file := range files {
		if file.name == name {
			return &openFile{file.open(), fileInfo{path.Base(name), file.size, modified, 0o444}}, nil
		}
	}
	if entries := readDir(files, name, modified); len(entries) > 0 {
		return &openDir{fileInfo{path.Base(name), 0, modified, fs.ModeDir | 0o555}, entries}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// readDir are the files and folders in folder name, by name.
func readDir(files []file, name string, modified time.Time) []fs.DirEntry {
	prefix := name + "/"
	if name == "." {
		prefix = ""
	}
	var entries []fs.DirEntry
	folders := map[string]bool{}
	for _, f := range files {
		rest, below := strings.CutPrefix(f.name, prefix)
		if !below {
			continue
		}
		folder, _, nested := strings.Cut(rest, "/")
		switch {
		case !nested:
			entries = append(entries, fs.FileInfoToDirEntry(fileInfo{rest, f.size, modified, 0o444}))
		case !folders[folder]:
			folders[folder] = true
			entries = append(entries, fs.FileInfoToDirEntry(fileInfo{folder, 0, modified, fs.ModeDir | 0o555}))
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries
}

// openFile is an open file; its reader seeks as well.
type openFile struct {
	io.ReadSeeker
	info fileInfo
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

// openDir is an open folder with the entries not yet read.
type openDir struct {
	info fileInfo
	rest []fs.DirEntry
}

func (d *openDir) Stat() (fs.FileInfo, error) { return d.info, nil }
func (d *openDir) Close() error               { return nil }

func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.info.name, Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 || n > len(d.rest) {
		if n > 0 && len(d.rest) == 0 {
			return nil, io.EOF
		}
		n = len(d.rest)
	}
	entries := d.rest[:n:n]
	d.rest = d.rest[n:]
	return entries, nil
}

// fileInfo describes a file or folder of a result.
type fileInfo struct {
	name     string
	size     int64
	modified time.Time
	mode     fs.FileMode
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) ModTime() time.Time { return i.modified }
func (i fileInfo) Mode() fs.FileMode  { return i.mode }
func (i fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i fileInfo) Sys() any           { return nil }
