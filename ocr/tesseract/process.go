package tesseract

import (
	"errors"
	"time"
)

const (
	// maxOutput bounds what is read of the program's output. A page of a dense
	// newspaper (9,000 words) takes 1.2 MB.
	maxOutput = 64 << 20

	// maxMessage is as much of its complaints as goes into an error.
	maxMessage = 512

	// waitDelay is how long output is waited for when the program is gone but
	// something that it started holds the pipe.
	waitDelay = time.Second
)

// errFull ends the copying from a program that writes too much; it finds its pipe closed.
var errFull = errors.New("too much output")

// bounded keeps the first max bytes written to it. What is beyond is an error, or
// dropped when cut is set.
type bounded struct {
	bytes []byte
	max   int
	cut   bool
	full  bool
}

func (b *bounded) Write(p []byte) (int, error) {
	room := b.max - len(b.bytes)
	if len(p) <= room {
		b.bytes = append(b.bytes, p...)
		return len(p), nil
	}
	b.bytes = append(b.bytes, p[:room]...)
	b.full = true
	if b.cut {
		return len(p), nil
	}
	return room, errFull
}
