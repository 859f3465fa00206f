package tesseract

import (
	"errors"
	"time"
)

const (
	// maxOutput bounds what is read of the program's output. A page of a dense
	// newspaper (9,000 words) takes 1.2 MB.
	maxOutput = 64 << 20

	// maxMessage is how much of the program's error output an error contains.
	maxMessage = 512

	// waitDelay is how long to wait for output when the program has ended, but a process that it started keeps the
	// pipe open.
	waitDelay = time.Second
)

// errFull ends copying the output of a program that writes too much. The program then finds its pipe closed.
var errFull = errors.New("too much output")

// bounded keeps the first max bytes written to it. More bytes are an error or, if cut is set, dropped.
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
