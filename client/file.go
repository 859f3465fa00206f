package client

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a document to be sent. It is not held in memory.
type File struct {
	// Name is the name of the file, without folders.
	Name string

	// Content is read from its present position. If it is an io.Seeker, it can be sent again, and its size is
	// known in advance. Otherwise it is sent again only if the service refused it unread. It is not closed.
	Content io.Reader

	// Open returns the content from its beginning. It is called once for each attempt, and replaces Content.
	Open func() (io.ReadCloser, error)

	// Size is the number of bytes; another number is an error. 0: the size that Content tells, or no size.
	Size int64

	_ struct{} // callers must name the fields, so that fields can be added
}

// FileAt returns the file at path. It is opened when it is sent.
func FileAt(path string) (File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return File{}, err
	}
	if !info.Mode().IsRegular() {
		return File{}, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	}
	open := func() (io.ReadCloser, error) { return os.Open(path) }
	return File{Name: filepath.Base(path), Size: info.Size(), Open: open}, nil
}

// part is content that forms a body, alone or with others.
type part struct {
	name   string
	size   int64 // -1: not known
	open   func() (io.ReadCloser, error)
	shared bool        // all readers of open share one position, so only one may be used at a time
	spent  func() bool // reports that it cannot be opened again; nil: it always can
}

// part returns how f is read, as far as that is known in advance.
func (f File) part() (part, error) {
	p := part{size: -1, open: f.Open}
	if f.Open == nil {
		if f.Content == nil {
			return p, invalid("File %q has neither Content nor Open", f.Name)
		}
		p = contentPart(f.Content)
	}
	p.name = f.Name
	switch {
	case f.Size < 0:
		return p, invalid("the Size of File %q is negative", f.Name)
	case f.Size > 0:
		p.size = f.Size
	}
	return p, nil
}

// contentPart finds out what a reader can do besides reading.
func contentPart(r io.Reader) part {
	if s, ok := r.(io.ReadSeeker); ok {
		if start, size, ok := extent(s); ok {
			return seekerPart(s, start, size)
		}
	}
	p := part{size: -1, shared: true}
	if l, ok := r.(interface{ Len() int }); ok { // a bytes.Buffer
		p.size = int64(l.Len())
	}
	once := &onceReader{r: r}
	p.open = func() (io.ReadCloser, error) { return io.NopCloser(once), nil }
	p.spent = func() bool { return once.begun }
	return p
}

// extent returns the position of s and how much follows it. ok is false if s cannot really seek, like a pipe.
func extent(s io.Seeker) (start, size int64, ok bool) {
	start, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, 0, false
	}
	end, err := s.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, 0, false
	}
	_, err = s.Seek(start, io.SeekStart)
	return start, max(end-start, 0), err == nil
}

func seekerPart(s io.ReadSeeker, start, size int64) part {
	if at, ok := s.(io.ReaderAt); ok {
		return part{size: size, open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.NewSectionReader(at, start, size)), nil
		}}
	}
	return part{size: size, shared: true, open: func() (io.ReadCloser, error) {
		_, err := s.Seek(start, io.SeekStart)
		return io.NopCloser(s), err
	}}
}

// onceReader remembers whether anything was read.
type onceReader struct {
	r     io.Reader
	begun bool
}

func (o *onceReader) Read(p []byte) (int, error) {
	o.begun = true
	return o.r.Read(p)
}

// exactly fails if r does not have the announced number of bytes.
func exactly(r io.ReadCloser, p part) io.ReadCloser {
	if p.size < 0 {
		return r
	}
	return &exactReader{r, p.name, p.size, p.size}
}

type exactReader struct {
	io.ReadCloser
	name       string
	size, left int64
}

func (e *exactReader) Read(p []byte) (int, error) {
	if int64(len(p)) > e.left+1 {
		p = p[:e.left+1] // one more, to detect that there is more
	}
	n, err := e.ReadCloser.Read(p)
	if e.left -= int64(n); e.left < 0 {
		return 0, fmt.Errorf("file %q has more than the %d bytes announced", e.name, e.size)
	}
	if err == io.EOF && e.left > 0 {
		return n, fmt.Errorf("file %q has %d bytes less than the %d announced", e.name, e.left, e.size)
	}
	return n, err
}
