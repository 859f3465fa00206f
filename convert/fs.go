package convert

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// FS returns the result as a read-only file system: index.html, style.css, metadata.json, report.json if there is
// a report, assets/, and the files of Options.Formats (document.md, document.json, document.txt, chunks.jsonl, and
// tables/ with a file for each table). It shows the result as it is when the first file is opened. Opening a file
// copies nothing. FS is safe for concurrent use as long as the result is not changed.
func (r *Result) FS() fs.FS {
	return &resultFS{listed: sync.OnceValues(func() (*listing, error) {
		files, err := r.files()
		if err != nil {
			return nil, err
		}
		l := &listing{files: files, places: make(map[string]int, len(files)), modified: r.fileTime()}
		for i := range files {
			if files[i], err = files[i].held(); err != nil {
				return nil, err
			}
			l.places[files[i].name] = i
		}
		return l, nil
	})}
}

// resultFS lists its files when the first one is opened. Metadata and report are encoded for that.
type resultFS struct {
	listed func() (*listing, error)
}

// listing holds the files of a result, and their indexes by name.
type listing struct {
	files    []file
	places   map[string]int
	modified time.Time
}

// Open implements fs.FS.
func (f *resultFS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	l, err := f.listed()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	if i, ok := l.places[name]; ok {
		file := l.files[i]
		return &openFile{file.open(), fileInfo{path.Base(name), file.size, l.modified, 0o444}}, nil
	}
	if entries := l.readDir(name); len(entries) > 0 {
		return &openDir{fileInfo{path.Base(name), 0, l.modified, fs.ModeDir | 0o555}, entries}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// readDir returns the files and folders in the folder name, sorted by name.
func (l *listing) readDir(name string) []fs.DirEntry {
	prefix := name + "/"
	if name == "." {
		prefix = ""
	}
	var entries []fs.DirEntry
	folders := map[string]bool{}
	for _, f := range l.files {
		rest, below := strings.CutPrefix(f.name, prefix)
		if !below {
			continue
		}
		folder, _, nested := strings.Cut(rest, "/")
		switch {
		case !nested:
			entries = append(entries, fs.FileInfoToDirEntry(fileInfo{rest, f.size, l.modified, 0o444}))
		case !folders[folder]:
			folders[folder] = true
			entries = append(entries, fs.FileInfoToDirEntry(fileInfo{folder, 0, l.modified, fs.ModeDir | 0o555}))
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries
}

// openFile is an open file. Its reader can seek.
type openFile struct {
	io.ReadSeeker
	info fileInfo
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

// openDir is an open folder. rest are the entries that were not read yet.
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
