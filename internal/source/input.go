package source

import (
	"context"
	"fmt"
	"io"
	"os"
)

// input is a reader with a bound and a context.
type input struct {
	ctx  context.Context // of Open, in which an input begins and ends
	r    io.Reader
	max  int64
	read int64
}

const (
	// readSize is how much is read between two looks at the context: about a
	// millisecond of a disk.
	readSize = 1 << 20

	// maxEmptyReads is how often in a row a reader may return nothing at all.
	maxEmptyReads = 100
)

// next reads some bytes into buf. It returns bytes or an error, never both.
func (in *input) next(buf []byte) (int, error) {
	for range maxEmptyReads {
		if err := in.ctx.Err(); err != nil {
			return 0, err
		}
		n, err := in.r.Read(buf[:min(len(buf), readSize)])
		in.read += int64(n)
		switch {
		case in.read > in.max:
			return 0, tooLarge(in.max)
		case n > 0 && (err == nil || err == io.EOF):
			return n, nil // the next call meets the end again
		case err == io.EOF:
			return 0, io.EOF
		case err != nil:
			return 0, fmt.Errorf("reading the input: %w", err)
		}
	}
	return 0, fmt.Errorf("reading the input: %w", io.ErrNoProgress)
}

// remaining is how many bytes r has left if it can tell, otherwise 0. It is a
// hint: files grow and shrink while they are read.
func remaining(r io.Reader) (int64, error) {
	switch r := r.(type) {
	case *os.File:
		info, err := r.Stat()
		if err != nil || !info.Mode().IsRegular() { // pipes and terminals cannot seek
			return 0, err
		}
		pos, err := r.Seek(0, io.SeekCurrent)
		return max(0, info.Size()-pos), err
	case interface{ Len() int }:
		return int64(r.Len()), nil
	case io.Seeker:
		return seekRemaining(r)
	}
	return 0, nil
}

// seekRemaining looks where s ends. What cannot seek after all has no known
// size; what does not come back has lost its place.
func seekRemaining(s io.Seeker) (int64, error) {
	pos, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, nil
	}
	end, err := s.Seek(0, io.SeekEnd)
	if err != nil {
		end = pos
	}
	_, err = s.Seek(pos, io.SeekStart)
	return max(0, end-pos), err
}
