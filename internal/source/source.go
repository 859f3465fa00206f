package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/pagelift/pagelift/internal/limits"
)

// ErrTooLarge is wrapped by the error of Open when the input has more bytes than allowed.
var ErrTooLarge = errors.New("input too large")

// File is an input that was read to its end.
type File struct {
	data    []byte
	release func() error // nil when the garbage collector owns data
}

// Bytes is the whole input. It must not be changed, and after Close neither it
// nor any part of it may be read: large files are unmapped.
func (f *File) Bytes() []byte { return f.data }

// Forget lets go of the memory in which a mapped file was read. What is asked for
// again is read again. It may be called while others read.
func (f *File) Forget() {
	if f.release != nil {
		forget(f.data)
	}
}

// Size is the number of bytes.
func (f *File) Size() int64 { return int64(len(f.data)) }

// Close gives the memory back. Calling it again does nothing.
func (f *File) Close() error {
	release := f.release
	f.data, f.release = nil, nil
	if release == nil {
		return nil
	}
	return release()
}

// Open reads r to its end; maxBytes 0 means limits.FileBytes. Inputs that know
// their size (files, bytes.Reader, whatever has Len or can seek) are read into
// exactly that much memory, and refused at once when they are too large.
//
// The context is looked at between reads. A Read that blocks holds Open up: close
// the reader or give it a deadline to end it.
func Open(ctx context.Context, r io.Reader, maxBytes int64) (*File, error) {
	if maxBytes <= 0 {
		maxBytes = limits.FileBytes
	}
	maxBytes = min(maxBytes, math.MaxInt) // what a slice can hold on this machine
	size, err := remaining(r)
	if err != nil {
		return nil, fmt.Errorf("finding the size of the input: %w", err)
	}
	if size > maxBytes {
		return nil, tooLarge(maxBytes)
	}
	in := &input{ctx: ctx, r: r, max: maxBytes}
	if size > limits.SpoolBytes {
		return spool(in, nil)
	}
	return hold(in, int(size))
}

func tooLarge(maxBytes int64) error {
	return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, maxBytes)
}

// hold reads an input of size bytes, 0 for unknown, into memory; one that turns
// out to be large is handed over to spool.
func hold(in *input, size int) (*File, error) {
	first := firstChunk
	if size > 0 {
		first = size + 1 // room for the read that meets the end
	}
	held := chunks{make([]byte, 0, first)}
	switch done, err := held.read(in, limits.SpoolBytes); {
	case err != nil:
		return nil, err
	case done:
		return &File{data: held.join()}, nil
	}
	return spool(in, held)
}

// gather reads the rest of an input behind head into memory.
func gather(in *input, head chunks) (*File, error) {
	held := append(head, make([]byte, 0, maxChunk))
	if _, err := held.read(in, math.MaxInt64); err != nil {
		return nil, err
	}
	return &File{data: held.join()}, nil
}

// chunks are the parts of an input in order. They are not copied as the input
// grows, so an input of unknown size is held twice only while they are joined.
type chunks [][]byte

const (
	// firstChunk is the first allocation for an input of unknown size: most
	// documents that are uploaded fit into a few of them.
	firstChunk = 64 << 10

	// maxChunk is where chunks stop doubling: beyond it the unused end of the
	// last one would count.
	maxChunk = 4 << 20
)

// read adds what in gives until it has given more than most bytes. It reports
// whether in came to its end.
func (c *chunks) read(in *input, most int64) (done bool, err error) {
	for {
		last := &(*c)[len(*c)-1]
		if len(*last) == cap(*last) {
			*c = append(*c, make([]byte, 0, min(2*cap(*last), maxChunk)))
			continue
		}
		n, err := in.next((*last)[len(*last):cap(*last)])
		*last = (*last)[:len(*last)+n]
		switch {
		case err == io.EOF:
			return true, nil
		case err != nil:
			return false, err
		case in.read > most:
			return false, nil
		}
	}
}

// join is the chunks as one; they are given up on the way.
func (c chunks) join() []byte {
	if len(c) == 1 {
		return c[0]
	}
	size := 0
	for _, chunk := range c {
		size += len(chunk)
	}
	data := make([]byte, 0, size)
	for i, chunk := range c {
		data = append(data, chunk...)
		c[i] = nil
	}
	return data
}
