// Package ranged reads, with seeking, an object that a service returns in parts.
package ranged

import (
	"fmt"
	"io"
	"io/fs"
)

// Reader reads an object. If it is read at another position than the last read has reached, it requests the rest
// from there. It is for one goroutine.
type Reader struct {
	open func(at int64) (io.ReadCloser, error)
	size int64
	at   int64         // position of the next byte to read
	body io.ReadCloser // nil: no part is open
	from int64         // position of the next byte of body
}

// New returns a reader of an object of size bytes. body is open at its beginning. open opens the object from
// another position to its end.
func New(size int64, body io.ReadCloser, open func(at int64) (io.ReadCloser, error)) *Reader {
	return &Reader{open: open, size: size, body: body}
}

// Read reads on.
func (r *Reader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.body != nil && r.from != r.at {
		_ = r.body.Close() // the rest of it is not needed
		r.body = nil
	}
	if r.body == nil {
		body, err := r.open(r.at)
		if err != nil {
			return 0, err
		}
		r.body = body
	}
	n, err := r.body.Read(p)
	r.at += int64(n)
	r.from = r.at
	if err == io.EOF && r.at < r.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Seek sets the position. Nothing is requested before the next Read.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 || whence < io.SeekStart || whence > io.SeekEnd {
		return 0, fmt.Errorf("storage: seeking to %d: %w", offset, fs.ErrInvalid)
	}
	r.at = offset
	return offset, nil
}

// Close closes the open part.
func (r *Reader) Close() error {
	if r.body == nil {
		return nil
	}
	return r.body.Close()
}
